import type { Context, MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

/**
 * Compresses pages, feeds and the API for whoever accepts it, but no response that may hold a secret beside what the request said. Who can
 * make a reader's browser ask for such a page again and again, and sees how long the responses are, could guess the secret letter by letter
 * (BREACH). Pages hold the token of their forms and what is confidential, and show again what their query and the body of a form say: so
 * only pages that were asked for without both are compressed. A list of the API repeats nothing of its query, and a browser sends the
 * key of a program by itself to nobody.
 */
export function compressed(): MiddlewareHandler {
  const compressing = compress();
  return (c, next) => (repeatsNothing(c) ? compressing(c, next) : next());
}

function repeatsNothing(c: Context): boolean {
  if (c.req.method !== 'GET') return false;
  const { pathname, search } = new URL(c.req.url);
  return search === '' || (pathname.startsWith('/api/') && /^Bearer /i.test(c.req.header('authorization') ?? ''));
}
