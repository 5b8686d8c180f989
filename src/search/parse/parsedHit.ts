import type { SearchRecord } from '../../records/record.ts';

/** A part of an answer that we could not read, and why; `path` is like `hits[3].entries[7].dateFiled`. */
export interface Unreadable {
  readonly path: string;
  readonly reason: string;
}

/** One hit, judged: what could be read of it, and what was set aside. `record` is undefined when nothing identifies it. */
export interface ParsedHit {
  readonly record?: SearchRecord | undefined;
  /** The first 20. */
  readonly setAside: readonly Unreadable[];
  readonly setAsideCount: number;
}
