import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { firstSetting, readSetting, type Store } from '../../database/store.ts';

// What a passkey signs: made by us, for one browser and one purpose, and good for some minutes. Nothing is stored of
// it, because strangers ask for it: it proves itself by a key of this installation.

const goodForMs = 10 * 60_000;
const [timeBytes, saltBytes, proofBytes] = [8, 16, 32];

const keySetting = 'challenge-key';

/** For which browser (by the token of its forms), and what for. */
export interface ChallengeUse {
  readonly formToken: string;
  readonly purpose: readonly string[];
}

/** The key of this installation by which it knows its own challenges, base64url. */
export async function challengeKey(store: Pick<Store, 'db' | 'transaction'>): Promise<string> {
  const make = () => randomBytes(32).toString('base64url');
  const known = await readSetting<string>(store.db, keySetting);
  return known ?? store.transaction((trx) => firstSetting<string>(trx, keySetting, make));
}

/** Time, salt, and the proof of both. */
export function makeChallenge(key: string, use: ChallengeUse, now: Date): Buffer {
  const time = Buffer.alloc(timeBytes);
  time.writeBigUInt64BE(BigInt(now.getTime()));
  const open = Buffer.concat([time, randomBytes(saltBytes)]);
  return Buffer.concat([open, proof(key, open, use)]);
}

/**
 * @returns when it was made; undefined: it is not ours, for something else, or no longer good. @param sent base64url
 */
export function readChallenge(key: string, sent: string, use: ChallengeUse, now: Date): Date | undefined {
  const challenge = Buffer.from(sent, 'base64url');
  if (challenge.length !== timeBytes + saltBytes + proofBytes) return undefined;
  const open = challenge.subarray(0, timeBytes + saltBytes);
  if (!timingSafeEqual(challenge.subarray(open.length), proof(key, open, use))) return undefined;
  const made = new Date(Number(open.readBigUInt64BE(0)));
  const age = now.getTime() - made.getTime();
  return age >= 0 && age <= goodForMs ? made : undefined;
}

/**
 * Whether a challenge came after the last one that a passkey signed, so that no response counts twice. Both are ours.
 * One of a time to come was made while the clock was ahead: it locks nobody out, and is not good now itself.
 */
export function isLaterChallenge(sent: string, last: string | undefined, now: Date): boolean {
  if (last === undefined) return true;
  if (sent === last) return false;
  const [time = 0n, lastTime = 0n] = [sent, last].map((one) => Buffer.from(one, 'base64url').readBigUInt64BE(0));
  return time >= lastTime || lastTime > now.getTime();
}

function proof(key: string, open: Buffer, { formToken, purpose }: ChallengeUse): Buffer {
  const said = JSON.stringify([open.toString('base64url'), formToken, ...purpose]);
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(said).digest();
}
