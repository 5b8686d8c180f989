import { isIP } from 'node:net';
import type { Config } from '../../config/config.ts';
import { TipstaffError } from '../../errors.ts';
import { anyUser } from '../../store/access/users.ts';
import type { Store } from '../../store/store.ts';

/**
 * Where people on other machines can reach the pages, somebody has to be able to sign in.
 * @throws TipstaffError `config.sign-in` when nobody can.
 */
export async function requireSignIn(store: Store, { http }: Pick<Config, 'http'>): Promise<void> {
  if (isLoopbackHost(http.host) || http.trustedHeader !== undefined || (await anyUser(store.db))) return;
  throw new TipstaffError(
    'config.sign-in',
    `The pages would be open to everybody who can reach ${http.host}:${http.port}, because nobody has to sign in. Add a user (tipstaff users add NAME), set http.trustedHeader, or set http.host to 127.0.0.1.`,
  );
}

/** Whether only this machine can reach a server that listens there. */
export function isLoopbackHost(host: string): boolean {
  const plain = host.toLowerCase();
  if (isIP(plain) === 4) return plain.startsWith('127.');
  return plain === '::1' || plain === 'localhost';
}
