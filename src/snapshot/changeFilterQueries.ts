import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../database/schema/tables.ts';
import type { Db } from '../database/store.ts';

/** Which changes; all of what is given must hold. */
export interface ChangeFilter {
  readonly watch?: string | undefined;
  /** Changes of any of these watches. */
  readonly watches?: readonly string[] | undefined;
  /** ISO time: detected at or after it. */
  readonly since?: string | undefined;
  /**
   * ISO time: what these watches were first shown as news at that time or later. A change that another process
   * commits late counts from then.
   */
  readonly listedSince?: string | undefined;
  readonly kind?: string | undefined;
  readonly id?: number | undefined;
  /** Only some of these. */
  readonly ids?: readonly number[] | undefined;
  readonly recordId?: number | undefined;
  /** Only changes after this id, for reading in pieces. */
  readonly afterId?: number | undefined;
  /** Only changes that the `report` of a watch (of `watch`, if given) left out. */
  readonly filteredOut?: boolean | undefined;
  readonly limit: number;
  /** The last ones, newest first, instead of the first ones in the order in which they were found. */
  readonly newestFirst?: boolean | undefined;
}

/** The changes that a filter lets through, each with its record; in no order, and without the limit. */
export function selectChanges(db: Db, filter: ChangeFilter) {
  let query = ofWatches(selectWithRecord(db), filter);
  if (filter.since !== undefined) query = query.where('detected_at', '>=', filter.since);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.listedSince !== undefined) query = query.where(isListedSince(filter.listedSince, filter));
  if (filter.ids !== undefined) query = query.where('changes.id', 'in', [...filter.ids, -1]);
  if (filter.id !== undefined) query = query.where('changes.id', '=', filter.id);
  if (filter.recordId !== undefined) query = query.where('changes.record_id', '=', filter.recordId);
  if (filter.afterId !== undefined) query = query.where('changes.id', '>', filter.afterId);
  return query;
}

function selectWithRecord(db: Db) {
  return db
    .selectFrom('changes')
    .innerJoin('records', 'records.id', 'changes.record_id')
    .select(['changes.id', 'record_id', 'kind', 'detected_at', 'check_id', 'type', 'body'])
    .select(['entry', 'fields', 'note', 'rule']);
}

type ChangesQuery = ReturnType<typeof selectWithRecord>;

function ofWatches(changes: ChangesQuery, { watch, watches, filteredOut }: ChangeFilter): ChangesQuery {
  let query = changes;
  if (watch !== undefined || filteredOut) {
    query = query.where('changes.id', 'in', (eb) => {
      let links = eb.selectFrom('change_watches').select('change_id');
      if (watch !== undefined) links = links.where('watch_id', '=', watch);
      return filteredOut ? links.where('filtered_out', 'is not', null) : links;
    });
  }
  if (watches === undefined) return query;
  return query.where((eb) =>
    eb.exists(
      eb
        .selectFrom('change_watches')
        .select('change_id')
        .whereRef('change_id', '=', 'changes.id')
        .where('watch_id', 'in', watches),
    ),
  );
}

/**
 * Whether a change was first listed for these watches at or after a moment: one of them was
 * given it, and none had it before.
 */
function isListedSince(since: string, { watch, watches }: ChangeFilter) {
  const among = watch === undefined ? watches : [watch];
  return ({ and, eb, exists, not, selectFrom }: ExpressionBuilder<Tables, 'changes' | 'records'>) => {
    const given = selectFrom('change_watches')
      .select('change_id')
      .$if(among !== undefined, (query) => query.where('watch_id', 'in', among ?? []));
    const before = given.whereRef('change_id', '=', 'changes.id').where('listed_at', '<', since);
    const later = given.where((link) => link.or([link('listed_at', '>=', since), link('position', 'is', null)]));
    return and([eb('changes.id', 'in', later), not(exists(before))]);
  };
}
