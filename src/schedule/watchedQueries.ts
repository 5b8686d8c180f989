import type { Outcome } from '../store/snapshot/checksTable.ts';
import { counts } from '../store/snapshot/leftOutTable.ts';
import { asTable, type Db } from '../store/store.ts';

/** Checks that ended for these causes say nothing of the service. */
const provesNothing = ['stopped', 'superseded'] as const;

/** One search of a watch: how its last check ended, and since when it has not been checked completely. */
export interface WatchedQuery {
  readonly watchId: string;
  readonly queryId: string;
  readonly operation: 'pacer' | 'wipo';
  readonly nextDueAt: string | null;
  /** null when it was never checked, as in the next field. */
  readonly lastOutcome: Outcome | null;
  readonly lastReason: string | null;
  readonly lastCompleteAt: string | null;
  /**
   * When the first check after the last complete one ended; null where there was none. Stopped and superseded checks
   * prove nothing, and do not count.
   */
  readonly blindSince: string | null;
  /** A partial check after the last complete one; null where there was none. */
  readonly partialCheck: number | null;
}

/** Whether something of a watch was shown all the same, by a partial check or by another of its searches. */
export function isSeenInPart(queries: readonly WatchedQuery[]): boolean {
  return queries.some((query) => query.partialCheck !== null || query.lastOutcome === 'complete');
}

/**
 * Which watches may not have been looked at: a search of theirs was never checked completely, or not since, or was due
 * before a moment (ISO); and those of `watchIds` that the store does not know. Of ten thousand these are few, and only
 * they are looked into.
 */
export async function maybeUnwatched(
  db: Db,
  watchIds: readonly string[],
  dueBefore: string,
): Promise<ReadonlySet<string>> {
  const notComplete = db
    .selectFrom('queries')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('last_complete_check', 'is', null),
        eb('last_check', 'is', null),
        eb('last_check', '!=', eb.ref('last_complete_check')),
      ]),
    );
  const stored = db.selectFrom('watch_queries').select('watch_id as id');
  // Apart, each is found by an index; together, every search would be looked at.
  const suspects = await db
    .selectFrom(asTable(db, watchIds).as('asked'))
    .select('asked.value as id')
    .where('asked.value', 'not in', stored)
    .union(stored.where('next_due_at', '<', dueBefore))
    .union(stored.where('query_id', 'in', notComplete))
    .execute();
  return new Set(suspects.map(({ id }) => id));
}

export async function loadWatchedQueries(db: Db, watchIds: readonly string[]): Promise<WatchedQuery[]> {
  if (watchIds.length === 0) return [];
  return db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .leftJoin('checks as last', 'last.id', 'queries.last_check')
    .leftJoin('checks as complete', 'complete.id', 'queries.last_complete_check')
    .select((eb) => {
      const since = eb
        .selectFrom('checks')
        .whereRef('checks.query_id', '=', 'queries.id')
        .where('checks.id', '>', (inner) => inner.fn.coalesce('queries.last_complete_check', inner.lit(0)))
        .where((check) => check(check.fn.coalesce('checks.cause', check.val('')), 'not in', provesNothing));
      return [
        'watch_id as watchId',
        'watch_queries.query_id as queryId',
        'operation',
        'next_due_at as nextDueAt',
        'last.outcome as lastOutcome',
        'last.reason as lastReason',
        'complete.ended_at as lastCompleteAt',
        since.select((inner) => inner.fn.min('checks.ended_at').as('first')).as('blindSince'),
        since
          .where('checks.outcome', '=', 'partial')
          .select((inner) => inner.fn.min('checks.id').as('first'))
          .as('partialCheck'),
      ];
    })
    .where('watch_id', 'in', [...watchIds])
    .orderBy('watch_id')
    .execute();
}

/** How many records count for these watches, each once. */
export async function countFound(db: Db, watchIds: readonly string[]): Promise<{ cases: number; designs: number }> {
  if (watchIds.length === 0) return { cases: 0, designs: 0 };
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
    .innerJoin('queries', 'queries.id', 'memberships.query_id')
    .select((eb) => ['operation', eb.fn.count<number>('record_id').distinct().as('records')])
    .where('watch_id', 'in', [...watchIds])
    .where('gone_check', 'is', null)
    .where(counts)
    .groupBy('operation')
    .execute();
  const held = (operation: 'pacer' | 'wipo') => rows.find((row) => row.operation === operation)?.records ?? 0;
  return { cases: held('pacer'), designs: held('wipo') };
}
