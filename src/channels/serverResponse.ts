const longestCharacters = 500;
/** Masking shorter secrets would damage half the words, and hide nothing. */
const shortestSecret = 3;
const mask = '***';

/**
 * A server's response as it may be stored, logged and shown: one line of limited length, without control characters and
 * without any of the secrets, raw or URL-encoded. A server may echo what it was given.
 */
export function serverResponse(text: string, secrets: readonly string[]): string {
  const words = withoutSecrets(text, secrets)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words.length > longestCharacters ? `${words.slice(0, longestCharacters - 1)}…` : words;
}

/** The text with every secret in it masked. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // The longest first: a URL is masked whole before the password in it.
  return spellings(secrets).reduce((words, secret) => words.replaceAll(secret, mask), text);
}

function spellings(secrets: readonly string[]): string[] {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const base64 = known.map((secret) => Buffer.from(secret).toString('base64'));
  const all = new Set([...known, ...known.map(encodeURIComponent), ...base64]);
  return [...all].sort((a, b) => b.length - a.length);
}
