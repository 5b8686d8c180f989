import type { SearchRecord } from '../../records/record.ts';
import type { Body } from '../http/body.ts';
import type { SearchError } from '../http/searchError.ts';
import type { KnownHit } from '../knownHit.ts';
import type { Unreadable } from '../parse/parsedHit.ts';

/** One page of a reading, as proof of what was asked and what came. */
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
  readonly credits: number;
  readonly body: Body;
  /** Its hits, to be known again; undefined when one could not be. */
  readonly hits?: readonly KnownHit[] | undefined;
}

/** What to remember of a page of a complete reading, to know it again. */
export interface KnownPage {
  /**
   * Absent where a page is recognised by its hits alone: where it differed though no hit was news, since it would do so nearly
   * always, and where its hits are long.
   */
  readonly digest?: string | undefined;
  readonly arrived: number;
  readonly fresh: number;
  readonly total?: number | undefined;
  readonly credits: number;
}

/** A hit that was known by its bytes, and not parsed: it shows its record as the last complete answer did. */
export interface RecognisedHit {
  readonly hit: KnownHit;
  /** The page on which it stands, from `start` to before `end`. */
  readonly body: Body;
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** A record that was shown: what is asked of it often, and the rest to be opened. */
export interface FoundRecord {
  readonly key: string;
  /** Of a design, the key by which it may be known besides. */
  readonly otherKey?: string | undefined;
  readonly shownHash: string;
  /** Where it stood: `hits[3]`, `page 2 hits[3]`, `reading 2 page 1 hits[3]`. */
  readonly path: string;
  /** Entries of it that were shown, and could be read. */
  readonly entryCount: number;
  /** Entries of it that were shown, but were set aside whole. */
  readonly entriesUnreadable?: number | undefined;
  /** Of a docket that shows fewer entries than it has: how many it shows, and has. */
  readonly window?: readonly [number, number] | undefined;
  /** Of a large result it is packed: best asked for in the order in which the records came, and held for as long as needed. */
  open(): SearchRecord;
}

/** One result, read page after page: what was found, and the evidence for how complete that is. */
export interface SearchResult {
  /** What was parsed, by record key; empty when `sameAsKnown`. */
  readonly records: ReadonlyMap<string, FoundRecord>;
  /** What was not, by record key: no record is in both. */
  readonly recognised: ReadonlyMap<string, RecognisedHit>;
  /** Distinct hits shown, those without identity included. */
  readonly hits: number;
  /** The last total that the service gave; undefined when it did not count. */
  readonly total?: number | undefined;
  readonly pages: readonly ReadPage[];
  /** The first 20. */
  readonly setAside: readonly Unreadable[];
  readonly setAsideCount: number;
  readonly outcome: 'complete' | 'partial';
  /** What is missing of a partial one; what is odd about a complete one. */
  readonly reason?: string | undefined;
  /** Calls made, retries and failed ones included. */
  readonly requests: number;
  readonly credits: number;
  /** Calls that we gave up waiting for, which may have been charged beyond `credits`. */
  readonly givenUp: number;
  /** The largest page seen, now or (as passed in) before. */
  readonly grantedSize: number;
  /** The service refused our page sizes: ask with its defaults from now on (pass it in again). */
  readonly sizesRefused: boolean;
  /** What cut the reading short. */
  readonly error?: SearchError | undefined;
  /** The known answer byte for byte, or but for what moves without being news: no hit was parsed. */
  readonly sameAsKnown: boolean;
  /** Store these for the next reading (the known ones need not be stored again); undefined unless this one was complete in one pass. */
  readonly knownPages?: readonly KnownPage[] | undefined;
}
