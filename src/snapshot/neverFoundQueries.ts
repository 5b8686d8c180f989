import type { Db } from '../database/store.ts';

/** A watch none of whose searches has ever found a record, although each was checked completely. */
export interface NeverFoundRow {
  readonly watchId: string;
  /** ISO time of its first complete check. */
  readonly since: string;
  /** There were hits, and all of them were filtered out: it counts only for a watch that filters. */
  readonly filtered: boolean;
}

/** The watches that have never found anything that passes their filter, ordered by watch. */
export async function neverFoundRows(db: Db): Promise<NeverFoundRow[]> {
  const rows = await db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .select((eb) => {
      const held = eb.selectFrom('memberships').whereRef('memberships.query_id', '=', 'watch_queries.query_id');
      const any = eb.exists(held.select('record_id'));
      const passing = eb.exists(held.select('record_id').where('whole_word', '=', 1));
      const unproved = eb.or([eb('baseline_at', 'is', null), eb('last_complete_check', 'is', null)]);
      return [
        'watch_id as watchId',
        eb.fn.min('baseline_at').as('since'),
        eb.fn.max(eb.case().when(any).then(1).else(0).end()).as('any'),
        eb.fn.max(eb.case().when(passing).then(1).else(0).end()).as('passing'),
        eb.fn.max(eb.case().when(unproved).then(1).else(0).end()).as('unproved'),
      ];
    })
    .groupBy('watch_id')
    .orderBy('watch_id')
    .execute();
  return rows.flatMap(({ watchId, since, any, passing, unproved }) =>
    since === null || unproved === 1 || passing === 1 ? [] : [{ watchId, since, filtered: any === 1 }],
  );
}
