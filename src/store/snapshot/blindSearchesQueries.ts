import type { Db } from '../store.ts';
import { counts } from './leftOutTable.ts';

/**
 * A search of a watch that is due, or whose last check was not complete. Those of watches that a hold keeps from being
 * checked are none.
 */
export interface BlindSearch {
  readonly watchId: string;
  readonly queryId: string;
  readonly schedule: string;
  readonly timezone: string;
  /** ISO time, as in the next field; null: never. */
  readonly lastCompleteAt: string | null;
  readonly nextDueAt: string | null;
}

interface Blindness {
  /** ISO time: an incomplete check before that says nothing. */
  readonly since: string;
  readonly now: Date;
  /** Only this query. */
  readonly queryId?: string | undefined;
}

/**
 * The searches that are due, or were not checked completely since a moment. Stopped and superseded checks
 * prove nothing.
 */
export async function blindSearches(db: Db, { since, now, queryId }: Blindness): Promise<BlindSearch[]> {
  let query = db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .leftJoin('checks as last', 'last.id', 'queries.last_check')
    .leftJoin('checks as complete', 'complete.id', 'queries.last_complete_check')
    .select(['watch_queries.watch_id as watchId', 'watch_queries.query_id as queryId'])
    .select(['schedule', 'timezone', 'next_due_at as nextDueAt', 'complete.ended_at as lastCompleteAt'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('holds')
            .select('holds.id')
            .whereRef('holds.watch_id', '=', 'watch_queries.watch_id')
            .where('is_checked', '=', 0)
            .where('holds.ended_at', 'is', null),
        ),
      ),
    )
    .where((eb) => {
      const failed = [
        eb('last.outcome', '!=', 'complete'),
        eb('last.ended_at', '>=', since),
        eb(eb.fn.coalesce('last.cause', eb.val('')), 'not in', ['stopped', 'superseded']),
      ];
      return eb.or([eb('next_due_at', '<=', now.toISOString()), eb.and(failed)]);
    })
    .orderBy('watch_queries.watch_id')
    .orderBy('watch_queries.query_id');
  if (queryId !== undefined) query = query.where('queries.id', '=', queryId);
  return query.execute();
}

/** Whether a check was complete after the one of this id. */
export async function isCompleteSince(db: Db, checkId: number): Promise<boolean> {
  const row = await db
    .selectFrom('checks')
    .select('checks.id')
    .where('checks.id', '>', checkId)
    .where('outcome', '=', 'complete')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When a check was last complete; undefined: never. Each query knows its own last one. */
export async function lastCompleteCheckAt(db: Db): Promise<Date | undefined> {
  const latest = db.selectFrom('queries').select((eb) => eb.fn.max('last_complete_check').as('id'));
  const row = await db.selectFrom('checks').select('ended_at as endedAt').where('id', '=', latest).executeTakeFirst();
  return row && new Date(row.endedAt);
}

/** A watch none of whose searches has ever found a record, although each was checked completely. */
interface NeverFoundRow {
  readonly watchId: string;
  /** ISO time of its first complete check. */
  readonly since: string;
}

/** The watches that have never found anything that passes their filter, ordered by watch. */
export async function neverFoundRows(db: Db): Promise<NeverFoundRow[]> {
  const rows = await db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .select((eb) => {
      const unproved = eb.or([eb('baseline_at', 'is', null), eb('last_complete_check', 'is', null)]);
      return [
        'watch_id as watchId',
        eb.fn.min('baseline_at').as('since'),
        eb.fn.max(eb.case().when(unproved).then(1).else(0).end()).as('unproved'),
      ];
    })
    .where('watch_id', 'not in', ({ selectFrom }) =>
      selectFrom('memberships')
        .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
        .select('watch_id')
        .where(counts),
    )
    .groupBy('watch_id')
    .orderBy('watch_id')
    .execute();
  return rows.flatMap(({ watchId, since, unproved }) => (since === null || unproved === 1 ? [] : [{ watchId, since }]));
}
