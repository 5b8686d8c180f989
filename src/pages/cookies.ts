import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../config/config.ts';

export const sessionSeconds = 14 * 86_400;

/** A cookie of ours: what it is called, for how long the browser keeps it (absent: until it is closed), and when it is sent. */
export interface Cookie {
  readonly name: string;
  readonly maxAge?: number | undefined;
  /** `Strict`: not with the first page that a reader comes to from another site. */
  readonly sameSite: 'Lax' | 'Strict';
}

/** Who is signed in. */
export const sessionCookie: Cookie = { name: 'tipstaff-session', maxAge: sessionSeconds, sameSite: 'Lax' };
/** Proves that a form comes from a page of ours. */
export const tokenCookie: Cookie = { name: 'tipstaff-form', sameSite: 'Strict' };
/** When the last visit ended. */
export const visitCookie: Cookie = { name: 'tipstaff-visit', maxAge: 180 * 86_400, sameSite: 'Lax' };
/** That of a share link has this name, followed by a hash of the page that the link opens. */
export const linkCookie: Cookie = { name: 'tipstaff-link-', sameSite: 'Lax' };

type Http = Pick<Config['http'], 'publicUrl'>;

/**
 * Where readers come by https, no cookie leaves the browser without it, and its name says that no neighbouring host can have
 * planted it (RFC 6265bis, section 4.1.3.2).
 */
const isSecure = ({ publicUrl }: Http): boolean => publicUrl?.startsWith('https:') ?? false;

function cookieName({ name }: Pick<Cookie, 'name'>, http: Http): string {
  return isSecure(http) ? `__Host-${name}` : name;
}

export function readCookie(c: Context, cookie: Pick<Cookie, 'name'>, http: Http): string | undefined {
  return getCookie(c, cookieName(cookie, http));
}

/** The values of all cookies whose name begins as this one's. */
export function readCookies(c: Context, cookie: Pick<Cookie, 'name'>, http: Http): string[] {
  const own = Object.entries(getCookie(c)).filter(([name]) => name.startsWith(cookieName(cookie, http)));
  return own.map(([, value]) => value);
}

export function giveCookie(c: Context, cookie: Cookie, value: string, http: Http): void {
  const { maxAge, sameSite } = cookie;
  const kept = maxAge === undefined ? {} : { maxAge };
  setCookie(c, cookieName(cookie, http), value, {
    path: '/',
    httpOnly: true,
    sameSite,
    secure: isSecure(http),
    ...kept,
  });
}

/** Takes a cookie back. */
export function endCookie(c: Context, cookie: Cookie, http: Http): void {
  giveCookie(c, { ...cookie, maxAge: 0 }, '', http);
}
