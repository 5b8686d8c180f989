import { setTimeout as wait } from 'node:timers/promises';
import { type ChannelConfig, secretsOfChannel } from '../../config/channels/kinds.ts';
import type { Channel, OpeningParts, Pace } from './channel.ts';
import { openHttpPoster } from './httpPost.ts';

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
    byName.set(channel.name, await openChannel(channel, { ...parts, ...shared, secrets }));
  }
  return {
    byName,
    async close() {
      await Promise.all([...byName.values()].map((channel) => channel.close?.()));
      await shared.http.close();
    },
  };
}

/** Slack takes one message a second per webhook, Teams four, and its workflows fewer over a minute. */
const chatIntervalMs = 1000;

/** Loads the code that sends, which commands that only read the config do not need. */
async function openChannel(config: ChannelConfig, parts: OpeningParts): Promise<Channel> {
  switch (config.type) {
    case 'email':
      return (await import('./email/send.ts')).openEmail(config, parts);
    case 'slack': {
      const pace = parts.paceOf(config.webhookUrl, chatIntervalMs);
      return (await import('./slack.ts')).openSlack(config, { ...parts, pace });
    }
    case 'teams': {
      const pace = parts.paceOf(config.webhookUrl, chatIntervalMs);
      return (await import('./teams.ts')).openTeams(config, { ...parts, pace });
    }
    case 'webhook':
      return (await import('./webhook.ts')).openWebhook(config, parts);
  }
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
