import type { Operation } from '../query.ts';

/** The request body as sent: the query's fields with its paging, `size` and `entrySize` of dockets, `num` of designs (docs/service.md). */
export interface PageRequest {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, string | boolean | number>>;
}

/** One page as it arrived: an HTTP 200 that is no error in disguise. */
export interface PageResponse {
  /** The body, byte for byte. */
  readonly bytes: Buffer;
  /** sha256 of the body, base64url. */
  readonly digest: string;
  readonly hits: readonly unknown[];
  /** undefined when the service did not count (absent, null or negative). */
  readonly total?: number | undefined;
  /** What the page cost: `pointCost` when the response says so, else by the configured prices. */
  readonly credits: number;
  /** Calls made for it, retries included. */
  readonly requests: number;
}
