import { createHash } from 'node:crypto';
import type { Context } from 'hono';

export interface Revalidated {
  readonly body: string;
  readonly contentType: string;
  /** ISO time of the last thing in it, where it is known. */
  readonly updated?: string | undefined;
  /** The part of the body that the ETag depends on; absent: all of it. */
  readonly meaning?: string | undefined;
}

/**
 * Responds with a body and what a reader needs to ask only for news (RFC 9110, section 13): 304 without the body where
 * the reader names the ETag that it has now. `If-Modified-Since` alone gets the body: something that was found long
 * before may have been added.
 */
export function respondIfNew(c: Context, { body, contentType, updated, meaning }: Revalidated): Response {
  const strong = `"${createHash('sha256')
    .update(meaning ?? body)
    .digest('base64url')}"`;
  const etag = meaning === undefined ? strong : `W/${strong}`;
  const headers: Record<string, string> = { etag, 'cache-control': 'private, no-cache' };
  if (updated !== undefined) headers['last-modified'] = new Date(updated).toUTCString();
  if (hasIt(c.req.header('if-none-match') ?? '', strong)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, 'content-type': contentType });
}

/** A proxy that compresses makes a tag weak; the content is still the same. */
function hasIt(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
