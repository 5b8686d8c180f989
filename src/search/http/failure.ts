import type { Operation } from '../query.ts';
import { SearchError, type SearchErrorClass } from './searchError.ts';

/** One attempt that failed, and what is known of it. */
export interface Failure {
  readonly errorClass: SearchErrorClass;
  /** What came instead of a page: `HTTP 503`, `code 1003`, `an HTML page`, `no complete response within 60 s` … */
  readonly what: string;
  readonly httpStatus?: number | undefined;
  readonly serviceCode?: number | undefined;
  readonly serviceMessage?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** We stopped waiting or reading: the service may have done, and charged, the work. */
  readonly gaveUp?: boolean | undefined;
  /** Another try would end the same way. */
  readonly final?: boolean | undefined;
  readonly bytes?: Buffer | undefined;
  readonly cause?: unknown;
}

const operationWords: Readonly<Record<Operation, string>> = { pacer: 'Docket search', wipo: 'Design search' };

const remedies: Readonly<Record<SearchErrorClass, string>> = {
  account: 'Check the token (TIPSTAFF_TOKEN, or service.token in watches.yaml) and the account with the service.',
  credits: 'The account has no credits left: buy some, or see with "tipstaff plan" which watches cost most.',
  request: 'The service refuses this search: correct the watch in watches.yaml.',
  busy: 'If this goes on, lower service.requestsPerSecond or service.concurrency in watches.yaml.',
  server: 'The service is at fault; the next check tries again.',
};

/** The error that ends a call: what, where, why and what to do, without the token or the body. */
export function searchErrorOf(
  operation: Operation,
  last: Failure,
  counts: { readonly requests: number; readonly givenUp: number },
  token: string,
): SearchError {
  const serviceMessage = last.serviceMessage === undefined ? undefined : tidy(withoutToken(last.serviceMessage, token));
  const said = serviceMessage ? `: "${serviceMessage}"` : '';
  const attempts = counts.requests === 1 ? '1 attempt' : `${counts.requests} attempts`;
  const charged = counts.givenUp > 0 ? ` ${counts.givenUp} of them may have been charged all the same.` : '';
  const message =
    `${operationWords[operation]} (POST /api/v3/${operation}) failed after ${attempts}: ${tidy(last.what)}${said}.` +
    `${charged} ${last.final ? finalRemedy : remedies[last.errorClass]}`;
  const { httpStatus, serviceCode, retryAfterMs, bytes, cause } = last;
  return new SearchError(last.errorClass, message, {
    httpStatus,
    serviceCode,
    serviceMessage,
    retryAfterMs,
    bytes,
    cause,
    ...counts,
  });
}

const finalRemedy = 'Raise service.maxAnswerMegabytes, or lower service.pageSizes, in watches.yaml.';

/** A service may repeat what it was sent. A token of three letters is no secret, and would eat up every word. */
function withoutToken(words: string, token: string): string {
  return token.length > 3 ? words.replaceAll(token, '***') : words;
}

/** Somebody else's words made fit for ours: one line of at most 200 characters. */
function tidy(words: string): string {
  const line = words.replace(/[\s\p{Cc}\p{Cf}\p{Surrogate}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
