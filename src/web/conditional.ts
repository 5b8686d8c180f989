import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/** A body that readers ask for again and again. */
export interface Revalidated {
  readonly body: string;
  readonly contentType: string;
  /** ISO time of the last thing in it. */
  readonly updated: string;
}

/**
 * Responds with a body and what a reader needs to ask only for news (RFC 9110, section 13): ETag and Last-Modified; 304 without the body where
 * the reader has it. Last-Modified is the next whole second, and absent until it has come, for within a second more may follow.
 */
export function respondIfNew(c: Context, { body, contentType, updated }: Revalidated, now: Date): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const modifiedMs = Math.ceil((Date.parse(updated) + 1) / 1000) * 1000;
  const isPast = modifiedMs <= now.getTime();
  const headers = {
    etag,
    'cache-control': 'private, no-cache',
    ...(isPast && { 'last-modified': new Date(modifiedMs).toUTCString() }),
  };
  if (hasIt(c, etag, isPast ? modifiedMs : Number.POSITIVE_INFINITY)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, 'content-type': contentType });
}

/** A proxy that compresses makes a tag weak; then, too, the content is the same. */
function hasIt(c: Context, etag: string, modifiedMs: number): boolean {
  const tags = c.req.header('if-none-match');
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
  return Date.parse(c.req.header('if-modified-since') ?? '') >= modifiedMs;
}
