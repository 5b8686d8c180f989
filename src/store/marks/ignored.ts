import type { SearchRecord } from '../../records/record.ts';
import { chunks, type Db } from '../store.ts';

/** A record that a watch finds by mistake: nothing of it is reported for that watch, until somebody takes that back. */
export interface Ignored {
  readonly watchId: string;
  readonly recordId: number;
  readonly at: string;
  readonly who: string;
  readonly reason: string;
}

export async function ignoreRecord(db: Db, ignored: Ignored): Promise<void> {
  const { watchId, recordId, at, who, reason } = ignored;
  await db
    .insertInto('ignored')
    .values({ watch_id: watchId, record_id: recordId, at, who, reason })
    .onConflict((conflict) => conflict.columns(['watch_id', 'record_id']).doUpdateSet({ at, who, reason }))
    .execute();
}

export async function heedRecord(db: Db, watchId: string, recordId: number): Promise<void> {
  await db.deleteFrom('ignored').where('watch_id', '=', watchId).where('record_id', '=', recordId).execute();
}

/** For which watches each of these records is ignored, by record. */
export async function ignoredAmong(db: Db, recordIds: readonly number[]): Promise<ReadonlyMap<number, Ignored[]>> {
  const found = new Map<number, Ignored[]>();
  for (const part of chunks(recordIds)) {
    const rows = await db.selectFrom('ignored').selectAll().where('record_id', 'in', part).execute();
    for (const { watch_id: watchId, record_id: recordId, ...row } of rows) {
      found.set(recordId, [...(found.get(recordId) ?? []), { watchId, recordId, ...row }]);
    }
  }
  return found;
}

/** The records that are ignored for a watch, the last first. */
export async function ignoredOf(
  db: Db,
  watchId: string,
): Promise<readonly (Ignored & { readonly record: SearchRecord })[]> {
  const rows = await db
    .selectFrom('ignored')
    .innerJoin('records', 'records.id', 'ignored.record_id')
    .select(['watch_id', 'record_id', 'at', 'who', 'reason', 'body'])
    .where('watch_id', '=', watchId)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ watch_id, record_id, body, ...row }) => ({
    ...row,
    watchId: watch_id,
    recordId: record_id,
    record: JSON.parse(body) as SearchRecord,
  }));
}
