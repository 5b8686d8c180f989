/** Stands in place of a secret in everything that leaves the program. */
export const hiddenMark = '[hidden]';

export type Secret = Readonly<{ text: string; shown: string }>;

export function hide(text: string): Secret {
  return { text, shown: hiddenMark };
}

/** A shorter secret could be any word, so masking it would hide nothing. */
const leastToHide = 3;
/** Shorter secrets are masked only as whole words: a password `abc` must not be masked inside other words. */
const leastToFindAnywhere = 8;

/** Returns a function that masks secrets in texts that leave the program. */
export function createRedact(secrets: readonly Secret[]): (text: string) => string {
  const shown = new Map(secrets.filter(({ text }) => text.length >= leastToHide).flatMap(written));
  if (shown.size === 0) return (text) => text;
  // The longest come first, so that a whole URL is found before the password in it.
  const forms = [...shown.keys()].sort((a, b) => b.length - a.length).map(asPattern);
  const pattern = new RegExp(forms.join('|'), 'g');
  return (text) => text.replace(pattern, (found) => shown.get(found) ?? '');
}

/** Returns the forms in which servers quote a secret: as it is, as JSON and URLs write it, and in base64. */
function written({ text, shown }: Secret): [string, string][] {
  const json = JSON.stringify(text).slice(1, -1);
  const encoded = encodeURIComponent(text.toWellFormed());
  const forms = [text, json, json.replaceAll('/', '\\/'), encoded, Buffer.from(text).toString('base64')];
  return [...new Set(forms)].map((form) => [form, shown]);
}

function asPattern(form: string): string {
  const literal = form.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return form.length >= leastToFindAnywhere ? literal : `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`;
}

export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:/i.test(database);
}

/** Returns a database's name for messages and logs: a file path, or an address without password and options. */
export function shownDatabase(database: string): string {
  if (!isPostgres(database)) return database;
  const url = URL.parse(database);
  if (url === null) return 'postgres://…';
  const user = url.username === '' ? '' : `${url.username}@`;
  return `${url.protocol}//${user}${url.host || (url.searchParams.get('host') ?? '')}${url.pathname}`;
}
