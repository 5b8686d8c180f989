import { matchEntries } from '../../diff/matchEntries.ts';
import { fillBlanks } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import { shownHash } from '../../records/record.ts';
import type { FoundRecord } from './searchResult.ts';

/**
 * Of two copies of one record in one result: of a docket the one that shows more entries, else the preferred one, with the entries that only
 * the other one shows; of a design the preferred one, with what only the other one shows.
 */
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
