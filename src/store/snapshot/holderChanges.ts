import type { FieldChange } from '../../diff/change.ts';
import { chunks, type Db } from '../store.ts';

/**
 * The last change of holders found for each of these designs since a moment: record id → the holders before and after.
 */
export async function holderChangesSince(
  db: Db,
  recordIds: readonly number[],
  since: string,
): Promise<Map<number, FieldChange>> {
  const found = new Map<number, FieldChange>();
  for (const part of chunks(recordIds)) {
    const rows = await db
      .selectFrom('changes')
      .select(['record_id', 'fields'])
      .where('record_id', 'in', part)
      .where('kind', '=', 'design.updated')
      .where('detected_at', '>=', since)
      .orderBy('id')
      .execute();
    for (const row of rows) {
      const holders = (JSON.parse(row.fields) as FieldChange[]).find(({ field }) => field === 'holders');
      if (holders !== undefined) found.set(row.record_id, holders);
    }
  }
  return found;
}
