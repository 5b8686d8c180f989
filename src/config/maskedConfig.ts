import { maskChannel } from '../channels/channelSecrets.ts';
import type { Config } from './config.ts';
import { hiddenMark } from './schema/secret.ts';

/** The effective config, fit to be shown: every secret is replaced, hosts of URLs stay. */
export function maskedConfig(config: Config): Config {
  const channels = Object.entries(config.channels).map(([name, channel]) => [name, maskChannel(channel)]);
  return {
    ...config,
    service: { ...config.service, token: hiddenMark },
    channels: Object.fromEntries(channels),
  };
}
