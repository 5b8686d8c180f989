import { randomBytes, scryptSync } from 'node:crypto';

/** A stored password like those of `hashPassword`, but made, and tried, in a moment. */
export function quickHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2, r: 8, p: 1 });
  return `scrypt$2$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
}
