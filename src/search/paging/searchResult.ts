import type { SearchRecord } from '../../records/record.ts';
import type { SearchError } from '../http/searchError.ts';
import type { Unreadable } from '../parse/readFields.ts';

/** One page of a result, as proof of what was asked and what came. */
export interface ReadPage {
  /** 1, or 2 when the result was read once more from its start. */
  readonly pass: 1 | 2;
  readonly from: number;
  /** The page size asked for: `size` or `num`. */
  readonly asked: number;
  readonly arrived: number;
  /** Hits on it that no page before it in this pass had shown, those without identity included. */
  readonly fresh: number;
  readonly total?: number | undefined;
  /** What it cost, where the response said so. */
  readonly pointCost?: number | undefined;
  readonly bytes: Buffer;
  readonly digest: string;
}

/** What is remembered of a page of a complete result, to see that the next result is the same. */
export type LastPage = Pick<ReadPage, 'digest' | 'arrived' | 'fresh' | 'total' | 'pointCost'>;

/** A record that a result showed. */
export interface FoundRecord {
  readonly record: SearchRecord;
  /** Equal hashes show the same (src/records/record.ts). */
  readonly shownHash: string;
  /** Its place: `hits[3]`, `page 2 hits[3]`, `reading 2 page 1 hits[3]`. */
  readonly path: string;
  /** Entries of it that were shown, but were unreadable as a whole. */
  readonly entriesUnreadable?: number | undefined;
}

/** One result, read page after page: what was found, and the evidence for how complete that is. */
export interface SearchResult {
  /** By record key, as shown; empty when `unchanged`. */
  readonly records: ReadonlyMap<string, FoundRecord>;
  /** Distinct hits shown, those without identity included. */
  readonly hits: number;
  /** The last total that the service gave; undefined when it did not count. */
  readonly total?: number | undefined;
  readonly pages: readonly ReadPage[];
  /** The first 20. */
  readonly unreadable: readonly Unreadable[];
  readonly unreadableCount: number;
  readonly outcome: 'complete' | 'partial';
  /** What is missing of a partial one; what is odd about a complete one. */
  readonly reason?: string | undefined;
  /** The largest page seen, now or (as passed in) before. */
  readonly grantedSize: number;
  /** The service refused our page sizes: ask with its defaults from now on (pass it in again). */
  readonly sizesRefused: boolean;
  /** What cut the reading short. */
  readonly error?: SearchError | undefined;
  /** The last complete result byte for byte: nothing was parsed. */
  readonly unchanged: boolean;
  /** Store these for the next check; undefined unless the result was complete in one pass. */
  readonly lastPages?: readonly LastPage[] | undefined;
}
