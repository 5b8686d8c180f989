import type { ChannelConfig, Config } from './config.ts';
import { hiddenMark, maskUrl } from './secrets.ts';

/** The effective config, fit to be shown: every secret is replaced, hosts of URLs stay. */
export function maskedConfig(config: Config): Config {
  const channels = Object.entries(config.channels).map(([name, channel]) => [name, maskChannel(channel)]);
  return {
    ...config,
    service: { ...config.service, token: hiddenMark },
    channels: Object.fromEntries(channels),
  };
}

function maskChannel(channel: ChannelConfig): ChannelConfig {
  switch (channel.type) {
    case 'email': {
      const oauth2 = channel.oauth2 && { ...channel.oauth2, clientSecret: hiddenMark, refreshToken: hiddenMark };
      return { ...channel, smtpUrl: maskUrl(channel.smtpUrl), oauth2 };
    }
    case 'slack':
      return { ...channel, webhookUrl: maskUrl(channel.webhookUrl) };
    case 'webhook':
      return { ...channel, url: maskUrl(channel.url), secret: hiddenMark };
    case 'feed':
      return channel;
  }
}
