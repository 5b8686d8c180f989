import { randomBytes, scryptSync } from 'node:crypto';

/** Returns a stored password like those of `hashPassword`, but with a cost so low that each attempt takes no time. */
export function quickHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2, r: 8, p: 1 });
  return `scrypt$2$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
}
