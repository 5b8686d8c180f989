import { TipstaffError } from '../errors.ts';

/** The classes of service.md, Errors. */
export type SearchErrorClass = 'account' | 'credits' | 'request' | 'busy' | 'server';

/** A call that failed for good, retries included. `code` is `search.<class>`. Never charged (service.md), but `requests` were made. */
export class SearchError extends TipstaffError {
  readonly errorClass: SearchErrorClass;
  /** The service's own `code`, where it gave one. */
  readonly serviceCode: number | undefined;
  readonly httpStatus: number | undefined;
  readonly requests: number;
  /** What arrived, for the raw-answer store; undefined when nothing did. */
  readonly bytes: Buffer | undefined;

  constructor(
    errorClass: SearchErrorClass,
    message: string,
    details: {
      serviceCode?: number | undefined;
      httpStatus?: number | undefined;
      requests: number;
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
    this.requests = details.requests;
    this.bytes = details.bytes;
  }
}
