import { describe, expect, it } from 'vitest';
import { isSigned, sign, signingKey } from '../../src/store/store.ts';
import { freshStore } from './freshStore.ts';

const key = Buffer.alloc(32, 7).toString('base64url');
const signature = sign(key, 'mail link', 'a text');

describe('a signature', () => {
  it('is valid only for its text, its use and its key', () => {
    expect(isSigned(key, 'mail link', 'a text', signature)).toBe(true);
    expect(isSigned(key, 'mail link', 'another text', signature)).toBe(false);
    expect(isSigned(key, 'sign-in', 'a text', signature)).toBe(false);
    expect(isSigned(Buffer.alloc(32, 8).toString('base64url'), 'mail link', 'a text', signature)).toBe(false);
  });

  it('is invalid with any bit changed, and when it is empty, short or long', () => {
    const bytes = Buffer.from(signature, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(isSigned(key, 'mail link', 'a text', forged.toString('base64url')), `bit ${bit}`).toBe(false);
    }
    for (const sent of ['', 'x', `${signature}AAAA`]) expect(isSigned(key, 'mail link', 'a text', sent)).toBe(false);
  });
});

it('the signing key is made once, has 32 bytes, and differs between installations', async () => {
  const [{ store }, { store: other }] = [await freshStore(), await freshStore()];
  const [first, again] = await Promise.all([signingKey(store), signingKey(store)]);
  expect(again).toBe(first);
  expect(await signingKey(store)).toBe(first);
  expect(Buffer.from(first, 'base64url')).toHaveLength(32);
  expect(await signingKey(other)).not.toBe(first);
});
