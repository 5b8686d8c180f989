import type { Channel } from './channel.ts';
import { secretsOfChannel } from './channelSecrets.ts';
import { openHttpPoster } from './httpPost.ts';
import type { OpeningParts } from './kind.ts';
import { type ChannelConfig, kindOf } from './kinds.ts';
import { createPace, type Pace } from './pace.ts';

/** What channels are made of, besides their config. */
export type ChannelParts = Pick<OpeningParts, 'installation' | 'clock' | 'fetchPicture'>;

export interface OpenChannels {
  readonly byName: ReadonlyMap<string, Channel>;
  close(): Promise<void>;
}

/** Opens every channel of the config. Nothing is connected before the first alert. */
export function openChannels(
  config: { readonly channels: Readonly<Record<string, ChannelConfig>> },
  parts: ChannelParts,
): OpenChannels {
  const shared = openShared();
  const byName = new Map(
    Object.values(config.channels).map((channel) => [channel.name, openOne(channel, { ...parts, ...shared })]),
  );
  return {
    byName,
    async close() {
      await Promise.all([...byName.values()].map((channel) => channel.close()));
      await shared.http.close();
    },
  };
}

/** Opens one channel by itself. */
export function openChannel(config: ChannelConfig, parts: ChannelParts): Channel {
  const { byName, close } = openChannels({ channels: { [config.name]: config } }, parts);
  const [channel] = byName.values();
  if (channel === undefined) throw new Error('unreachable: one channel was opened');
  return { name: channel.name, send: (message, signal) => channel.send(message, signal), close };
}

function openOne(config: ChannelConfig, parts: Omit<OpeningParts, 'secrets'>): Channel {
  const secrets = secretsOfChannel(config).map(({ text }) => text);
  return kindOf(config.type).open(config, { ...parts, secrets });
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
