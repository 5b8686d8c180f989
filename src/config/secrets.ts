import { hash } from 'node:crypto';
import { isMap } from '../base/json.ts';
import { madeOnce } from '../base/madeOnce.ts';
import { hiddenMark, type Secret } from '../base/redact.ts';
import { maskChannel, secretsOfChannel } from './channels.ts';
import { type Config, watchesOfFile } from './config.ts';
import { databaseSecret, secretText, webhookUrl } from './fields/secret.ts';
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

/** Returns a config that is safe to show. Hosts of URLs stay. */
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

/** Digests what all processes on one database must agree on, without secrets, `http`, `database` and file paths. */
export const configDigest = madeOnce((config: Config): string => {
  const { channels } = maskedConfig(config);
  const { defaults, goneAfterChecks } = config;
  const operators = config.operators.toSorted();
  const watches = watchesOfFile(config).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const text = JSON.stringify({ channels, defaults, goneAfterChecks, operators, watches }, inOrder);
  return hash('sha256', text, 'hex').slice(0, 16);
});

function inOrder(key: string, value: unknown): unknown {
  if (key === 'privateKeyFile') return undefined;
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
