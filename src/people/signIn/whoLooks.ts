import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { TipstaffError } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import type { Config, OidcConfig } from '../../config/config.ts';
import { userRoles } from '../../config/settingsSchema.ts';
import type { Db, Store } from '../../store/store.ts';
import { type AccessKey, findAccessKey, isUseNews, isWithin, noteUse } from '../accessKeysTable.ts';
import { localViewer, type Viewer } from '../sight.ts';
import { anyUser, type Connected, connectedOf, findUser, type User } from '../usersTable.ts';

interface Credentials {
  readonly session: string | undefined;
  readonly programKey: string | undefined;
  readonly path: string;
  /** The address of the connection. What a proxy says about others is not believed here. */
  readonly address: string;
  readonly header: (name: string) => string | undefined;
}

type Parts = { readonly store: Store; readonly config: Pick<Config, 'http'> };

/** Returns the user of a session, key or trusted proxy; without users, the local viewer. undefined: nobody. */
export async function whoLooks(parts: Parts, credentials: Credentials, now: Date): Promise<Viewer | undefined> {
  const { store, config } = parts;
  const { trustedHeader } = config.http;
  // Pages that others can reach had a user at startup (`requireSignIn`), but the last user may have been removed since.
  const mayBeOpen = isOpenHere(config) && isDirect(credentials.header);
  if (mayBeOpen && !(await anyUser(store.db))) return localViewer;
  if (trustedHeader?.from.includes(credentials.address)) {
    const user = await findUser(store.db, credentials.header(trustedHeader.name)?.trim() ?? '');
    const viewer = user && viewerOf(user, await connectedOf(store.db, user.name), config);
    if (viewer !== undefined) return viewer;
  }
  return (
    (await byKey(parts, 'session', credentials.session, now)) ??
    (await byKey(parts, 'api', credentials.programKey, now, credentials.path))
  );
}

/** @param path what the key must open (`/feeds/counsel.ics`); a program's key without one opens everything */
export async function byKey(
  { store, config }: Parts,
  kind: 'session' | 'api' | 'feed',
  secret: string | undefined,
  now: Date,
  path?: string,
): Promise<Viewer | undefined> {
  const key = secret === undefined ? undefined : await findAccessKey(store.db, kind, secret, now);
  if (key === undefined || !opensPath(key, path)) return undefined;
  const user = await findUser(store.db, key.userName);
  if (user === undefined) return undefined;
  const connected = await connectedOf(store.db, user.name);
  if (!isKeyInForce(key, user, connected, config.http, now)) return undefined;
  const viewer = viewerOf(user, connected, config);
  // Nobody waits for this note. While the database is busy, a later use is noted instead.
  if (viewer !== undefined && isUseNews(key, now))
    store.transaction((trx) => noteUse(trx, key.digest, now)).catch(() => {});
  return viewer && (kind === 'session' ? viewer : { ...viewer, key: key.label });
}

function opensPath({ kind, path: own }: Pick<AccessKey, 'kind' | 'path'>, path: string | undefined): boolean {
  if (kind === 'api') return !own || isWithin(path ?? '', own);
  return (own ?? undefined) === path;
}

function viewerOf(user: User, connected: readonly Connected[], { http }: Parts['config']): Viewer | undefined {
  const current = userInForce(user, connected, http);
  if (current === undefined) return undefined;
  const { matters, password: _, disabled: __, ...viewer } = current;
  return { ...viewer, matters: matters === undefined ? 'all' : new Set(matters) };
}

export const connectionAddress = (c: Context): string => plainAddress(getConnInfo(c).remote.address ?? '');

/** Returns the last address in `X-Forwarded-For` that is no trusted proxy. Clients may write anything before it. */
export function clientAddress(c: Context, { trustedProxies }: Config['http']): string {
  const passed = (c.req.header('x-forwarded-for') ?? '').split(',').map((each) => plainAddress(each.trim()));
  let address = connectionAddress(c);
  while (isAmongNetworks(trustedProxies, address)) {
    const before = passed.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** @param networks `10.0.0.1`, `10.0.0.0/8`, `::1` */
export function isAmongNetworks(networks: readonly string[], address: string): boolean {
  const list = new BlockList();
  const familyOf = (one: string) => (isIP(one) === 6 ? 'ipv6' : 'ipv4');
  for (const each of networks) {
    const [start = '', length] = each.split('/');
    if (length === undefined) list.addAddress(start, familyOf(start));
    else list.addSubnet(start, Number(length), familyOf(start));
  }
  return list.check(address, familyOf(address));
}

/** Writes `::ffff:10.0.0.1`, the same address as IPv6, as `10.0.0.1`. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

export type Rights = Pick<User, 'role' | 'matters' | 'confidential'>;

type Http = Pick<Config['http'], 'signIn' | 'trustedHeader'>;

/** How long keys of a provider's users work after their last sign-in, because the provider may have removed them. */
const keysDays = 30;

/** Applies the config in force and the user's groups; undefined for a user who may not come in. */
export function userInForce(user: User, connected: readonly Connected[], { signIn }: Http): User | undefined {
  const { oidc } = signIn;
  const groups = connected.find(({ provider }) => provider === oidc?.issuer)?.groups;
  if (user.disabled) return undefined;
  if (oidc === undefined || oidc.groups.length === 0 || groups === undefined) return user;
  const rights = rightsOf(oidc.groups, groups);
  return rights && { ...user, ...rights };
}

function isKeyInForce(
  { kind, provider }: Pick<AccessKey, 'kind' | 'provider'>,
  { password }: User,
  connected: readonly Connected[],
  { signIn, trustedHeader }: Http,
  now: Date,
): boolean {
  const issuer = signIn.oidc?.issuer;
  if (kind === 'session') return provider ? provider === issuer : signIn.passwords;
  const hasOtherWay = password !== undefined || (issuer === undefined && trustedHeader !== undefined);
  if (connected.length === 0 || hasOtherWay) return true;
  const seenAt = connected.find((one) => one.provider === issuer)?.lastSeenAt;
  return seenAt !== undefined && now.getTime() - Date.parse(seenAt) <= keysDays * dayMs;
}

/** Returns the highest role and the matters of all groups; undefined for people who may not come in. */
export function rightsOf(rules: OidcConfig['groups'], groups: readonly string[]): Rights | undefined {
  const own = rules.filter(({ group }) => groups.includes(group));
  const role = userRoles.findLast((rank) => own.some((rule) => rule.role === rank));
  if (role === undefined) return undefined;
  const matters = own.some((rule) => rule.matters === undefined)
    ? undefined
    : [...new Set(own.flatMap((rule) => rule.matters ?? []))].sort();
  return { role, matters, confidential: own.some((rule) => rule.confidential) };
}

/** True for an admin who can sign in and sees every matter, and thus can change users. */
export function isManager({ role, matters, disabled, password }: User, { signIn, trustedHeader }: Http): boolean {
  const comesIn = password !== undefined || trustedHeader !== undefined || signIn.oidc !== undefined;
  return role === 'admin' && matters === undefined && !disabled && comesIn;
}

/** Requires a way to sign in if others can reach the pages. @throws TipstaffError `config.sign-in` */
export async function requireSignIn(db: Db | undefined, config: Pick<Config, 'http'>): Promise<void> {
  const { http } = config;
  const bringsUsers = http.trustedHeader !== undefined || (http.signIn.oidc?.groups.length ?? 0) > 0;
  if (isOnlyLocal(config) || bringsUsers || (db && (await anyUser(db)))) return;
  const reached = isLoopbackHost(http.host) ? http.publicUrl : `${http.host}:${http.port}`;
  const remedy = isLoopbackHost(http.host)
    ? 'remove http.publicUrl'
    : 'set http.host to 127.0.0.1 (and http.publicUrl to an address of this machine)';
  throw new TipstaffError(
    'config.sign-in',
    `The pages would be open to everybody who can reach ${reached}, because nobody has to sign in. Add a user ` +
      `(tipstaff users add NAME --role admin), set http.trustedHeader or http.signIn.oidc with groups, or ${remedy}.`,
  );
}

export function isOpenHere(config: Pick<Config, 'http'>): boolean {
  const { trustedHeader, signIn } = config.http;
  return trustedHeader === undefined && signIn.oidc === undefined && isOnlyLocal(config);
}

/** A public address means that a proxy brings in others. */
export function isOnlyLocal({ http: { host, publicUrl } }: Pick<Config, 'http'>): boolean {
  return isLoopbackHost(host) && (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname));
}

export function isLoopbackHost(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(plain) === 4) return plain.startsWith('127.');
  return plain === '::1' || plain === 'localhost' || plain.endsWith('.localhost');
}

const marksOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

function isDirect(header: (name: string) => string | undefined): boolean {
  const host = header('host')?.replace(/:\d+$/, '') ?? '';
  return isLoopbackHost(host) && marksOfProxies.every((name) => header(name) === undefined);
}

/** Returns a path of our own pages, or `/` for anything else, because a link or form may name another site. */
export const ownPath = (to: string): string => (/^\/(?![/\\])[^\s\\]*$/.test(to) ? to : '/');
