import type { Secret } from './secret.ts';

/** Shorter secrets are replaced only as whole words: a password `abc` must not be masked inside other words. */
const leastToFindAnywhere = 8;
/** Secrets shorter than this could be any word. */
const leastToHide = 3;

/** A function that removes every given secret from a text: for errors, logs and all other texts that leave the program. */
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
