import { expect, it } from 'vitest';
import { retryAfterSeconds } from '../../../src/base/http.ts';

it.each([
  ['37', 37],
  [' 0 ', 0],
  ['Mon, 02 Mar 2026 09:01:00 GMT', 60],
  ['Mon, 02 Mar 2026 08:00:00 GMT', 0],
  ['999999999', 86_400],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j is %s seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, new Date('2026-03-02T09:00:00Z'))).toBe(seconds);
});
