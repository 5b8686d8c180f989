import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { firstSetting, type Store } from '../../database/store.ts';

const setting = 'evidence-key';

/** The key with which this installation signs (Ed25519); made at first use, kept in its database alone. */
export async function signingKey(store: Store): Promise<KeyObject> {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pem = await store.transaction((trx) => firstSetting(trx, setting, make));
  return createPrivateKey(pem);
}

/** The public half, as openssl reads it. @param key the private or the public one. */
export function publicPem(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key;
  return open.export({ type: 'spki', format: 'pem' }).toString();
}

/** The fingerprint by which people compare public keys: SHA-256 of the key in DER, in hexadecimal. */
export function fingerprintOf(pem: string): string {
  return createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
