import type { Channel } from '../channels/channel.ts';
import { deliverChannel } from './deliverChannel.ts';
import type { DeliveryParts } from './deliveryParts.ts';
import { endMoments } from './groupByMoment.ts';
import { keepHeartbeat } from './heartbeat.ts';
import { notifyOfOrphans } from './orphanedAlerts.ts';

const stopGraceSeconds = 3;

export interface Delivery {
  /** Has every channel look at the outbox now: to be called after a commit that may have put an alert there. */
  wake(): void;
  /**
   * Begins no more sends, gives those under way 3 s to end, cancels the rest, releases the leases and resolves, within 5 s.
   * What was cancelled is sent again later.
   */
  stop(): Promise<void>;
}

type LoopParts = DeliveryParts & {
  readonly everySeconds: number;
  /** The watches in force, asked for before each pass; absent: those of the parts. */
  readonly inForce?: (() => Pick<DeliveryParts, 'config' | 'watches'>) | undefined;
};

/** When to begin no more sends, and when to cancel the one under way. */
interface Ends {
  readonly stopped: AbortSignal;
  readonly brokenOff: AbortSignal;
}

interface Loop {
  wake(): void;
  readonly ended: Promise<void>;
}

/**
 * Delivers in the background until stopped: on `wake`, and every `everySeconds`, for what falls due and what other processes put
 * into the outbox. Each channel has a loop of its own: a slow one delays no other.
 */
export function startDelivery(parts: LoopParts): Delivery {
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const orphans = notifyOfOrphans(parts).catch((error: unknown) => {
    parts.log.error({ err: error }, 'the operators could not be notified of alerts without a channel');
  });
  const ends = { stopped: stopping.signal, brokenOff: breakingOff.signal };
  const loops = [...parts.channels.values()].map((channel) => startLoop(parts, channel, ends));
  const wake = () => {
    for (const loop of loops) loop.wake();
  };
  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      const grace = setTimeout(() => breakingOff.abort(), stopGraceSeconds * 1000);
      await Promise.all([orphans, ...loops.map((loop) => loop.ended)]);
      clearTimeout(grace);
    },
  };
}

function startLoop(parts: LoopParts, channel: Channel, ends: Ends): Loop {
  let woken = false;
  let endWait = () => {};

  async function run(): Promise<void> {
    while (!ends.stopped.aborted) {
      woken = false;
      await runPass(parts, channel, ends);
      // A wake during the pass may be for an alert that the pass just missed.
      if (woken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, parts.everySeconds * 1000);
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

async function runPass(loop: LoopParts, channel: Channel, { stopped, brokenOff }: Ends): Promise<void> {
  const parts = { ...loop, ...loop.inForce?.() };
  try {
    await endMoments(parts, channel.name);
    await deliverChannel(parts, channel, stopped, brokenOff);
    // After the pass: the digest that was due has gone out, and the next one begins to gather.
    await keepHeartbeat(parts, channel);
  } catch (error) {
    // The store fails (a full disk, a lock held too long): the outbox keeps everything for the next pass.
    parts.log.error({ channel: channel.name, err: error }, 'a pass of delivery failed; it is tried again');
  }
}
