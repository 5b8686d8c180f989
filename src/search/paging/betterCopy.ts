import { fillBlanks } from '../../records/design.ts';
import { shownHash } from '../../records/record.ts';
import type { FoundRecord } from './searchResult.ts';

/**
 * Of two copies of one record in one result: of a docket the one that shows more entries, else the preferred one; of a design the preferred one,
 * with what only the other one shows.
 */
export function betterCopy(preferred: FoundRecord, other: FoundRecord): FoundRecord {
  if (preferred.shownHash === other.shownHash) return preferred;
  if (preferred.record.type === 'design' && other.record.type === 'design') {
    const record = fillBlanks(preferred.record, other.record);
    return { ...preferred, record, shownHash: shownHash(record) };
  }
  return entryCount(other) > entryCount(preferred) ? other : preferred;
}

function entryCount({ record }: FoundRecord): number {
  return record.type === 'docket' ? (record.entries?.length ?? 0) : 0;
}
