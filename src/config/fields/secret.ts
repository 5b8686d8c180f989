import { isPostgres, shownDatabase } from '../../base/databaseUrl.ts';
import { percentDecoded, readUrl } from './fields.ts';

export const hiddenMark = '[hidden]';

export type Secret = Readonly<{ text: string; shown: string }>;

export interface SecretForm {
  /** Returns every text that reveals or allows use of the secret. */
  secretsIn(value: string): Secret[];
  /** Returns what `validate --show` prints instead. */
  mask(value: string): string;
}

export const secretText: SecretForm = {
  // Servers may quote base64 too.
  secretsIn: (value) => [hide(value), hide(Buffer.from(value).toString('base64'))],
  mask: () => hiddenMark,
};

/** Hides login and password as written, as decoded, and as SMTP's AUTH PLAIN carries them. */
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

/** Hides path and query too, because they alone are enough to use a webhook. */
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

/** Shorter paths ("/slack" of a local server) are no secrets, and would be found in harmless words. */
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
/** A shorter secret could be any word. */
const leastToHide = 3;

/** Returns a function that hides secrets in errors, logs and all other texts that leave the program. */
export function createRedact(secrets: readonly Secret[]): (text: string) => string {
  const shown = new Map(secrets.filter(({ text }) => text.length >= leastToHide).flatMap((secret) => written(secret)));
  if (shown.size === 0) return (text) => text;
  // The longest come first, so that a whole URL is found before its path.
  const forms = [...shown.keys()].sort((a, b) => b.length - a.length).map(asPattern);
  const pattern = new RegExp(forms.join('|'), 'g');
  return (text) => text.replace(pattern, (found) => shown.get(found) ?? '');
}

/** Returns a secret as it is, as JSON writes it, and as URLs do. */
function written({ text, shown }: Secret): [string, string][] {
  const forms = [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())];
  return [...new Set(forms)].map((form) => [form, shown]);
}

function asPattern(form: string): string {
  const literal = form.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return form.length >= leastToFindAnywhere ? literal : `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`;
}

/** Hides only the password, because the user is often called `tipstaff`, a word that messages need. */
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
