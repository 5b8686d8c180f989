import type { SearchRecord } from '../../records/record.ts';
import { loadMembers } from '../snapshot/memberships.ts';
import { loadRecords } from '../snapshot/records.ts';
import type { Db } from '../store.ts';

/** The records that a query holds now and that the filter of its watch excludes. */
export async function excludedRecords(db: Db, queryId: string): Promise<SearchRecord[]> {
  const excluded = (await loadMembers(db, queryId)).filter((member) => !member.gone && !member.wholeWord);
  const records = await loadRecords(
    db,
    excluded.map((member) => member.recordId),
  );
  return [...records.values()].map(({ record }) => record);
}
