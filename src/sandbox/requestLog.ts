import type { Operation } from './hits.ts';
import type { RequestBody } from './request.ts';

/** One call of an operation, as it went. */
export interface LoggedRequest {
  /** When it came, milliseconds since 1970. */
  readonly at: number;
  readonly operation: Operation;
  /** The body as sent; empty when it was no JSON object. */
  readonly request: RequestBody;
  readonly status: number;
  /** 0 on success. */
  readonly code: number;
  readonly hits: number;
  readonly total: number;
  readonly credits: number;
  /** Names of the faults that struck it. */
  readonly faults: readonly string[];
}

/** The last calls, and counts of all. */
export class RequestLog {
  readonly counts: Record<Operation, number> = { pacer: 0, wipo: 0 };
  refused = 0;
  readonly #limit: number;
  readonly #last: LoggedRequest[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(request: LoggedRequest): void {
    this.counts[request.operation] += 1;
    if (request.code !== 0) this.refused += 1;
    this.#last.push(request);
    if (this.#last.length > this.#limit) this.#last.shift();
  }

  list(): readonly LoggedRequest[] {
    return [...this.#last];
  }
}
