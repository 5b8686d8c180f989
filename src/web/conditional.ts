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
 * Responds with a body and what a reader needs to ask only for news (RFC 9110, section 13): 304 without the body where the reader names the
 * ETag that it has now. `If-Modified-Since` alone gets the body: something may be added that was found long before.
 */
export function respondIfNew(c: Context, { body, contentType, updated }: Revalidated): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = { etag, 'last-modified': new Date(updated).toUTCString(), 'cache-control': 'private, no-cache' };
  if (hasIt(c.req.header('if-none-match') ?? '', etag)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, 'content-type': contentType });
}

/** A proxy that compresses makes a tag weak; then, too, the content is the same. */
function hasIt(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
