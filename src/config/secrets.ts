import { createHash } from 'node:crypto';
import { isMap } from '../base/json.ts';
import { maskChannel, secretsOfChannel } from './channels.ts';
import { type Config, watchesOfFile } from './config.ts';
import { databaseSecret, hiddenMark, type Secret, secretText, webhookUrl } from './fields/secret.ts';
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
export function configDigest(config: Config): string {
  const known = digests.get(config);
  if (known !== undefined) return known;
  const digest = digestOf(config);
  digests.set(config, digest);
  return digest;
}

/** A daemon needs the digest three times at startup. */
const digests = new WeakMap<Config, string>();

function digestOf(config: Config): string {
  const { channels } = maskedConfig(config);
  const { defaults, operators, goneAfterChecks } = config;
  const watches = watchesOfFile(config).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const others = { channels, defaults, goneAfterChecks, operators: operators.toSorted() };
  // In parts, because the text and the sorted copies of 10,000 watches would be in memory at once.
  const digest = createHash('sha256').update(JSON.stringify(others, inOrder).slice(0, -1)).update(',"watches":[');
  for (const [index, watch] of watches.entries()) {
    digest.update(`${index === 0 ? '' : ','}${JSON.stringify(watch, inOrder)}`);
  }
  return digest.update(']}').digest('hex').slice(0, 16);
}

function inOrder(key: string, value: unknown): unknown {
  if (key === 'privateKeyFile') return undefined;
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
