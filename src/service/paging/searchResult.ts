import { fillBlanks } from '../../records/design.ts';
import { matchEntries } from '../../records/diff/matchEntries.ts';
import type { Docket } from '../../records/docket.ts';
import type { LastPage, Unreadable } from '../../records/query.ts';
import { type SearchRecord, shownHash } from '../../records/record.ts';
import type { SearchError } from '../http/searchError.ts';

export interface ReadPage extends LastPage {
  /** 2 when the result was read once more from its start. */
  readonly pass: 1 | 2;
  readonly from: number;
  /** The page size requested: `size` or `num`. */
  readonly asked: number;
  readonly bytes: Buffer;
}

export interface FoundRecord {
  readonly record: SearchRecord;
  /** Records with equal hashes show the same (src/records/record.ts). */
  readonly shownHash: string;
  /** Its place: `hits[3]`, `page 2 hits[3]`, `reading 2 page 1 hits[3]`. */
  readonly path: string;
  readonly entriesUnreadable?: number | undefined;
}

export interface SearchResult {
  /** By record key, as shown; empty when `unchanged`. */
  readonly records: ReadonlyMap<string, FoundRecord>;
  /** Distinct hits shown, including those without identity. */
  readonly hits: number;
  /** The last total that the service gave; undefined when it gave none. */
  readonly total?: number | undefined;
  readonly pages: readonly ReadPage[];
  /** The first 20 of them. */
  readonly unreadable: readonly Unreadable[];
  readonly unreadableCount: number;
  readonly outcome: 'complete' | 'partial';
  readonly cause?: 'budget' | undefined;
  /** What a partial result lacks, or what is odd about a complete one. */
  readonly reason?: string | undefined;
  /** The largest page seen, in this result or (as passed in) before. */
  readonly grantedSize: number;
  /** The service refused our page sizes: use its defaults from now on (and pass this in again). */
  readonly sizesRefused: boolean;
  readonly error?: SearchError | undefined;
  /** The result is byte for byte the last complete one, and was not parsed. */
  readonly unchanged: boolean;
  /** To be stored for the next check; undefined unless the result was complete in one pass. */
  readonly lastPages?: readonly LastPage[] | undefined;
}

/** The docket with more entries, else the preferred copy, with what only the other one shows. */
export function betterCopy(preferred: FoundRecord, other: FoundRecord): FoundRecord {
  if (preferred.shownHash === other.shownHash) return preferred;
  const [one, another] = [preferred.record, other.record];
  if (one.type === 'design' && another.type === 'design') return { ...preferred, ...hashed(fillBlanks(one, another)) };
  if (one.type !== 'docket' || another.type !== 'docket') return preferred;
  if (entryCount(another) > entryCount(one)) return betterCopy(other, preferred);
  return { ...preferred, ...hashed(withEntriesOf(one, another)) };
}

function hashed(record: FoundRecord['record']): Pick<FoundRecord, 'record' | 'shownHash'> {
  return { record, shownHash: shownHash(record) };
}

function entryCount({ entries = [] }: Docket): number {
  return entries.length;
}

/** Two lists of entries that differ may be two windows of one docket. */
function withEntriesOf(docket: Docket, other: Docket): Docket {
  const known = (docket.entries ?? []).map((entry, seq) => ({ seq, entry }));
  const { unknown } = matchEntries(known, other.entries ?? []);
  return unknown.length === 0 ? docket : { ...docket, entries: [...(docket.entries ?? []), ...unknown] };
}
