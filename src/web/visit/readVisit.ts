import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { pageTimezone } from '../../config/config.ts';
import { digestOf } from '../../people/accessKeysTable.ts';
import { sightOf, type Viewer } from '../../people/sight.ts';
import { clientAddress, connectionAddress, whoLooks } from '../../people/signIn/whoLooks.ts';
import type { PageParts } from '../frame/page.ts';
import {
  type Arrival,
  giveCookie,
  readCookie,
  rememberVisit,
  sessionCookie,
  tokenCookie,
  visitCookie,
  visitCookieOf,
} from './visit.ts';

export interface VisitParts extends PageParts {
  readonly clock: () => Date;
}

/** Who sent a request; undefined: they have to sign in, or to send a key. Nothing is given to a browser. */
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
  if (viewer !== undefined) noteViewer(c, viewer);
  return viewer;
}

/** By the connection's own object of a request, which the apps within one another share. */
const viewers = new WeakMap<object, Viewer>();

export function noteViewer(c: Context, viewer: Viewer): void {
  viewers.set(c.env, viewer);
}

export const viewerOfRequest = (c: Context): Viewer | undefined => viewers.get(c.env);

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
    browser: c.req.header('user-agent'),
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
function rememberToday(c: Context, { http }: PageParts['config'], now: Date): string | undefined {
  const memory = rememberVisit(readCookie(c, visitCookie, http), now);
  giveCookie(c, visitCookie, visitCookieOf(memory), http);
  return memory.lastVisitAt;
}

function formTokenOf(c: Context, { http }: PageParts['config']): string {
  const known = readCookie(c, tokenCookie, http);
  if (known && /^[\w-]{22,64}$/.test(known)) return known;
  const token = randomBytes(24).toString('base64url');
  giveCookie(c, tokenCookie, token, http);
  return token;
}

/**
 * After `Bearer`, or as the password of `Basic`, which is all that calendar programs and feed readers can do. Read only
 * where programs read: with GET, of the API and of feeds.
 */
function programKey(c: Context): string | undefined {
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

export function challenge(c: Context, whom: keyof typeof challenges): void {
  c.header('www-authenticate', challenges[whom]);
}
