import type { Config } from '../../config/config.ts';
import { findAccessKey } from '../../store/access/accessKeys.ts';
import { anyUser, findUser, type User } from '../../store/access/users.ts';
import type { Store } from '../../store/store.ts';
import { localViewer, type Viewer } from '../visit/viewer.ts';
import { isLoopbackHost } from './needsSignIn.ts';

/** What a request says of who sent it. */
export interface Credentials {
  readonly session: string | undefined;
  /** The key of a program: the words after `Bearer`. */
  readonly apiKey: string | undefined;
  /** The keys of share links: `?key=`, and those that this browser has used before. */
  readonly shareKeys: readonly string[];
  readonly path: string;
  readonly address: string;
  readonly header: (name: string) => string | undefined;
}

/** Each one is looked up in the store. */
const linksAtMost = 20;

interface Parts {
  readonly store: Store;
  readonly config: Pick<Config, 'http'>;
}

/**
 * Who sent a request: the user of its session, program key or share link, the one that a trusted proxy names, or, where there are no
 * users at all, whoever sits at this machine, if nobody else can reach the pages. undefined: they have to sign in.
 */
export async function whoLooks(parts: Parts, credentials: Credentials, now: Date): Promise<Viewer | undefined> {
  const { store, config } = parts;
  const { trustedHeader, host } = config.http;
  // Where others can reach the pages there was a user when they started (`requireSignIn`). The last one may have been removed since.
  if (trustedHeader === undefined && isLoopbackHost(host) && !(await anyUser(store.db))) return localViewer;
  if (trustedHeader?.from.includes(plainAddress(credentials.address))) {
    const user = await findUser(store.db, credentials.header(trustedHeader.name)?.trim() ?? '');
    const viewer = user && viewerOf(user);
    if (viewer !== undefined) return viewer;
  }
  return (
    (await byKey(store, 'session', credentials.session, now)) ??
    (await byKey(store, 'api', credentials.apiKey, now)) ??
    (await byShareLink(store, credentials, now))
  );
}

async function byKey(store: Store, kind: 'session' | 'api', secret: string | undefined, now: Date) {
  const key = secret === undefined ? undefined : await findAccessKey(store.db, kind, secret, now);
  const user = key && (await findUser(store.db, key.userName));
  return user && viewerOf(user);
}

/** One page, to be read as the person who shared it sees it. */
async function byShareLink(store: Store, { shareKeys, path }: Credentials, now: Date): Promise<Viewer | undefined> {
  for (const secret of shareKeys.slice(0, linksAtMost)) {
    const key = await findAccessKey(store.db, 'share', secret, now);
    if (key?.path === undefined || !isOfPage(path, key.path)) continue;
    const user = await findUser(store.db, key.userName);
    const viewer = user && viewerOf(user);
    return viewer && { ...viewer, name: `a link of ${viewer.name}`, role: 'reader', guest: true };
  }
  return undefined;
}

/** The page itself, its pictures and its files. */
function isOfPage(path: string, page: string): boolean {
  if (!path.startsWith(page)) return false;
  return /^$|^(\/[^/]+)?\/picture$|^(\/entries)?\.(csv|xlsx|json)$/.test(path.slice(page.length));
}

/** undefined for a disabled user. */
function viewerOf({ matters, password: _, disabled, ...user }: User): Viewer | undefined {
  return disabled ? undefined : { ...user, matters: matters === undefined ? 'all' : new Set(matters) };
}

/** `10.0.0.1` for `::ffff:10.0.0.1`, which is the same address written as IPv6. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:/, '');
}
