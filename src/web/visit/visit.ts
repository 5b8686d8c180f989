import { mayAct, type Sight, type Viewer } from '../../people/sight.ts';
import { listUsers } from '../../people/usersTable.ts';
import type { Db } from '../../store/store.ts';
import type { Cookie } from '../frame/cookies.ts';

/** A request for a page before it is known whether its sender may see anything. */
export interface Arrival {
  readonly viewer: Viewer | undefined;
  readonly sight: Sight | undefined;
  readonly now: Date;
  readonly timezone: string;
  /** BCP 47: how days and times are written; without one it follows from the zone. */
  readonly locale?: string | undefined;
  readonly url: URL;
  /** ISO: when this reader's last visit of Today ended; undefined at their first, and on every other page. */
  readonly lastVisitAt: string | undefined;
  /** Proves that a form comes from one of our pages; 22 characters or more, for each browser another one. */
  readonly formToken: string;
  /** The digest of the session by which the viewer is signed in; undefined: they came in another way. */
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
  return visit.viewer !== undefined && visit.sight !== undefined;
}

const visitEndsAfterMs = 30 * 60_000;

interface VisitMemory {
  readonly lastVisitAt: string | undefined;
  readonly seenAt: string;
}

/** A visit ends when Today was not opened for half an hour. @param cookie as it came, of whatever form. */
export function rememberVisit(cookie: string | undefined, now: Date): VisitMemory {
  const [seenAt, lastVisitAt] = (cookie ?? '').split('_').map(isoOf);
  if (seenAt === undefined) return { lastVisitAt: undefined, seenAt: now.toISOString() };
  const isNewVisit = now.getTime() - Date.parse(seenAt) > visitEndsAfterMs;
  return { lastVisitAt: isNewVisit ? seenAt : lastVisitAt, seenAt: now.toISOString() };
}

/** Seconds are enough, and need no escaping in a cookie. */
export function visitCookieOf({ seenAt, lastVisitAt }: VisitMemory): string {
  return [seenAt, lastVisitAt]
    .filter((at) => at !== undefined)
    .map((at) => Math.floor(Date.parse(at) / 1000))
    .join('_');
}

function isoOf(seconds: string): string | undefined {
  return /^\d{9,10}$/.test(seconds) ? new Date(Number(seconds) * 1000).toISOString() : undefined;
}

/** Whether a viewer may know who did something: who sees some matters only knows those who see no other. */
export async function usersKnownTo(db: Db, { name, matters }: Viewer): Promise<(userName: string) => boolean> {
  if (matters === 'all') return () => true;
  const users = (await listUsers(db)).filter((user) => user.matters?.every((matter) => matters.has(matter)));
  const known = new Set([name, ...users.map((user) => user.name)]);
  return (userName) => known.has(userName);
}

export function mayManage(viewer: Viewer): boolean {
  return mayAct(viewer, 'admin') && viewer.matters === 'all';
}

export function mayAudit({ viewer, sight }: Pick<Visit, 'viewer' | 'sight'>): boolean {
  return mayManage(viewer) && sight.isWhole;
}
