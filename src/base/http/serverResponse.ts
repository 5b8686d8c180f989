const deepest = 5;

/** An error's message with those of its causes: a network error says what happened in its causes only. */
export function errorMessage(error: unknown): string {
  const messages: string[] = [];
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < deepest; depth += 1) {
    const { message } = current;
    if (!messages.some((said) => said.includes(message))) messages.push(message);
    current = current.cause;
  }
  return messages.join(': ') || String(error);
}

const longestCharacters = 500;
/** Masking shorter secrets would damage half the words, and hide nothing. */
const shortestSecret = 3;
const mask = '***';

/** A server's words as they may be stored, logged and shown: one line of limited length, without the secrets. */
export function serverResponse(text: string, secrets: readonly string[]): string {
  const words = withoutSecrets(text, secrets)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words.length > longestCharacters ? `${words.slice(0, longestCharacters - 1)}…` : words;
}

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
