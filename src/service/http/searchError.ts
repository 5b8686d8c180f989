import { TipstaffError } from '../../base/errors.ts';
import { createRedact, hide } from '../../base/redact.ts';
import { minuteMs } from '../../base/time.ts';
import { counted } from '../../base/words/sentence.ts';
import type { Operation } from '../../records/query.ts';
import { longestWaitMs } from './turns.ts';

export type SearchErrorClass = 'account' | 'credits' | 'request' | 'busy' | 'server';

/** The error after all retries. `code` is `search.<class>`. */
export class SearchError extends TipstaffError {
  readonly errorClass: SearchErrorClass;
  /** At most 200 characters, without control characters and without the token. */
  readonly serviceMessage: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly bytes: Buffer | undefined;

  constructor(errorClass: SearchErrorClass, message: string, known: Known = {}) {
    const { cause, serviceMessage, retryAfterMs, bytes } = known;
    super(`search.${errorClass}`, message, { retryable: errorClass === 'busy' || errorClass === 'server', cause });
    this.name = 'SearchError';
    this.errorClass = errorClass;
    this.serviceMessage = serviceMessage;
    this.retryAfterMs = retryAfterMs;
    this.bytes = bytes;
  }
}

type Known = Pick<Failure, 'serviceMessage' | 'retryAfterMs' | 'bytes' | 'cause'>;

export interface Failure {
  readonly errorClass: SearchErrorClass;
  /** What came instead of a page: `HTTP 503`, `code 1003`, `an HTML page`, `no complete response within 60 s` … */
  readonly what: string;
  readonly httpStatus?: number | undefined;
  readonly serviceMessage?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** We stopped waiting or reading. The service may have done the work and charged for the call. */
  readonly gaveUp?: boolean | undefined;
  readonly final?: boolean | undefined; // Another attempt would end the same way.
  readonly bytes?: Buffer | undefined;
  readonly cause?: unknown;
}

const operationWords: Readonly<Record<Operation, string>> = { pacer: 'Docket search', wipo: 'Design search' };

const remedies: Readonly<Record<SearchErrorClass, string>> = {
  account: 'Check the token (TIPSTAFF_TOKEN, or service.token in watches.yaml) and the account with the service.',
  credits: 'The account has no credits left: buy some, or see with "tipstaff plan" which watches cost most.',
  request: 'The service refuses this search: correct the watch in watches.yaml.',
  busy: 'If this continues, lower service.requestsPerSecond or service.concurrency in watches.yaml.',
  server: 'The service is at fault.',
};

/** The attempts of a call, and how many of them we stopped waiting for, which may have been charged. */
export type CallCounts = Readonly<{ requests: number; givenUp: number }>;

/** Returns the error that ends a call: what, where, why and what to do, without the token and the body. */
export function searchErrorOf(
  operation: Operation,
  last: Failure,
  counts: CallCounts,
  { token }: { readonly token: string },
): SearchError {
  const serviceMessage = last.serviceMessage && tidy(createRedact([hide(token)])(last.serviceMessage));
  // Some servers only repeat the status.
  const said = serviceMessage && !last.what.includes(serviceMessage) ? `: "${serviceMessage}"` : '';
  const attempts = counts.requests === 1 ? '1 attempt' : `${counts.requests} attempts`;
  const which = counts.requests === 1 ? 'It' : `${counts.givenUp} of them`;
  const charged = counts.givenUp > 0 ? ` ${which} may have been charged all the same.` : '';
  const message =
    `${operationWords[operation]} (POST /api/v3/${operation}) failed after ${attempts}: ${tidy(last.what)}${said}.` +
    `${charged} ${remedyFor(last)}`;
  return new SearchError(last.errorClass, message, { ...last, serviceMessage });
}

/** Returns the error for a call that was not sent, because the service wants a longer pause than a call waits. */
export function leftAlone(until: Date, retryAfterMs: number): SearchError {
  const message =
    `The service asked for a pause (Retry-After) until ${until.toISOString()}. Until then no process calls it with ` +
    'this token, not even on demand.';
  return new SearchError('busy', message, { retryAfterMs });
}

function remedyFor({ final, errorClass, httpStatus, retryAfterMs = 0 }: Failure): string {
  if (final) return finalRemedy;
  if (errorClass === 'busy' && retryAfterMs > longestWaitMs) {
    const pause = counted(Math.ceil(retryAfterMs / minuteMs), 'minute');
    return `The service asked for a pause of ${pause} (Retry-After). Until then nothing calls it, not even on demand.`;
  }
  return errorClass === 'server' && httpStatus === undefined ? noResponseRemedy : remedies[errorClass];
}

const noResponseRemedy = 'If this continues, check service.baseUrl and the network (tipstaff doctor).';
const finalRemedy = 'Raise service.maxResponseMegabytes, or lower service.pageSizes, in watches.yaml.';

function tidy(words: string): string {
  const line = words.replace(/[\s\p{Cc}\p{Cf}\p{Surrogate}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/** From docs/service.md, section 9. Codes that are not in the list, such as 5xxx, are server failures. */
const classOfCode: ReadonlyMap<number, SearchErrorClass> = new Map([
  ...classed('account', 1004, 2000, 3000, 3001, 3002, 3003, 4002, 4003),
  ...classed('credits', 2001, 2005, 2007, 2009, 2010, 9102),
  ...classed('request', 1001, 1002, 1008, 1009, 1010, 1011, 1012, 4005),
  ...classed('busy', 1003, 4029, 4030, 9200),
]);

function classed(errorClass: SearchErrorClass, ...codes: number[]): [number, SearchErrorClass][] {
  return codes.map((code) => [code, errorClass]);
}

const classOfStatus: ReadonlyMap<number, SearchErrorClass> = new Map([
  [401, 'account'],
  [403, 'account'],
  [402, 'credits'],
  [429, 'busy'],
]);

export function errorClassOf(httpStatus: number, serviceCode: number | undefined): SearchErrorClass {
  const byStatus = classOfStatus.get(httpStatus);
  if (byStatus !== undefined) return byStatus;
  const byCode = serviceCode === undefined ? undefined : classOfCode.get(serviceCode);
  if (byCode !== undefined) return byCode;
  return httpStatus >= 400 && httpStatus < 500 ? 'request' : 'server';
}
