import { maskChannel, secretsOfChannel } from './channels/kinds.ts';
import type { Config } from './config.ts';
import { databaseSecret } from './fields/databaseUrl.ts';
import { hiddenMark, type Secret, secretText, webhookUrl } from './fields/secret.ts';
import { maskNudges, secretsOfNudges } from './readNudges.ts';

export function secretsOf(
  config: Pick<Config, 'service' | 'channels' | 'database'> & Partial<Pick<Config, 'http' | 'watchdog' | 'nudges'>>,
): Secret[] {
  const { token } = config.service;
  return [
    // The token of the sandbox is no secret, and messages need the word.
    ...(token === 'sandbox' ? [] : secretText.secretsIn(token)),
    ...Object.values(config.channels).flatMap(secretsOfChannel),
    ...Object.values(config.nudges ?? {}).flatMap(secretsOfNudges),
    ...databaseSecret.secretsIn(config.database),
    ...(config.watchdog === undefined ? [] : webhookUrl.secretsIn(config.watchdog.url)),
    ...[config.http?.metricsToken, config.http?.signIn.oidc?.clientSecret].flatMap((secret) =>
      secret === undefined ? [] : secretText.secretsIn(secret),
    ),
  ];
}

/** Safe to show; hosts of URLs stay. */
export function maskedConfig(config: Config): Config {
  const channels = Object.entries(config.channels).map(([name, channel]) => [name, maskChannel(channel)]);
  const { watchdog } = config;
  return {
    ...config,
    http: maskedHttp(config.http),
    watchdog: watchdog && { ...watchdog, url: webhookUrl.mask(watchdog.url) },
    nudges: Object.fromEntries(Object.entries(config.nudges).map(([name, source]) => [name, maskNudges(source)])),
    database: databaseSecret.mask(config.database),
    service: { ...config.service, token: hiddenMark },
    channels: Object.fromEntries(channels),
  };
}

function maskedHttp({ metricsToken, signIn, ...http }: Config['http']): Config['http'] {
  const { oidc } = signIn;
  const masked = oidc?.clientSecret === undefined ? oidc : { ...oidc, clientSecret: hiddenMark };
  return {
    ...http,
    ...(metricsToken === undefined ? {} : { metricsToken: hiddenMark }),
    signIn: { ...signIn, ...(masked === undefined ? {} : { oidc: masked }) },
  };
}
