import type { SearchRecord } from '../../records/record.ts';
import type { Db } from '../store.ts';

/** Queries of a watch, and whether what its whole-word reading excludes counts. */
export interface HeldBy {
  readonly queryIds: readonly string[];
  readonly wholeWord: boolean;
}

/** A record that a watch holds, and when it last changed. */
export interface HeldRecord {
  readonly id: number;
  readonly record: SearchRecord;
  readonly changedAt: string;
  readonly firstSeenAt: string;
}

/** The records that these queries hold now, those that changed last first. */
export async function recordsHeld(db: Db, { queryIds, wholeWord }: HeldBy, limit: number): Promise<HeldRecord[]> {
  if (queryIds.length === 0) return [];
  const rows = await db
    .selectFrom('records')
    .select(['records.id', 'body', 'changed_at', 'first_seen_at'])
    .where('records.id', 'in', (eb) => {
      const held = eb
        .selectFrom('memberships')
        .select('record_id')
        .where('query_id', 'in', queryIds)
        .where('gone_check', 'is', null);
      return wholeWord ? held.where('whole_word', '=', 1) : held;
    })
    .orderBy('changed_at', 'desc')
    .orderBy('records.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    record: JSON.parse(row.body) as SearchRecord,
    changedAt: row.changed_at,
    firstSeenAt: row.first_seen_at,
  }));
}
