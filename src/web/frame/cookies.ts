import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../../config/config.ts';
import { sessionSeconds } from '../../people/signIn/attempts.ts';

export interface Cookie {
  readonly name: string;
  /** Seconds; absent: until the browser is closed. */
  readonly maxAge?: number;
  /** `Strict`: not with the first page that a reader comes to from another site. */
  readonly sameSite: 'Lax' | 'Strict';
}

export const sessionCookie: Cookie = { name: 'tipstaff-session', maxAge: sessionSeconds, sameSite: 'Lax' };
/** Proves that a form comes from a page of ours. */
export const tokenCookie: Cookie = { name: 'tipstaff-form', sameSite: 'Strict' };
/** Of an attempt to sign in by a provider; the name goes on with that of the attempt. */
export const pendingCookie: Cookie = { name: 'tipstaff-provider-', maxAge: 600, sameSite: 'Lax' };
export const visitCookie: Cookie = { name: 'tipstaff-visit', maxAge: 180 * 86_400, sameSite: 'Lax' };

type Http = Pick<Config['http'], 'publicUrl'>;

/** By https the name says that no neighboring host can have planted it (RFC 6265bis, section 4.1.3.2). */
const isSecure = ({ publicUrl }: Http): boolean => publicUrl?.startsWith('https:') ?? false;

function cookieName({ name }: Pick<Cookie, 'name'>, http: Http): string {
  return isSecure(http) ? `__Host-${name}` : name;
}

export function readCookie(c: Context, cookie: Pick<Cookie, 'name'>, http: Http): string | undefined {
  return getCookie(c, cookieName(cookie, http));
}

export function giveCookie(c: Context, cookie: Cookie, value: string, http: Http): void {
  const { name: _, ...when } = cookie;
  setCookie(c, cookieName(cookie, http), value, { path: '/', httpOnly: true, secure: isSecure(http), ...when });
}

export function endCookie(c: Context, cookie: Cookie, http: Http): void {
  giveCookie(c, { ...cookie, maxAge: 0 }, '', http);
}

/** Compares in the same time however much of it is right. */
export function isSameSecret(sent: string | undefined, known: string | undefined): boolean {
  if (!sent || !known) return false;
  const [given, expected] = [Buffer.from(sent), Buffer.from(known)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
