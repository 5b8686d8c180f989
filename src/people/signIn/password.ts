import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { TipstaffError } from '../../base/errors.ts';

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** One of OWASP's minima for scrypt: 32 MB and about a quarter of a second for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 256 * 1024 * 1024 };
const keyBytes = 32;

export const shortestPassword = 12;
const longestPassword = 1000;

/** Some five seconds of waiting. */
const waitAtMost = 20;
/** Whoever was refused before leaves room for others. */
const suspectsWaitAtMost = 10;

/** What is wrong with a password that somebody chose; undefined: nothing. */
export function passwordMistake(password: string): string | undefined {
  if (password.length < shortestPassword) return `A password needs at least ${shortestPassword} characters.`;
  if (/[\r\n]/.test(password)) return 'A password is one line: on stdin too it is given once.';
  if (password.length > longestPassword) return `A password can have at most ${longestPassword} characters.`;
  return undefined;
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * One password at a time, so that many attempts take neither the memory nor the threads that checks and alerts need.
 * @throws TipstaffError `web.busy` when too many wait already
 */
async function inTurn<T>(work: () => Promise<T>, mostWaiting = waitAtMost): Promise<T> {
  if (waiting >= mostWaiting)
    throw new TipstaffError('web.busy', 'Too many people sign in at this moment. Try again in a few seconds.', {
      retryable: true,
    });
  waiting += 1;
  const turn = last.then(work);
  last = turn.catch(() => {}).finally(() => (waiting -= 1));
  return turn;
}

/** What is stored of a password: `scrypt$N$r$p$salt$key`, base64url. @throws TipstaffError `web.busy` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await inTurn(() => derive(password.normalize('NFKC'), salt, keyBytes, cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Takes as long for an unknown name as for a known one, so that nobody can find out names.
 * @param isSuspect whether somebody was refused at the same address a while ago
 * @throws TipstaffError `web.busy`
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
  { isSuspect = false } = {},
): Promise<boolean> {
  const { salt, expected, ...parameters } = storedParts(stored);
  const work = () => derive(password.normalize('NFKC'), salt, keyBytes, parameters);
  const key = await inTurn(work, isSuspect ? suspectsWaitAtMost : waitAtMost);
  return expected.length === keyBytes && timingSafeEqual(key, expected);
}

function storedParts(stored: string | undefined) {
  const [, n, r, p, salt = '', expected = ''] = (stored ?? '').split('$');
  const parameters = stored === undefined ? cost : { ...cost, N: Number(n), r: Number(r), p: Number(p) };
  return { ...parameters, salt: Buffer.from(salt, 'base64url'), expected: Buffer.from(expected, 'base64url') };
}
