import type { SearchRecord } from '../../records/record.ts';

/** A part of a response that we could not read, and why; `path` is like `hits[3].entries[7].dateFiled`. */
export interface Unreadable {
  readonly path: string;
  readonly reason: string;
}

/** One hit, parsed: what could be read of it, and what could not. `record` is undefined when nothing identifies it. */
export interface ParsedHit {
  readonly record?: SearchRecord | undefined;
  /** The first 20. */
  readonly unreadable: readonly Unreadable[];
  readonly unreadableCount: number;
}
