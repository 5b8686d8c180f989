const longestCharacters = 500;
/** Shorter secrets would take half the words with them, and hide nothing. */
const shortestSecret = 3;
const mask = '***';

/**
 * The far end's words as they may be stored, logged and shown: one line of a bearable length, without control characters and
 * without any of the secrets, raw or URL-encoded. A far end may well echo what it was given.
 */
export function serverResponse(text: string, secrets: readonly string[]): string {
  let words = text;
  // The longest first: a URL is masked whole before the password in it.
  for (const secret of spellings(secrets)) words = words.replaceAll(secret, mask);
  words = words.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return words.length > longestCharacters ? `${words.slice(0, longestCharacters - 1)}…` : words;
}

function spellings(secrets: readonly string[]): string[] {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const base64 = known.map((secret) => Buffer.from(secret).toString('base64'));
  const all = new Set([...known, ...known.map(encodeURIComponent), ...base64]);
  return [...all].sort((a, b) => b.length - a.length);
}

/** `Retry-After` in seconds from now, given as seconds or as an HTTP date; undefined when absent or unreadable. At most a day. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(86_400, Math.max(0, Math.ceil(seconds)));
}
