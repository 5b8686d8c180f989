import type { SearchRecord } from '../records/record.ts';
import type { Operation } from './query.ts';

/** The request body as sent: the query's fields with the paging of contract 4.1 (`size`, `entrySize`) or 4.2 (`num`). */
export interface PageRequest {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, string | boolean | number>>;
}

/** One page as it arrived: an HTTP 200 that is no error in any costume. */
export interface PageAnswer {
  /** The body, byte for byte. */
  readonly bytes: Buffer;
  /** sha256 of the bytes, base64url. */
  readonly digest: string;
  /** Of a page of designs that was parsed: sha256, base64url, of the bytes less volatile fields. */
  readonly steadyDigest?: string | undefined;
  /** What the page cost: `pointCost` when the answer says so, else by the configured prices. */
  readonly credits: number;
  /** Calls made for it, retries included. */
  readonly requests: number;
  /** Calls among them that we gave up waiting for: each may have been charged all the same (service.md, Errors). */
  readonly givenUp: number;
  /** undefined when one of the digests is the known one: then nothing was parsed. */
  readonly content?: PageContent | undefined;
}

export interface PageContent {
  readonly hits: readonly unknown[];
  /** undefined when the service did not count (absent, null or negative). */
  readonly total?: number | undefined;
}

/** A part of an answer that we could not read, and why; `path` is like `hits[3].entries[7].dateFiled`. */
export interface SetAside {
  readonly path: string;
  readonly reason: string;
}

/** One hit, judged: what could be read of it, and what was set aside. `record` is undefined when nothing identifies it. */
export interface JudgedHit {
  readonly record?: SearchRecord | undefined;
  /** The first 20. */
  readonly setAside: readonly SetAside[];
  readonly setAsideCount: number;
}
