import type { ChannelConfig, Config } from '../config/config.ts';
import type { Channel } from './channel.ts';
import { openEmail } from './email/email.ts';
import { openFeed } from './feed/feed.ts';
import { type HttpPoster, openHttpPoster } from './httpPost.ts';
import { createPace, type Pace } from './pace.ts';
import type { FetchPicture } from './pictures/pictures.ts';
import { openSlack } from './slack/slack.ts';
import { openWebhook } from './webhook/webhook.ts';

const slackIntervalMs = 1000;

/** What channels are made of, besides their config. */
export interface ChannelParts {
  /** Tells this installation from others that send from the same domain: letters and digits. */
  readonly installation: string;
  readonly clock: () => Date;
  /** For pictures in mails; without it, each has a stand-in. */
  readonly fetchPicture?: FetchPicture | undefined;
}

export interface OpenChannels {
  readonly byName: ReadonlyMap<string, Channel>;
  close(): Promise<void>;
}

/** Opens every channel of the config. Nothing is connected before the first alert. */
export function openChannels(config: Pick<Config, 'channels'>, parts: ChannelParts): OpenChannels {
  const http = openHttpPoster();
  const paces = new Map<string, Pace>();
  const byName = new Map<string, Channel>();
  for (const channel of Object.values(config.channels)) byName.set(channel.name, openOne(channel, parts, http, paces));
  return {
    byName,
    async close() {
      await Promise.all([...byName.values()].map((channel) => channel.close()));
      await http.close();
    },
  };
}

/** Opens one channel by itself. */
export function openChannel(config: ChannelConfig, parts: ChannelParts): Channel {
  const http = openHttpPoster();
  const channel = openOne(config, parts, http, new Map());
  return {
    name: channel.name,
    send: (content, signal) => channel.send(content, signal),
    async close() {
      await channel.close();
      await http.close();
    },
  };
}

function openOne(config: ChannelConfig, parts: ChannelParts, http: HttpPoster, paces: Map<string, Pace>): Channel {
  switch (config.type) {
    case 'email':
      return openEmail(config, parts);
    case 'slack': {
      const pace = paces.get(config.webhookUrl) ?? createPace(slackIntervalMs);
      paces.set(config.webhookUrl, pace);
      return openSlack(config, { http, pace, clock: parts.clock });
    }
    case 'webhook':
      return openWebhook(config, { http, installation: parts.installation, clock: parts.clock });
    case 'feed':
      return openFeed(config, parts);
  }
}
