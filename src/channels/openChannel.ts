import { setTimeout as wait } from 'node:timers/promises';
import type { Channel } from './channel.ts';
import { secretsOfChannel } from './channelSecrets.ts';
import { openHttpPoster } from './httpPost.ts';
import type { OpeningParts } from './kind.ts';
import { type ChannelConfig, kindOf } from './kinds.ts';

/** What channels are made of, besides their config. */
export type ChannelParts = Pick<OpeningParts, 'installation' | 'clock' | 'fetchPicture'>;

export interface OpenChannels {
  readonly byName: ReadonlyMap<string, Channel>;
  close(): Promise<void>;
}

/** Opens every channel of the config. Nothing is connected before the first alert. */
export async function openChannels(
  config: { readonly channels: Readonly<Record<string, ChannelConfig>> },
  parts: ChannelParts,
): Promise<OpenChannels> {
  const shared = openShared();
  const byName = new Map<string, Channel>();
  for (const channel of Object.values(config.channels)) {
    const secrets = secretsOfChannel(channel).map(({ text }) => text);
    byName.set(channel.name, await kindOf(channel.type).open(channel, { ...parts, ...shared, secrets }));
  }
  return {
    byName,
    async close() {
      await Promise.all([...byName.values()].map((channel) => channel.close()));
      await shared.http.close();
    },
  };
}

/** What all channels share: one pool of connections, one pace per address. */
function openShared(): Pick<OpeningParts, 'http' | 'paceOf'> {
  const paces = new Map<string, Pace>();
  return {
    http: openHttpPoster(),
    paceOf(address, intervalMs) {
      const pace = paces.get(address) ?? createPace(intervalMs);
      paces.set(address, pace);
      return pace;
    },
  };
}

/** Lets one through at a time, at least `intervalMs` after the one before. Rejects when the signal fires. */
export type Pace = (signal: AbortSignal) => Promise<void>;

export function createPace(intervalMs: number): Pace {
  let nextAtMs = 0;
  return async (signal) => {
    signal.throwIfAborted();
    const nowMs = performance.now();
    const turnMs = Math.max(nowMs, nextAtMs);
    nextAtMs = turnMs + intervalMs;
    if (turnMs > nowMs) await wait(turnMs - nowMs, undefined, { signal });
  };
}
