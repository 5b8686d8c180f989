import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Body } from '../../../src/search/http/body.ts';

const token = 'tok-3f9a77c1e5';
const chunks = ['{"total":1,"hits":[', '{"ID":"HAGUE.1","note":"ü"}', ']}'].map((text) => Buffer.from(text));
const whole = Buffer.concat(chunks);
const digest = createHash('sha256').update(whole).digest('base64url');

describe('the body of an answer', () => {
  it('is the same bytes with the same digest, packed or not', () => {
    const body = new Body(chunks);
    expect([body.bytes, body.length]).toEqual([whole, whole.length]);
    body.pack(token);
    body.pack(token);
    expect(body.packed).toBeDefined();
    expect([body.bytes, body.digest, body.length]).toEqual([whole, digest, whole.length]);
  });

  it('is not packed where it quotes the token: what is packed may be kept as it is', () => {
    const quoting = Buffer.from(`{"message":"unknown token ${token}","hits":[]}`);
    const body = new Body([quoting]);
    body.pack(token);
    expect([body.packed, body.bytes]).toEqual([undefined, quoting]);
  });

  it('may be empty', () => {
    const body = new Body([]);
    body.pack(token);
    expect([body.bytes.length, body.length]).toEqual([0, 0]);
  });
});
