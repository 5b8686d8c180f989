import { TipstaffError } from '../../errors.ts';

/** The classes of docs/service.md, section 9. */
export type SearchErrorClass = 'account' | 'credits' | 'request' | 'busy' | 'server';

/** A call that failed for good, retries included. `code` is `search.<class>`. Not charged (docs/service.md, section 9), though those `givenUp` of its `requests` may be. */
export class SearchError extends TipstaffError {
  readonly errorClass: SearchErrorClass;
  /** The service's own `code`, where it gave one. */
  readonly serviceCode: number | undefined;
  readonly httpStatus: number | undefined;
  /** The service's own words, at most 200 characters, control characters and the token removed. */
  readonly serviceMessage: string | undefined;
  readonly requests: number;
  /** Calls among them that we gave up waiting for: each may have been charged all the same. */
  readonly givenUp: number;
  /** How long the service asked us to leave it alone. */
  readonly retryAfterMs: number | undefined;
  /** What arrived, for the store of raw responses; undefined when nothing did. */
  readonly bytes: Buffer | undefined;

  constructor(
    errorClass: SearchErrorClass,
    message: string,
    details: {
      serviceCode?: number | undefined;
      httpStatus?: number | undefined;
      serviceMessage?: string | undefined;
      requests: number;
      givenUp?: number | undefined;
      retryAfterMs?: number | undefined;
      bytes?: Buffer | undefined;
      cause?: unknown;
    },
  ) {
    super(`search.${errorClass}`, message, {
      retryable: errorClass === 'busy' || errorClass === 'server',
      cause: details.cause,
    });
    this.name = 'SearchError';
    this.errorClass = errorClass;
    this.serviceCode = details.serviceCode;
    this.httpStatus = details.httpStatus;
    this.serviceMessage = details.serviceMessage;
    this.requests = details.requests;
    this.givenUp = details.givenUp ?? 0;
    this.retryAfterMs = details.retryAfterMs;
    this.bytes = details.bytes;
  }
}
