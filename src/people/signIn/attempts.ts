import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { promisify } from 'node:util';
import { startTurns } from '../../base/calls.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import { noteAudit } from '../../store/auditTable.ts';
import { oneAtATime, type Store, type Trx } from '../../store/store.ts';
import { makeAccessKey } from '../accessKeysTable.ts';
import { acceptSignIn, foldName, noteSignIn, refusedSince } from '../usersTable.ts';

const patienceMs = 15 * 60_000;
/** In a quarter of an hour from one address, so that a stranger's attempts lock out nobody elsewhere. */
const mostRefused = { byName: 10, byAnyName: 100 };

export interface Attempt {
  /** The name of an existing user as stored, else as typed. */
  readonly name: string;
  readonly password: string;
  readonly address: string;
  /** Names the attempt in the audit log: `sign-in.refused`. */
  readonly purpose: 'sign-in' | 'user.password';
}

export type Attempted = 'accepted' | 'refused' | 'locked';

export type NoteAttempt = (attempt: {
  readonly name: string;
  readonly address: string;
  readonly outcome: Attempted;
  readonly why?: string | undefined;
}) => void;

export interface AttemptParts {
  readonly store: Pick<Store, 'db' | 'transaction'>;
  readonly noteAttempt?: NoteAttempt | undefined;
}

export const tooOften = 'Too many attempts: try again in a quarter of an hour.';

export async function attemptPassword(parts: AttemptParts, attempt: Attempt, stored: string | undefined, now: Date) {
  const outcome = await checked(parts.store, attempt, stored, now);
  parts.noteAttempt?.({ name: nameOf(attempt), address: attempt.address, outcome });
  return outcome;
}

async function checked(store: AttemptParts['store'], attempt: Attempt, stored: string | undefined, now: Date) {
  const who = { userName: foldName(nameOf(attempt)), address: networkOf(attempt.address) };
  const since = new Date(now.getTime() - patienceMs).toISOString();
  const noted = await store.transaction(async (trx) => {
    await oneAtATime(trx, 'sign-ins');
    const before = await refusedSince(trx, who, since);
    if (before.ofName >= mostRefused.byName || before.ofAddress >= mostRefused.byAnyName) return undefined;
    // Refused until proven right, because checking takes a while and parallel attempts must count for each other.
    return { id: await noteSignIn(trx, { ...who, now }), before };
  });
  if (noted === undefined) return 'locked';
  const isSuspect = noted.before.ofAddress > 0;
  const isRight = await checkPassword(attempt.password.slice(0, 1000), stored, { isSuspect });
  if (isRight && stored !== undefined) {
    await acceptSignIn(store.db, noted.id);
    return 'accepted';
  }
  const locks = noted.before.ofName + 1 === mostRefused.byName || noted.before.ofAddress + 1 === mostRefused.byAnyName;
  const subject = nameOf(attempt);
  // Only a name with which a user may sign in is a user's.
  const by = { at: now.toISOString(), who: stored === undefined ? 'unknown' : subject };
  const detail = `from ${attempt.address}`;
  await store.transaction(async (trx) => {
    await noteAudit(trx, by, `${attempt.purpose}.refused`, subject, detail);
    if (locks) await noteAudit(trx, by, `${attempt.purpose}.locked`, subject, detail);
  });
  return 'refused';
}

/** Returns an IPv6 address's network of 64 bits, in which one host has 2^64 addresses; other addresses unchanged. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const network = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

const nameOf = ({ name }: Attempt): string => cleanText(name).slice(0, 200);

export const sessionSeconds = 14 * 86_400;

export interface NewSession {
  readonly userName: string;
  readonly how: string;
  readonly address: string;
  readonly seconds?: number | undefined;
  /** The issuer, as the config writes it, that identified the user; undefined: a password did. */
  readonly provider?: string | undefined;
}

export async function startSession(trx: Trx, session: NewSession, now: Date): Promise<string> {
  const { userName, how, address, seconds = sessionSeconds, provider } = session;
  const label = `from ${address}, ${how}`;
  await noteAudit(trx, { at: now.toISOString(), who: userName }, 'sign-in', userName, label);
  const expiresAt = new Date(now.getTime() + seconds * 1000).toISOString();
  return makeAccessKey(trx, { kind: 'session', userName, label, path: undefined, expiresAt, provider }, now);
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** One of OWASP's minimum settings for scrypt: 32 MB and about a quarter of a second per guess. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 256 * 1024 * 1024 };
const keyBytes = 32;

export const shortestPassword = 12;
const longestPassword = 1000;

/** About five seconds of waiting. */
const waitAtMost = 20;
/** An address with refusals waits only in a shorter queue, which leaves room for others. */
const suspectsWaitAtMost = 10;

export function passwordMistake(password: string): string | undefined {
  if (password.length < shortestPassword) return `A password needs at least ${shortestPassword} characters.`;
  if (/[\r\n]/.test(password)) return 'A password has one line. On stdin, give it once.';
  if (password.length > longestPassword) return `A password can have at most ${longestPassword} characters.`;
  return undefined;
}

export const tooManyPeople = 'Too many people sign in at this moment. Try again in a few seconds.';

/** Many attempts must not take the memory and threads that checks need. */
const inTurn = startTurns(waitAtMost, tooManyPeople);

/** Returns what is stored for a password: `scrypt$N$r$p$salt$key`, base64url. @throws TipstaffError `web.busy` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await inTurn(() => derive(password.normalize('NFKC'), salt, keyBytes, cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Takes as long for an unknown name. @param isSuspect refused before at this address @throws `web.busy` */
export async function checkPassword(password: string, stored: string | undefined, { isSuspect = false } = {}) {
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
