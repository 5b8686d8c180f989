import { type Refusal, refuse } from '../request.ts';
import type { Fault, Strike } from './fault.ts';

/** The classes of docs/service.md, section 9: as a code inside HTTP 200, and as an HTTP status. */

const MESSAGES: Readonly<Record<number, string>> = {
  1003: 'system busy, try again later',
  1004: 'permission denied',
  2001: 'insufficient credits',
  3001: 'token invalid',
  1002: 'parameter error',
  5000: 'internal error',
};

const refused = (about: string, value: string, refuse: (strike: Strike) => Refusal): Fault => ({
  about,
  value,
  failsCall: true,
  refuse,
});

/** A code inside HTTP 200. */
const coded = (about: string, preset: number): Fault =>
  refused(about, `the code, ${preset}`, ({ order }) => {
    const code = order.value ?? preset;
    return refuse(code, MESSAGES[code] ?? `error ${code}`);
  });

/** An HTTP status; where it means "later", Retry-After goes with it. */
const status = (about: string, preset: number, retryAfterSeconds?: number): Fault =>
  refused(about, `the status, ${preset}`, ({ order }) => {
    const httpStatus = order.value ?? preset;
    return refuse(httpStatus, `HTTP ${httpStatus}`, { httpStatus, retryAfterSeconds });
  });

const busy = (retryAfterSeconds: number, retryAfterAsDate?: boolean) =>
  refuse(429, 'too many requests', { httpStatus: 429, retryAfterSeconds, retryAfterAsDate });

export const ERRORS = {
  code: coded('a code inside HTTP 200, with data null', 5000),
  account: coded('the account is refused, as a code', 3001),
  credits: coded('no credits are left, as a code', 2001),
  request: coded('the request is refused, as a code', 1002),
  busy: coded('too busy, as a code', 1003),
  server: coded('an internal error, as a code', 5000),
  http: status('an HTTP status instead of a response body', 503),
  'http-account': status('HTTP 401: the account is refused', 401),
  'http-credits': status('HTTP 402: no credits are left', 402),
  'http-request': status('HTTP 400: the request is refused', 400),
  'http-busy': refused('HTTP 429 with Retry-After', 'Retry-After in seconds, 1', ({ order }) => busy(order.value ?? 1)),
  'http-busy-date': refused('HTTP 429 with Retry-After as a date', 'seconds until then, 2', ({ order }) =>
    busy(order.value ?? 2, true),
  ),
  'http-server': status('HTTP 503 with Retry-After', 503, 1),
};
