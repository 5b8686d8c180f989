import { isPostgres, shownDatabase } from '../../base/databaseUrl.ts';
import { percentDecoded, readUrl } from './fields.ts';

export const hiddenMark = '[hidden]';

export type Secret = Readonly<{ text: string; shown: string }>;

export interface SecretForm {
  /** Every text by which it could be recognized or used. */
  secretsIn(value: string): Secret[];
  /** What `validate --show` prints instead. */
  mask(value: string): string;
}

export const secretText: SecretForm = {
  // Servers may quote base64 as well.
  secretsIn: (value) => [hide(value), hide(Buffer.from(value).toString('base64'))],
  mask: () => hiddenMark,
};

/** Login and password, as written and decoded, and as SMTP's AUTH PLAIN carries them. */
export const urlWithLogin: SecretForm = {
  secretsIn(address) {
    const url = readUrl(address);
    if (url === undefined || (url.username === '' && url.password === '')) return [];
    const user = percentDecoded(url.username);
    const password = percentDecoded(url.password);
    const plain = Buffer.from(`\0${user}\0${password}`).toString('base64');
    const encoded = Buffer.from(password).toString('base64');
    return [
      { text: address, shown: maskUrl(address) },
      ...[url.password, password, url.username, user, plain, encoded].filter((text) => text !== '').map(hide),
    ];
  },
  mask: maskUrl,
};

/** Its path and query alone are enough to use it. */
export const webhookUrl: SecretForm = {
  secretsIn(address) {
    const url = readUrl(address);
    if (url === undefined) return [hide(address)];
    const lastPart = url.pathname.split('/').at(-1) ?? '';
    return [
      { text: address, shown: maskUrl(address) },
      ...[`${url.pathname}${url.search}`, url.pathname, url.search.slice(1), ...url.searchParams.values(), lastPart]
        .filter((text) => text.length >= leastOfPath)
        .map(hide),
      ...urlWithLogin.secretsIn(address),
    ];
  },
  mask: maskUrl,
};

/** Shorter ones ("/slack" of a local server) are no secrets, and would be found in harmless words. */
const leastOfPath = 8;

function hide(text: string): Secret {
  return { text, shown: hiddenMark };
}

export function userOf(address: string): string {
  return percentDecoded(readUrl(address)?.username ?? '');
}

function maskUrl(address: string): string {
  const url = readUrl(address);
  if (url === undefined) return hiddenMark;
  const login = url.username || url.password ? `${hiddenMark}@` : '';
  const rest = url.pathname.length > 1 || url.search ? `/${hiddenMark}` : '';
  return `${url.protocol}//${login}${url.host}${rest}`;
}

/** Shorter secrets are replaced only as whole words: a password `abc` must not be masked inside other words. */
const leastToFindAnywhere = 8;
/** Secrets shorter than this could be any word. */
const leastToHide = 3;

/** For errors, logs and all other texts that leave the program. */
export function createRedact(secrets: readonly Secret[]): (text: string) => string {
  const shown = new Map(secrets.filter(({ text }) => text.length >= leastToHide).flatMap((secret) => written(secret)));
  if (shown.size === 0) return (text) => text;
  // Longest first: a whole URL before its own path.
  const forms = [...shown.keys()].sort((a, b) => b.length - a.length).map(asPattern);
  const pattern = new RegExp(forms.join('|'), 'g');
  return (text) => text.replace(pattern, (found) => shown.get(found) ?? '');
}

/** A secret as it is, as JSON writes it, and as URLs do. */
function written({ text, shown }: Secret): [string, string][] {
  const forms = [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())];
  return [...new Set(forms)].map((form) => [form, shown]);
}

function asPattern(form: string): string {
  const literal = form.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return form.length >= leastToFindAnywhere ? literal : `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`;
}

/** Only the password is secret: the user is often called `tipstaff`, a word that messages need. */
export const databaseSecret: SecretForm = {
  secretsIn(database) {
    const url = isPostgres(database) ? readUrl(database) : undefined;
    const written = [url?.password ?? '', ...(url?.searchParams.getAll('password') ?? [])];
    const passwords = new Set(written.flatMap((text) => [text, percentDecoded(text)]).filter((text) => text !== ''));
    if (passwords.size === 0) return [];
    const whole: Secret = { text: database, shown: shownDatabase(database) };
    return [whole, ...[...passwords].map(hide)];
  },
  mask: shownDatabase,
};
