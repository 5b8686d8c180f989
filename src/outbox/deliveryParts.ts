import type { Logger } from 'pino';
import type { Channel } from '../channels/channel.ts';
import type { Config } from '../config/config.ts';
import type { Store } from '../database/store.ts';
import type { FactsOfWatches } from './watchFacts.ts';

/** What the delivery of alerts is made of, built once. */
export interface DeliveryParts {
  readonly store: Store;
  /** By name, as `openChannels` gives them. */
  readonly channels: ReadonlyMap<string, Channel>;
  readonly config: Config;
  readonly watches: FactsOfWatches;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Where the web page is, for links in alerts. */
  readonly pageUrl?: string | undefined;
}

export interface DeliverySummary {
  readonly sent: number;
  /** Attempts that failed for now; each waits for its next one. */
  readonly retried: number;
  /** Alerts that were rejected for good, or abandoned. */
  readonly failed: number;
  /** Channels that are left alone until somebody fixes them. */
  readonly paused: readonly string[];
}
