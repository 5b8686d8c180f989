import { chunks, type Db } from '../database/store.ts';
import type { ChangeKind, FieldChange } from '../diff/change.ts';
import type { RecordType } from '../records/record.ts';

/** The field that names whose record it is, and the change that reports when it moved. */
export const nameFields = {
  docket: { field: 'parties', kind: 'docket.updated' },
  design: { field: 'holders', kind: 'design.updated' },
} as const satisfies Record<RecordType, { field: string; kind: ChangeKind }>;

/**
 * The last change of parties, or of holders, found for each of these records since a moment: record id → the names before and after.
 */
export async function nameChangesSince(
  db: Db,
  type: RecordType,
  recordIds: readonly number[],
  since: string,
): Promise<Map<number, FieldChange>> {
  const names = nameFields[type];
  const found = new Map<number, FieldChange>();
  for (const part of chunks(recordIds)) {
    const rows = await db
      .selectFrom('changes')
      .select(['record_id', 'fields'])
      .where('record_id', 'in', part)
      .where('kind', '=', names.kind)
      .where('detected_at', '>=', since)
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const moved = (JSON.parse(row.fields) as FieldChange[]).find(({ field }) => field === names.field);
      if (moved !== undefined) found.set(row.record_id, moved);
    }
  }
  return found;
}
