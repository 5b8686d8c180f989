import type { KnownHit } from '../knownHit.ts';
import type { Operation } from '../query.ts';
import type { Body } from './body.ts';

/** The request body as sent: the query's fields with its paging: `size` and `entrySize`, or `num`. */
export interface PageRequest {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, string | boolean | number>>;
}

/** One page as it arrived: an HTTP 200 that is no error in any costume. */
export interface PageResponse {
  readonly body: Body;
  /** What the page cost: `pointCost` when the answer says so, else by the configured prices. */
  readonly credits: number;
  /** Calls made for it, retries included. */
  readonly requests: number;
  /** Calls among them that we gave up waiting for: each may have been charged all the same (docs/service.md, section 9). */
  readonly givenUp: number;
  /** undefined when it is the known page, byte for byte or but for what moves without being news. */
  readonly content?: PageContent | undefined;
}

/** One hit of a page: parsed, or known by its bytes. `bytes`: its own part of the page, where the page could be taken apart. */
export type ShownHit =
  | { readonly value: unknown; readonly bytes?: Buffer | undefined; readonly known?: undefined }
  | { readonly known: KnownHit; readonly bytes: Buffer };

export interface PageContent {
  readonly hits: readonly ShownHit[];
  /** undefined when the service did not count (absent, null or negative). */
  readonly total?: number | undefined;
}
