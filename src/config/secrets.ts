import type { ChannelConfig, Config } from './config.ts';
import { readUrl } from './schema/urls.ts';

/** Stands where a secret was. */
export const hiddenMark = '[hidden]';

/** A text that must not be seen, and what may stand in its place. */
export interface Secret {
  readonly text: string;
  readonly shown: string;
}

/** All secrets of a config: the token, logins and passwords of mail servers, webhook URLs with their paths, keys. */
export function secretsOf(config: Pick<Config, 'service' | 'channels' | 'database'>): Secret[] {
  // The sandbox's token is no secret, and its word is wanted in messages.
  const token = config.service.token === 'sandbox' ? [] : [hide(config.service.token)];
  return [...token, ...Object.values(config.channels).flatMap(secretsOfChannel), ...secretsOfUrl(config.database)];
}

function secretsOfChannel(channel: ChannelConfig): Secret[] {
  switch (channel.type) {
    case 'email': {
      const { oauth2 } = channel;
      const shownAnyway = [channel.from, ...channel.to].some((address) => address.includes(userOf(channel.smtpUrl)));
      return [
        ...secretsOfUrl(channel.smtpUrl).filter(({ text }) => !(shownAnyway && text === userOf(channel.smtpUrl))),
        ...(oauth2 === undefined ? [] : [hide(oauth2.clientSecret), hide(oauth2.refreshToken)]),
      ];
    }
    case 'slack':
      return secretsOfWebhook(channel.webhookUrl);
    case 'webhook':
      return [...secretsOfWebhook(channel.url), hide(channel.secret), hide(channel.secret.replace(/^whsec_/, ''))];
    case 'feed':
      return [];
  }
}

/** Login and password, as written and decoded, and the form in which SMTP's AUTH PLAIN carries them. */
function secretsOfUrl(address: string): Secret[] {
  const url = readUrl(address);
  if (url === undefined || (url.username === '' && url.password === '')) return [];
  const user = decode(url.username);
  const password = decode(url.password);
  const plain = Buffer.from(`\0${user}\0${password}`).toString('base64');
  const encoded = Buffer.from(password).toString('base64');
  return [
    { text: address, shown: maskUrl(address) },
    ...[url.password, password, url.username, user, plain, encoded].filter((text) => text !== '').map(hide),
  ];
}

/** The whole URL is a password; its path and query alone are enough to use it. */
function secretsOfWebhook(address: string): Secret[] {
  const url = readUrl(address);
  if (url === undefined) return [hide(address)];
  const lastPart = url.pathname.split('/').at(-1) ?? '';
  return [
    { text: address, shown: maskUrl(address) },
    ...[`${url.pathname}${url.search}`, url.pathname, url.search.slice(1), lastPart]
      .filter((text) => text.length >= leastOfPath)
      .map(hide),
  ];
}

/** Shorter ones ("/slack" of a local server) are no secrets, and are found in innocent words. */
const leastOfPath = 8;

/** The origin stays, so that the reader knows which server is meant. */
export function maskUrl(address: string): string {
  const url = readUrl(address);
  if (url === undefined) return hiddenMark;
  const login = url.username || url.password ? `${hiddenMark}@` : '';
  const rest = url.pathname.length > 1 || url.search ? `/${hiddenMark}` : '';
  return `${url.protocol}//${login}${url.host}${rest}`;
}

function userOf(smtpUrl: string): string {
  return decode(readUrl(smtpUrl)?.username ?? '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function hide(text: string): Secret {
  return { text, shown: hiddenMark };
}
