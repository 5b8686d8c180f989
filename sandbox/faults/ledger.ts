import type { Operation } from '../hits.ts';
import type { Records } from '../records.ts';
import { type Refusal, type RequestBody, refuse } from '../request.ts';
import { SandboxError } from '../sandboxError.ts';
import { BODIES, DAMAGE } from './damage.ts';
import type { Fault, FaultOrder, Strike } from './fault.ts';
import { ENVELOPES, PAGING, RESULTS } from './results.ts';
import { WOBBLE } from './wobble.ts';

/** The errors of docs/service.md, section 9, as codes inside HTTP 200 and as HTTP statuses. */

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

/** Responds with a code inside HTTP 200. */
const coded = (about: string, preset: number): Fault =>
  refused(about, `the code, ${preset}`, ({ order }) => {
    const code = order.value ?? preset;
    return refuse(code, MESSAGES[code] ?? `error ${code}`);
  });

/** Responds with an HTTP status, and with Retry-After if that means "later". */
const status = (about: string, preset: number, retryAfterSeconds?: number): Fault =>
  refused(about, `the status, ${preset}`, ({ order }) => {
    const httpStatus = order.value ?? preset;
    return refuse(httpStatus, `HTTP ${httpStatus}`, { httpStatus, retryAfterSeconds });
  });

const busy = (retryAfterSeconds: number, retryAfterAsDate?: boolean) =>
  refuse(429, 'too many requests', { httpStatus: 429, retryAfterSeconds, retryAfterAsDate });

const ERRORS = {
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

export interface Struck {
  readonly name: FaultName;
  readonly fault: Fault;
  readonly strike: Strike;
}

interface Standing {
  readonly order: FaultOrder;
  readonly name: FaultName;
  met: number;
  struck: number;
}

interface Scope {
  readonly operation: Operation;
  readonly request: RequestBody;
  /** From 1. */
  readonly page: number;
}

/** The requested faults, with the number of calls that each affected. Equal orders and calls give equal results. */
export class FaultLedger {
  #standing: Standing[] = [];

  /** Replaces all former orders. @throws SandboxError for an unknown name */
  set(orders: readonly (FaultOrder | string)[]): void {
    this.#standing = orders.map(standingOf);
  }

  add(orders: readonly (FaultOrder | string)[]): void {
    this.#standing.push(...orders.map(standingOf));
  }

  list(): readonly (FaultOrder & { readonly met: number; readonly struck: number })[] {
    return this.#standing.map(({ order, met, struck }) => ({ ...order, met, struck }));
  }

  /** Returns the faults that affect this call, in the order of their requests. */
  strike(scope: Scope, records: Records): Struck[] {
    const struck: Struck[] = [];
    for (const standing of this.#standing) {
      if (!isInScope(standing.order, scope)) continue;
      standing.met += 1;
      const { skip = 0, times = Number.POSITIVE_INFINITY } = standing.order;
      if (standing.met <= skip || standing.struck >= times) continue;
      standing.struck += 1;
      const { operation, request } = scope;
      const strike = { order: standing.order, count: standing.struck, operation, request, records };
      struck.push({ name: standing.name, fault: FAULTS[standing.name], strike });
    }
    return struck;
  }
}

function isInScope(order: FaultOrder, { operation, request, page }: Scope): boolean {
  if (order.operation !== undefined && order.operation !== operation) return false;
  if (order.page !== undefined && order.page !== page) return false;
  return Object.entries(order.match ?? {}).every(([field, value]) => request[field] === value);
}

/** Accepts `name` or `name=value`, as on a command line. */
function standingOf(asked: FaultOrder | string): Standing {
  const order = typeof asked === 'string' ? orderOf(asked) : asked;
  if (!isFaultName(order.name)) {
    throw new SandboxError(`There is no fault "${order.name}". There are: ${FAULT_NAMES.join(', ')}`);
  }
  return { order, name: order.name, met: 0, struck: 0 };
}

function orderOf(text: string): FaultOrder {
  const [name = '', value] = text.split('=');
  if (value === undefined) return { name };
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) {
    throw new SandboxError(`The value of a fault is a number: ${text}. Say ${name}=5`);
  }
  return { name, value: number };
}

const TABLE = { ...ERRORS, ...BODIES, ...ENVELOPES, ...RESULTS, ...PAGING, ...DAMAGE, ...WOBBLE };

export type FaultName = keyof typeof TABLE;

export const FAULTS: Readonly<Record<FaultName, Fault>> = TABLE;

export const FAULT_NAMES = Object.keys(TABLE) as FaultName[];

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(TABLE, name);
}
