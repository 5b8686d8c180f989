import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { digestOf, readBody } from '../../../src/search/http/body.ts';

const chunks = ['{"total":1,"hits":[', '{"ID":"HAGUE.1","note":"ü"}', ']}'].map((text) => Buffer.from(text));
const whole = Buffer.concat(chunks);

describe('the body of a response', () => {
  it('is the bytes as they came, with their digest', async () => {
    const bytes = await readBody(Readable.from(chunks));
    expect(bytes).toEqual(whole);
    expect(digestOf(bytes)).toBe(createHash('sha256').update(whole).digest('base64url'));
  });

  it('may be empty', async () => {
    expect(await readBody(Readable.from([]))).toHaveLength(0);
  });

  it('that breaks off is an error, not a shorter body', async () => {
    const broken = new Readable({ read() {} });
    broken.push(chunks[0]);
    setImmediate(() => broken.destroy());
    await expect(readBody(broken)).rejects.toThrow();
  });
});
