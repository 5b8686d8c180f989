import { hash, randomBytes } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { pageTimezone } from '../../config/pageTimezone.ts';
import { digestOf } from '../../store/access/accessKeys.ts';
import type { PageParts } from '../page.ts';
import { whoLooks } from '../signIn/whoLooks.ts';
import { localViewer, type Viewer } from './viewer.ts';
import { rememberVisit, type Visit, visitCookie, visitCookieOf } from './visit.ts';

const visitRememberedSeconds = 180 * 86_400;
export const tokenCookie = 'tipstaff-form';
export const sessionCookie = 'tipstaff-session';
/** The cookie of a share link has this name, followed by a hash of the page that the link opens. */
const linkCookie = 'tipstaff-link-';

export interface VisitParts extends PageParts {
  readonly clock: () => Date;
}

/** A request before it is known whether its sender may see anything. */
export type Arrival = Omit<Visit, 'viewer'> & { readonly viewer: Viewer | undefined };

/** What a request says: who looks, when, and what for. Gives the browser what it has to remember. */
export async function readVisit(c: Context, parts: VisitParts): Promise<Arrival> {
  const { config, clock } = parts;
  const now = clock();
  const url = new URL(c.req.url);
  const session = getCookie(c, sessionCookie);
  const viewer = await whoLooks(
    parts,
    {
      session,
      apiKey: /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1],
      shareKeys: shareKeysOf(c, url),
      path: url.pathname,
      address: addressOf(c),
      header: (name) => c.req.header(name),
    },
    now,
  );
  rememberLink(c, viewer, config);
  const memory = rememberVisit(getCookie(c, visitCookie), now);
  setCookie(c, visitCookie, visitCookieOf(memory), {
    path: '/',
    maxAge: visitRememberedSeconds,
    httpOnly: true,
    sameSite: 'Lax',
  });
  return {
    formToken: formTokenOf(c),
    viewer,
    session: session && digestOf(session),
    address: addressOf(c),
    now,
    timezone: viewer?.timezone ?? pageTimezone(config),
    locale: viewer?.locale ?? config.http.locale,
    url,
    lastVisitAt: memory.lastVisitAt,
    sandbox: config.service.baseUrl === 'sandbox',
  };
}

/** The visit of a page for anybody: the form to sign in, or why something was not done. */
export function visitOfAnybody(arrival: Arrival): Visit {
  return { ...arrival, viewer: arrival.viewer ?? { ...localViewer, role: 'reader', matters: new Set(), guest: true } };
}

/** The address at the other end of the connection; '' where there is none. */
export function addressOf(c: Context): string {
  return getConnInfo(c).remote.address ?? '';
}

/** The key of a link is in the address of its page alone: the files that the page loads, and its filters, come without it. */
function shareKeysOf(c: Context, url: URL): string[] {
  const cookies = Object.entries(getCookie(c)).filter(([name]) => name.startsWith(linkCookie));
  return [url.searchParams.get('key') ?? [], cookies.map(([, key]) => key)].flat(2);
}

/** Keeps the key of a link while the browser is open, a cookie for each page. */
function rememberLink(c: Context, viewer: Viewer | undefined, { http }: PageParts['config']): void {
  const key = c.req.query('key');
  if (!viewer?.guest || key === undefined) return;
  setCookie(c, `${linkCookie}${hash('sha256', c.req.path, 'base64url').slice(0, 12)}`, key, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: http.publicUrl?.startsWith('https:') ?? false,
  });
}

function formTokenOf(c: Context): string {
  const known = getCookie(c, tokenCookie);
  if (known && /^[\w-]{22,64}$/.test(known)) return known;
  const token = randomBytes(24).toString('base64url');
  setCookie(c, tokenCookie, token, { path: '/', httpOnly: true, sameSite: 'Strict' });
  return token;
}
