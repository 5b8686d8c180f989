import type { Db } from '../database/store.ts';
import type { SearchRecord } from '../records/record.ts';
import { loadMembers } from './membershipsTable.ts';
import { loadRecords } from './recordsTable.ts';

/** The records that a query holds now and that the filter of its watch excludes. */
export async function excludedRecords(db: Db, queryId: string): Promise<SearchRecord[]> {
  const excluded = (await loadMembers(db, queryId)).filter((member) => !member.gone && !member.wholeWord);
  const records = await loadRecords(
    db,
    excluded.map((member) => member.recordId),
  );
  return [...records.values()].map(({ record }) => record);
}
