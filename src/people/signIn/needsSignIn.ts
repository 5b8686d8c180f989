import { isIP } from 'node:net';
import { TipstaffError } from '../../base/errors.ts';
import type { Config } from '../../config/config.ts';
import type { Store } from '../../store/store.ts';
import { anyUser } from '../usersTable.ts';

/** Somebody has to be able to sign in where others reach the pages. @throws TipstaffError `config.sign-in` */
export async function requireSignIn(store: Store, config: Pick<Config, 'http'>): Promise<void> {
  const { http } = config;
  const bringsUsers = http.trustedHeader !== undefined || (http.signIn.oidc?.groups.length ?? 0) > 0;
  if (isOnlyLocal(config) || bringsUsers || (await anyUser(store.db))) return;
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

/** Whether whoever sits at this machine needs no name while there is no user. */
export function isOpenHere(config: Pick<Config, 'http'>): boolean {
  const { trustedHeader, signIn } = config.http;
  return trustedHeader === undefined && signIn.oidc === undefined && isOnlyLocal(config);
}

/** A public address means that a proxy brings others. */
export function isOnlyLocal({ http: { host, publicUrl } }: Pick<Config, 'http'>): boolean {
  return isLoopbackHost(host) && (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname));
}

/** Whether only this machine can reach a server that listens there, or has that name. */
export function isLoopbackHost(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(plain) === 4) return plain.startsWith('127.');
  return plain === '::1' || plain === 'localhost' || plain.endsWith('.localhost');
}

const marksOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether a request comes from this machine itself: it names it, and no proxy has passed it on. */
export function isDirect(header: (name: string) => string | undefined): boolean {
  const host = header('host')?.replace(/:\d+$/, '') ?? '';
  return isLoopbackHost(host) && marksOfProxies.every((name) => header(name) === undefined);
}

/** A path of our own pages as it is, `/` for anything else: a link or a form may name another site. */
export function ownPath(to: string): string {
  return /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : '/';
}
