import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** OWASP's minimum for scrypt: 128 MB and about a third of a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const keyBytes = 32;

export const shortestPassword = 12;
const longestPassword = 1000;

/** What is wrong with a password that somebody chose; undefined: nothing. */
export function passwordMistake(password: string): string | undefined {
  if (password.length < shortestPassword) return `A password needs at least ${shortestPassword} characters.`;
  if (password.length > longestPassword) return `A password can have at most ${longestPassword} characters.`;
  return undefined;
}

/** What is stored of a password: `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize('NFKC'), salt, keyBytes, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Takes as long for an unknown name as for a known one, so that nobody can find out names. */
export async function checkPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, n, r, p, salt = '', expected = ''] = (stored ?? '').split('$');
  const parameters = stored === undefined ? cost : { ...cost, N: Number(n), r: Number(r), p: Number(p) };
  const key = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), keyBytes, parameters);
  const known = Buffer.from(expected, 'base64url');
  return known.length === keyBytes && timingSafeEqual(key, known);
}
