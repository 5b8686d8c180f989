import { sql } from 'kysely';
import type { SearchRecord } from '../../records/record.ts';
import { bulks, chunks, type Db, inParts } from '../store.ts';
import { loadRecords } from './recordsTable.ts';

/** A hit of a query that the filter of a watch (`court`, `wholeWord`) excludes. */
export interface LeftOut {
  readonly queryId: string;
  readonly recordId: number;
  readonly watchId: string;
}

/** Whether a record that a query found does not count for a watch. */
export type IsLeftOut = (one: LeftOut) => boolean;

export function leftOutOf(rows: readonly LeftOut[]): IsLeftOut {
  const known = new Set(rows.map(keyOf));
  return (one) => known.has(keyOf(one));
}

const keyOf = ({ queryId, recordId, watchId }: LeftOut) => `${queryId} ${recordId} ${watchId}`;

const columns = ['query_id as queryId', 'record_id as recordId', 'watch_id as watchId'] as const;

export async function leftOutOfQuery(db: Db, queryId: string): Promise<LeftOut[]> {
  return db.selectFrom('left_out').select(columns).where('query_id', '=', queryId).execute();
}

export async function leftOutRecords(db: Db, recordIds: readonly number[]): Promise<LeftOut[]> {
  return inParts(recordIds, (part) =>
    db.selectFrom('left_out').select(columns).where('record_id', 'in', part).execute(),
  );
}

export async function leaveOut(db: Db, rows: readonly LeftOut[]): Promise<void> {
  for (const part of bulks(db, rows, 3)) {
    await db
      .insertInto('left_out')
      .values(
        part.map(({ queryId, recordId, watchId }) => ({ query_id: queryId, record_id: recordId, watch_id: watchId })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** From now on these count for the watch. @param recordIds absent: all that the query found */
export async function admit(
  db: Db,
  { queryId, watchId }: Omit<LeftOut, 'recordId'>,
  recordIds?: readonly number[],
): Promise<void> {
  const rows = db.deleteFrom('left_out').where('query_id', '=', queryId).where('watch_id', '=', watchId);
  if (recordIds === undefined) await rows.execute();
  else for (const part of chunks(recordIds)) await rows.where('record_id', 'in', part).execute();
}

/** In a statement that has `watch_queries` beside `memberships`: the record counts for the watch. */
export const counts = sql<boolean>`not exists (
  select 1 from left_out
  where left_out.query_id = memberships.query_id and left_out.record_id = memberships.record_id
    and left_out.watch_id = watch_queries.watch_id)`;

/** The records that a watch's searches find now and its filter excludes. */
export async function excludedRecords(db: Db, watchId: string): Promise<SearchRecord[]> {
  const rows = await db
    .selectFrom('left_out')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.query_id', '=', 'left_out.query_id')
        .onRef('memberships.record_id', '=', 'left_out.record_id'),
    )
    .innerJoin('watch_queries', (join) =>
      join
        .onRef('watch_queries.query_id', '=', 'left_out.query_id')
        .onRef('watch_queries.watch_id', '=', 'left_out.watch_id'),
    )
    .select('left_out.record_id as recordId')
    .distinct()
    .where('left_out.watch_id', '=', watchId)
    .where('gone_check', 'is', null)
    .orderBy('left_out.record_id')
    .execute();
  const records = await loadRecords(
    db,
    rows.map(({ recordId }) => recordId),
  );
  return [...records.values()].map(({ record }) => record);
}
