import type { Db } from '../database/store.ts';

/** A query that holds a record, or held it until it was gone. */
export interface RecordHolder {
  readonly queryId: string;
  /** The record passes the filter of the query. */
  readonly wholeWord: boolean;
  /** ISO time, UTC, of the check that found it gone; null: the query holds it. */
  readonly goneSince: string | null;
}

export async function recordHolders(db: Db, recordId: number): Promise<RecordHolder[]> {
  const rows = await db
    .selectFrom('memberships')
    .leftJoin('checks', 'checks.id', 'memberships.gone_check')
    .select(['memberships.query_id as queryId', 'whole_word', 'gone_check', 'checks.ended_at'])
    .where('record_id', '=', recordId)
    .execute();
  return rows.map(({ queryId, whole_word, gone_check, ended_at }) => ({
    queryId,
    wholeWord: whole_word === 1,
    goneSince: gone_check === null ? null : (ended_at ?? ''),
  }));
}
