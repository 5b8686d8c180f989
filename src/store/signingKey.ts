import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { firstSetting, readSetting, type Store } from './store.ts';

const setting = 'signing-key';

/** 32 random bytes (base64url), made at first use, kept in this database alone. */
export async function signingKey(store: Pick<Store, 'db' | 'transaction'>): Promise<string> {
  const make = () => randomBytes(32).toString('base64url');
  return (await readSetting<string>(store.db, setting)) ?? store.transaction((trx) => firstSetting(trx, setting, make));
}

/** What a signature is for: one made for something else proves nothing. */
type Use = 'mail link' | 'connect';

const signatureBytes = 16;

/** @returns base64url */
export function sign(key: string, use: Use, text: string): string {
  return signatureOf(key, use, text).toString('base64url');
}

export function isSigned(key: string, use: Use, text: string, signature: string): boolean {
  const [sent, known] = [Buffer.from(signature, 'base64url'), signatureOf(key, use, text)];
  return sent.length === known.length && timingSafeEqual(sent, known);
}

function signatureOf(key: string, use: Use, text: string): Buffer {
  return createHmac('sha256', key).update(`tipstaff ${use} ${text}`).digest().subarray(0, signatureBytes);
}
