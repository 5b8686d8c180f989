import { sql } from 'kysely';
import type { Db } from '../database/store.ts';

/** A change that is new to somebody who follows watches, and the place from which to continue. */
export interface ListedChange {
  readonly changeId: number;
  readonly place: number;
}

interface Filter {
  readonly watchIds: readonly string[];
  /** The reader's place so far; 0: the beginning. */
  readonly place: number;
  /** ISO time: listed at or after it. */
  readonly since?: string | undefined;
  readonly kind?: string | undefined;
  readonly limit: number;
}

/**
 * The changes that these watches were given after a place, in the order of listing, each once. A change that is
 * committed late is listed late. A change that one of these watches had already is not new.
 */
export async function changesAfter(db: Db, { watchIds, place, since, kind, limit }: Filter): Promise<ListedChange[]> {
  if (watchIds.length === 0) return [];
  const rows = await db
    .selectFrom('change_watches as given')
    .innerJoin('changes', 'changes.id', 'given.change_id')
    .select(['given.change_id as changeId', 'given.position as place'])
    .where('given.position', '>', place)
    .where('given.watch_id', 'in', watchIds)
    .$if(since !== undefined, (query) => query.where('given.listed_at', '>=', since ?? ''))
    .$if(kind !== undefined, (query) => query.where('changes.kind', '=', kind ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('change_watches as other')
            .select('other.change_id')
            .whereRef('other.change_id', '=', 'given.change_id')
            .where('other.watch_id', 'in', watchIds)
            // Changes stored before there were places have the same place for all their watches.
            .where(sql<boolean>`(other.position, other.watch_id) < (given.position, given.watch_id)`),
        ),
      ),
    )
    .orderBy('given.position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ changeId: row.changeId, place: row.place ?? 0 }));
}
