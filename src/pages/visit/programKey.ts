import type { Context } from 'hono';

/**
 * The key that a program sends: after `Bearer`, or as the password of `Basic`, which is all that calendar programs and feed
 * readers can do. It is read only where programs read: with GET, of the API and of feeds.
 */
export function programKey(c: Context): string | undefined {
  const isForPrograms = /^\/(api\/v1|feeds)\//.test(c.req.path) && ['GET', 'HEAD'].includes(c.req.method);
  const [, scheme = '', sent = ''] = /^(\w+) +(\S+)$/.exec(c.req.header('authorization') ?? '') ?? [];
  if (!isForPrograms) return undefined;
  if (scheme.toLowerCase() === 'bearer') return sent;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(sent, 'base64').toString('utf8')) ?? [];
  return password;
}

const challenges = {
  feed: 'Basic realm="Tipstaff", charset="UTF-8", Bearer realm="Tipstaff"',
  api: 'Bearer realm="Tipstaff"',
  // No scheme of HTTP signs in to pages: people do that with a form.
  page: 'Form realm="Tipstaff"',
};

/** Says how a program proves who it is (RFC 9110, section 11.6.1). A browser would ask its reader for a password in the API's case, too. */
export function challenge(c: Context, whom: keyof typeof challenges): void {
  c.header('www-authenticate', challenges[whom]);
}
