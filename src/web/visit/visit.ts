import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { auth } from 'hono/utils/basic-auth';
import { type Config, pageTimezone } from '../../config/config.ts';
import { digestOf } from '../../people/accessKeysTable.ts';
import { mayAct, type Sight, sightOf, type Viewer } from '../../people/sight.ts';
import { sessionSeconds } from '../../people/signIn/attempts.ts';
import { clientAddress, connectionAddress, whoLooks } from '../../people/signIn/whoLooks.ts';
import { listUsers } from '../../people/usersTable.ts';
import type { Db, Store } from '../../store/store.ts';

/** A request for a page before its sender is authenticated. */
export interface Arrival {
  readonly viewer: Viewer | undefined;
  readonly sight: Sight | undefined;
  readonly now: Date;
  readonly timezone: string;
  /** BCP 47 locale of days and times. By default, the timezone decides. */
  readonly locale?: string | undefined;
  readonly url: URL;
  /** ISO time when the reader's last visit to Today ended. Undefined on the first visit and on other pages. */
  readonly lastVisitAt: string | undefined;
  /** Proves that a form comes from one of our pages. At least 22 characters, different for each browser. */
  readonly formToken: string;
  /** The digest of the viewer's session. Undefined if the viewer signed in without a session. */
  readonly session?: string | undefined;
  readonly address?: string | undefined;
  readonly browser?: string | undefined;
  readonly cookie: (cookie: Pick<Cookie, 'name'>) => string | undefined;
  readonly sandbox: boolean;
}

export interface Visit extends Arrival {
  readonly viewer: Viewer;
  readonly sight: Sight;
}

export function isSignedIn(visit: Arrival): visit is Visit {
  return visit.viewer !== undefined;
}

export interface VisitParts {
  readonly store: Store;
  readonly config: Pick<Config, 'http' | 'service'>;
  readonly wholeConfig: Config;
  readonly clock: () => Date;
}

/** Returns the sender of a request, or undefined if they must sign in or send a key. Sets no cookie. */
export async function readViewer(c: Context, parts: VisitParts, now: Date): Promise<Viewer | undefined> {
  const { config } = parts;
  const credentials = {
    session: readCookie(c, sessionCookie, config.http),
    programKey: programKey(c),
    path: new URL(c.req.url).pathname,
    address: connectionAddress(c),
    header: (name: string) => c.req.header(name),
  };
  const viewer = await whoLooks(parts, credentials, now);
  noteViewer(c, viewer);
  return viewer;
}

/** For the access log. */
export const noteViewer = (c: Context, viewer: Viewer | undefined): void => c.set('viewer', viewer);

export const viewerOfRequest = (c: Context): Viewer | undefined => c.get('viewer');

export async function readVisit(c: Context, parts: VisitParts): Promise<Arrival> {
  const { config, clock } = parts;
  const now = clock();
  const url = new URL(c.req.url);
  const viewer = await readViewer(c, parts, now);
  const sight = viewer && sightOf(parts.wholeConfig, viewer);
  const session = readCookie(c, sessionCookie, config.http);
  return {
    formToken: formTokenOf(c, config),
    viewer,
    sight,
    session: session && digestOf(session),
    address: clientAddress(c, config.http),
    cookie: (cookie) => readCookie(c, cookie, config.http),
    now,
    timezone: viewer?.timezone ?? pageTimezone({ http: config.http, watches: sight?.readable ?? [] }),
    locale: viewer?.locale ?? config.http.locale,
    url,
    lastVisitAt: viewer !== undefined && url.pathname === '/' ? rememberToday(c, config, now) : undefined,
    sandbox: config.service.baseUrl === 'sandbox',
  };
}

/** Only Today shows what is new since the last visit, so only Today counts as one. */
function rememberToday(c: Context, { http }: VisitParts['config'], now: Date): string | undefined {
  const memory = rememberVisit(readCookie(c, visitCookie, http), now);
  giveCookie(c, visitCookie, visitCookieOf(memory), http);
  return memory.lastVisitAt;
}

function formTokenOf(c: Context, { http }: VisitParts['config']): string {
  const known = readCookie(c, tokenCookie, http);
  if (known && /^[\w-]{22,64}$/.test(known)) return known;
  const token = randomBytes(24).toString('base64url');
  giveCookie(c, tokenCookie, token, http);
  return token;
}

/**
 * Returns the key after `Bearer`, or the `Basic` password (all that calendars and feed readers can send). Accepted only
 * for GET requests to the API and to feeds.
 */
function programKey(c: Context): string | undefined {
  const isForPrograms = /^\/(api\/v1|feeds)\//.test(c.req.path) && ['GET', 'HEAD'].includes(c.req.method);
  if (!isForPrograms) return undefined;
  const [, key] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  return key ?? auth(c.req.raw)?.password;
}

const challenges = {
  feed: 'Basic realm="Tipstaff", charset="UTF-8", Bearer realm="Tipstaff"',
  api: 'Bearer realm="Tipstaff"',
  // People sign in to pages with a form, for which HTTP has no scheme.
  page: 'Form realm="Tipstaff"',
};

export function challenge(c: Context, whom: keyof typeof challenges): void {
  c.header('www-authenticate', challenges[whom]);
}

const visitEndsAfterMs = 30 * 60_000;

type VisitMemory = { readonly lastVisitAt: string | undefined; readonly seenAt: string };

/** A visit ends half an hour after Today was last opened. @param cookie as received, possibly malformed */
export function rememberVisit(cookie: string | undefined, now: Date): VisitMemory {
  const [seenAt, lastVisitAt] = (cookie ?? '').split('_').map(isoOf);
  if (seenAt === undefined) return { lastVisitAt: undefined, seenAt: now.toISOString() };
  const isNewVisit = now.getTime() - Date.parse(seenAt) > visitEndsAfterMs;
  return { lastVisitAt: isNewVisit ? seenAt : lastVisitAt, seenAt: now.toISOString() };
}

/** Writes Unix seconds, which need no escaping in a cookie. */
export function visitCookieOf({ seenAt, lastVisitAt }: VisitMemory): string {
  return [seenAt, lastVisitAt]
    .filter((at) => at !== undefined)
    .map((at) => Math.floor(Date.parse(at) / 1000))
    .join('_');
}

function isoOf(seconds: string): string | undefined {
  return /^\d{9,10}$/.test(seconds) ? new Date(Number(seconds) * 1000).toISOString() : undefined;
}

/** Returns whether a viewer may see a user's name. A viewer of some matters knows only users without other matters. */
export async function usersKnownTo(db: Db, { name, matters }: Viewer): Promise<(userName: string) => boolean> {
  if (matters === 'all') return () => true;
  const users = (await listUsers(db)).filter((user) => user.matters?.every((matter) => matters.has(matter)));
  const known = new Set([name, ...users.map((user) => user.name)]);
  return (userName) => known.has(userName);
}

export const mayManage = (viewer: Viewer): boolean => mayAct(viewer, 'admin') && viewer.matters === 'all';

export function mayAudit({ viewer, sight }: Pick<Visit, 'viewer' | 'sight'>): boolean {
  return mayManage(viewer) && sight.isWhole;
}

export interface Cookie {
  readonly name: string;
  /** Seconds. If absent, until the browser is closed. */
  readonly maxAge?: number;
  /** `Strict` cookies are not sent with a page opened from another site. */
  readonly sameSite: 'Lax' | 'Strict';
}

export const sessionCookie: Cookie = { name: 'tipstaff-session', maxAge: sessionSeconds, sameSite: 'Lax' };
/** Proves that a form comes from a page of ours. */
export const tokenCookie: Cookie = { name: 'tipstaff-form', sameSite: 'Strict' };
/** Belongs to one sign-in attempt at a provider, whose name is added to this prefix. */
export const pendingCookie: Cookie = { name: 'tipstaff-provider-', maxAge: 600, sameSite: 'Lax' };
const visitCookie: Cookie = { name: 'tipstaff-visit', maxAge: 180 * 86_400, sameSite: 'Lax' };

type Http = Pick<Config['http'], 'publicUrl'>;

/** Over https, the cookie's name proves that no neighboring host planted it (RFC 6265bis, section 4.1.3.2). */
const isSecure = ({ publicUrl }: Http): boolean => publicUrl?.startsWith('https:') ?? false;

export function readCookie(c: Context, { name }: Pick<Cookie, 'name'>, http: Http): string | undefined {
  return getCookie(c, name, isSecure(http) ? 'host' : undefined);
}

export function giveCookie(c: Context, { name, ...when }: Cookie, value: string, http: Http): void {
  const secure = isSecure(http);
  setCookie(c, name, value, { path: '/', httpOnly: true, secure, ...(secure && { prefix: 'host' }), ...when });
}

export function endCookie(c: Context, cookie: Cookie, http: Http): void {
  giveCookie(c, { ...cookie, maxAge: 0 }, '', http);
}

/** Compares in constant time. */
export function isSameSecret(sent: string | undefined, known: string | undefined): boolean {
  if (!sent || !known) return false;
  const [given, expected] = [Buffer.from(sent), Buffer.from(known)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
