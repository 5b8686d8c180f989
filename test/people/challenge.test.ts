import { describe, expect, it } from 'vitest';
import { isLaterChallenge, makeChallenge, readChallenge } from '../../src/people/signIn/challenge.ts';

const key = Buffer.alloc(32, 7).toString('base64url');
const use = { formToken: 'a-token-of-this-browser-alone', purpose: ['sign-in'] };
const now = new Date('2026-05-04T12:00:00.000Z');
const inMs = (ms: number) => new Date(now.getTime() + ms);
const made = () => makeChallenge(key, use, now).toString('base64url');

describe('a challenge for a passkey', () => {
  it('is good for ten minutes, in the browser and for the purpose that it was made for', () => {
    const challenge = made();
    expect(readChallenge(key, challenge, use, inMs(600_000))).toEqual(now);
    expect(readChallenge(key, challenge, use, inMs(600_001))).toBeUndefined();
    expect(readChallenge(key, challenge, use, inMs(-1))).toBeUndefined();
    expect(readChallenge(key, challenge, { ...use, formToken: 'another-browser-altogether' }, now)).toBeUndefined();
    expect(readChallenge(key, challenge, { ...use, purpose: ['second', 'ann', 'hash'] }, now)).toBeUndefined();
    expect(readChallenge(Buffer.alloc(32, 8).toString('base64url'), challenge, use, now)).toBeUndefined();
  });

  it('is no other one, whichever bit of it is changed, and nothing at all is none', () => {
    const challenge = Buffer.from(made(), 'base64url');
    for (let byte = 0; byte < challenge.length; byte += 1) {
      const forged = Buffer.from(challenge);
      forged[byte] = (forged[byte] ?? 0) ^ 1;
      expect(readChallenge(key, forged.toString('base64url'), use, now), `byte ${byte}`).toBeUndefined();
    }
    for (const sent of ['', 'x', `${challenge.toString('base64url')}AAAA`])
      expect(readChallenge(key, sent, use, now)).toBeUndefined();
  });

  it('counts once, and after it no older one', () => {
    const [first, second] = [made(), made()];
    const later = makeChallenge(key, use, inMs(1)).toString('base64url');
    expect(first).not.toBe(second);
    expect(isLaterChallenge(first, undefined, inMs(1))).toBe(true);
    expect(isLaterChallenge(first, first, inMs(1))).toBe(false);
    expect(isLaterChallenge(second, first, inMs(1))).toBe(true);
    expect(isLaterChallenge(later, first, inMs(1))).toBe(true);
    expect(isLaterChallenge(first, later, inMs(1))).toBe(false);
  });

  it('is refused to nobody because the clock was ahead when they signed in last', () => {
    const ahead = makeChallenge(key, use, inMs(30 * 86_400_000)).toString('base64url');
    expect(isLaterChallenge(made(), ahead, now)).toBe(true);
    expect(readChallenge(key, ahead, use, now)).toBeUndefined();
  });
});
