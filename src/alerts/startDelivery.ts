import type { Channel } from '../channels/channel.ts';
import { heldUntil } from '../store/outbox/channels.ts';
import { nextDueAt } from '../store/outbox/deliveries.ts';
import { deliverChannel } from './deliverChannel.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { keepHeartbeat } from './heartbeat.ts';
import { tellStranded } from './orphanedAlerts.ts';
import { OutboxWatcher } from './outboxWatcher.ts';

const stopGraceSeconds = 3;

export interface Delivery {
  /** Looks at the outbox now: to be called after a commit that may have put an alert there. */
  wake(): void;
  /**
   * Begins no more sends, gives those under way 3 s to end, breaks off what is left, gives the leases up and resolves, within 5 s.
   * What was broken off is sent again later.
   */
  stop(): Promise<void>;
}

/**
 * Delivers in the background until stopped: on `wake`, when the next alert falls due, and every `everySeconds` (for what other
 * processes put into the outbox). Each channel has a loop of its own: a slow one delays no other.
 */
export function startDelivery(parts: DeliveryParts & { readonly everySeconds: number }): Delivery {
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const told = tellStranded(parts).catch((error: unknown) => {
    parts.log.error({ err: error }, 'the operators could not be told of stranded alerts');
  });
  const names = [...parts.channels.keys()];
  const loops = new Map(
    [...parts.channels].map(([name, channel]) => [
      name,
      startLoop(parts, channel, { stopped: stopping.signal, brokenOff: breakingOff.signal }),
    ]),
  );
  const news = new OutboxWatcher(parts.store.db, names, (channel) => loops.get(channel)?.wake());
  let looking = Promise.resolve();
  return {
    wake() {
      if (stopping.signal.aborted) return;
      looking = news.look().catch((error: unknown) => {
        parts.log.error({ err: error }, 'the outbox could not be looked at; it is tried again');
      });
    },
    async stop() {
      stopping.abort();
      for (const loop of loops.values()) loop.wake();
      const grace = setTimeout(() => breakingOff.abort(), stopGraceSeconds * 1000);
      await Promise.all([told, looking, ...[...loops.values()].map((loop) => loop.ended)]);
      clearTimeout(grace);
    },
  };
}

/** When to begin no more sends, and when to break off the one under way. */
interface Ends {
  readonly stopped: AbortSignal;
  readonly brokenOff: AbortSignal;
}

interface Loop {
  wake(): void;
  readonly ended: Promise<void>;
}

function startLoop(
  parts: DeliveryParts & { readonly everySeconds: number },
  channel: Channel,
  { stopped, brokenOff }: Ends,
): Loop {
  let woken = false;
  let endWait = () => {};

  async function run(): Promise<void> {
    while (!stopped.aborted) {
      woken = false;
      const idleMs = await passAndPlan(parts, channel, { stopped, brokenOff });
      // A wake during the pass may be for an alert that the pass just missed.
      if (woken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  return {
    wake() {
      woken = true;
      endWait();
    },
    ended: run(),
  };
}

/** One pass. @returns how long to wait for the next one. */
async function passAndPlan(
  parts: DeliveryParts & { readonly everySeconds: number },
  channel: Channel,
  ends: Ends,
): Promise<number> {
  const longestMs = parts.everySeconds * 1000;
  try {
    await deliverChannel(parts, channel, ends.stopped, ends.brokenOff);
    // After the pass: the digest that was due has gone out, and the next one begins to gather.
    await keepHeartbeat(parts, channel);
    const next = await nextDueAt(parts.store.db, channel.name);
    if (next === undefined) return longestMs;
    const held = await heldUntil(parts.store.db, channel.name);
    const nextMs = Math.max(next.getTime(), held?.getTime() ?? 0);
    return Math.min(longestMs, Math.max(0, nextMs - parts.clock().getTime()));
  } catch (error) {
    // The store's incident (a full disk, a lock held too long): the outbox keeps everything for the next pass.
    parts.log.error({ channel: channel.name, err: error }, 'a pass of delivery failed; it is tried again');
    return longestMs;
  }
}
