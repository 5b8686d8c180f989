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

/** A code inside HTTP 200. */
const coded =
  (preset: number) =>
  ({ order }: Strike): Refusal => {
    const code = order.value ?? preset;
    return refuse(code, MESSAGES[code] ?? `error ${code}`);
  };

/** An HTTP status; where it means "later", Retry-After goes with it. */
const status =
  (preset: number, retryAfterSeconds?: number) =>
  ({ order }: Strike): Refusal => {
    const httpStatus = order.value ?? preset;
    return refuse(httpStatus, `HTTP ${httpStatus}`, { httpStatus, retryAfterSeconds });
  };

const RETRY_AFTER_SECONDS = 1;

export const ERRORS = {
  code: {
    about: 'a code inside HTTP 200, with data null',
    value: 'the code, 5000',
    failsCall: true,
    refuse: coded(5000),
  },
  account: {
    about: 'the account is refused, as a code',
    value: 'the code, 3001',
    failsCall: true,
    refuse: coded(3001),
  },
  credits: { about: 'no credits are left, as a code', value: 'the code, 2001', failsCall: true, refuse: coded(2001) },
  request: {
    about: 'the request is refused, as a code',
    value: 'the code, 1002',
    failsCall: true,
    refuse: coded(1002),
  },
  busy: { about: 'too busy, as a code', value: 'the code, 1003', failsCall: true, refuse: coded(1003) },
  server: { about: 'an internal error, as a code', value: 'the code, 5000', failsCall: true, refuse: coded(5000) },
  http: {
    about: 'an HTTP status instead of a response body',
    value: 'the status, 503',
    failsCall: true,
    refuse: status(503),
  },
  'http-account': {
    about: 'HTTP 401: the account is refused',
    value: 'the status, 401',
    failsCall: true,
    refuse: status(401),
  },
  'http-credits': {
    about: 'HTTP 402: no credits are left',
    value: 'the status, 402',
    failsCall: true,
    refuse: status(402),
  },
  'http-request': {
    about: 'HTTP 400: the request is refused',
    value: 'the status, 400',
    failsCall: true,
    refuse: status(400),
  },
  'http-busy': {
    about: 'HTTP 429 with Retry-After',
    value: 'Retry-After in seconds, 1',
    failsCall: true,
    refuse: ({ order }) =>
      refuse(429, 'too many requests', { httpStatus: 429, retryAfterSeconds: order.value ?? RETRY_AFTER_SECONDS }),
  },
  'http-busy-date': {
    about: 'HTTP 429 with Retry-After as a date',
    value: 'seconds until then, 2',
    failsCall: true,
    refuse: ({ order }) =>
      refuse(429, 'too many requests', {
        httpStatus: 429,
        retryAfterSeconds: order.value ?? 2,
        retryAfterAsDate: true,
      }),
  },
  'http-server': {
    about: 'HTTP 503 with Retry-After',
    value: 'the status, 503',
    failsCall: true,
    refuse: status(503, RETRY_AFTER_SECONDS),
  },
} as const satisfies Record<string, Fault>;
