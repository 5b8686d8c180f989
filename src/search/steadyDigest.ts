import { hash } from 'node:crypto';

/** Fields that move without being news (service.md, Answers), wherever they stand. */
export const volatileFields: ReadonlySet<string> = new Set([
  'crawledAt',
  'PROCESSED_AT',
  'workerId',
  'WORKER_ID',
  'version',
]);

/**
 * Such fields with their values, and addresses of images but for their paths. As text: in JSON a quote inside a value has a
 * backslash before it, so that `"version":` can only be a name. What is written otherwise (escapes in a value) stays, and counts.
 */
const moving = new RegExp(
  `"(?:${[...volatileFields].join('|')})":\\s*"[^"\\\\]*"|"url":\\s*"https?://[^"\\\\/]*([^"\\\\?#]*)[^"\\\\]*"`,
  'g',
);

/** sha256, base64url, of an answer less what moves without being news. Takes less time than to parse it. */
export function steadyDigest(bytes: Buffer): string {
  // One byte a character: what it stands for does not matter here.
  return hash('sha256', bytes.toString('latin1').replace(moving, '$1'), 'base64url');
}
