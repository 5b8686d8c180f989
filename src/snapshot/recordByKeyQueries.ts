import type { Db } from '../database/store.ts';
import type { RecordType, SearchRecord } from '../records/record.ts';
import type { StoredRecord } from './recordsTable.ts';

/** The record with this type and key, as stored (dockets without their entries); undefined when there is none. */
export async function recordByKey(db: Db, type: RecordType, key: string): Promise<StoredRecord | undefined> {
  const row = await db
    .selectFrom('records')
    .select(['id', 'body', 'changed_at', 'first_seen_at'])
    .where('type', '=', type)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const record = JSON.parse(row.body) as SearchRecord;
  return { id: row.id, record, changedAt: row.changed_at, firstSeenAt: row.first_seen_at };
}
