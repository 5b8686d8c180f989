import { expect, it } from 'vitest';
import { withoutToken } from '../../../src/service/http/body.ts';
import { searchErrorOf } from '../../../src/service/http/searchError.ts';

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
