/** Shorter ones are no secrets, and might occur in any response. */
const shortestToken = 8;

/** Whether a response quotes the token: a service that refuses one may, and what is kept may end up in a bug report. */
export function quotesToken(bytes: Buffer, token: string): boolean {
  return token.length >= shortestToken && bytes.includes(token);
}

export function withoutToken(bytes: Buffer, token: string): Buffer {
  if (!quotesToken(bytes, token)) return bytes;
  // As latin1 every byte is a character, so that the others stay as they came.
  return Buffer.from(bytes.toString('latin1').replaceAll(token, '[token]'), 'latin1');
}
