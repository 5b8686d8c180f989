import type { Entry } from '../../../src/records/docket.ts';
import type { SearchRecord } from '../../../src/records/record.ts';
import { insertRecords } from '../../../src/store/snapshot/recordsTable.ts';
import type { Db } from '../../../src/store/store.ts';

/** Stores one record, seen for the first time. @returns its id */
export async function insertRecord(db: Db, record: SearchRecord, shownHash: string, now: string): Promise<number> {
  const [id] = await insertRecords(db, [{ record, shownHash }], now);
  if (id === undefined) throw new Error(`${record.key} was not stored`);
  return id;
}

/** The first entries of a docket, as they are stored. */
export function inOrder(recordId: number, entries: readonly Entry[]) {
  return entries.map((entry, index) => ({ recordId, seq: index + 1, entry }));
}
