import type { Logger } from 'pino';
import type { Channel } from '../channels/channel.ts';
import type { Config } from '../config/config.ts';
import type { Store } from '../store/store.ts';
import type { WatchFacts } from './content.ts';
import { deliverChannel } from './deliverChannel.ts';
import { tellStranded } from './stranded.ts';

/** What the delivery of alerts is made of, built once. */
export interface DeliveryParts {
  readonly store: Store;
  /** By name, as `openChannels` gives them. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly config: Config;
  /** Facts of the watches in the config, by id. */
  readonly watches: ReadonlyMap<string, WatchFacts>;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Who holds the leases: unique to this process. */
  readonly owner: string;
  /** Where the web page is, for links in alerts. */
  readonly pageUrl?: string | undefined;
}

/** What one pass did. */
export interface DeliverySummary {
  readonly sent: number;
  /** Attempts that failed for now; each waits for its next one. */
  readonly retried: number;
  /** Alerts that failed for good, or were given up. */
  readonly failed: number;
  /** Channels on which nothing passes until somebody mends them. */
  readonly paused: readonly string[];
}

/**
 * One pass over the outbox: hands over every alert that is due, all channels side by side, the alerts of one channel in
 * order. Alerts are delivered at least once: sent, then marked. Ends early when `signal` fires, giving its leases up.
 */
export async function deliverDue(parts: DeliveryParts, signal: AbortSignal): Promise<DeliverySummary> {
  await tellStranded(parts);
  const channels = [...parts.channels.values()];
  const ended = await Promise.allSettled(channels.map((channel) => deliverChannel(parts, channel, signal)));
  // Only when all have ended: the caller may close the store on an error.
  const passes = ended.map((pass) => {
    if (pass.status === 'rejected') throw pass.reason;
    return pass.value;
  });
  return {
    sent: sum(passes.map((pass) => pass.sent)),
    retried: sum(passes.map((pass) => pass.retried)),
    failed: sum(passes.map((pass) => pass.failed)),
    paused: passes.flatMap((pass) => pass.paused),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
