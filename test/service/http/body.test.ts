import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { digestOf, readBody, withoutToken } from '../../../src/service/http/body.ts';
import { searchErrorOf } from '../../../src/service/http/searchError.ts';

const chunks = ['{"total":1,"hits":[', '{"ID":"HAGUE.1","note":"ü"}', ']}'].map((text) => Buffer.from(text));
const whole = Buffer.concat(chunks);

describe('the body of a response', () => {
  it('is the exact bytes received, with their digest', async () => {
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

it('a token that a service quotes is hidden in stored bytes and messages, in whatever form it is quoted', () => {
  const token = 'to/ken+1234==';
  const quoted = ['to/ken+1234==', 'to\\/ken+1234==', 'to%2Fken%2B1234%3D%3D', Buffer.from(token).toString('base64')];
  const stored = withoutToken(Buffer.from(`{"message":"${quoted.join(' ')} é"}`), token);
  expect(stored.toString()).toBe('{"message":"[hidden] [hidden] [hidden] [hidden] é"}');
  const failure = { errorClass: 'account', what: 'HTTP 401', serviceMessage: quoted.join(' ') } as const;
  const { message } = searchErrorOf('pacer', failure, { requests: 1, givenUp: 0 }, { token });
  expect(message).toContain('"[hidden] [hidden] [hidden] [hidden]"');
});

it('an error does not repeat a message that only repeats the status', () => {
  const failure = { errorClass: 'account', what: 'HTTP 401', serviceMessage: 'HTTP 401' } as const;
  const { message } = searchErrorOf('pacer', failure, { requests: 1, givenUp: 0 }, { token: 'secret' });
  expect(message).toMatch(/failed after 1 attempt: HTTP 401\. Check the token/);
});
