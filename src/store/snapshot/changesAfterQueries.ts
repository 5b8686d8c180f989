import { sql } from 'kysely';
import { type Db, inOrder, type Span, selectSpan } from '../store.ts';
import { type ChangeFilter, idsOfAlert, listChanges, type StoredChange } from './changesTable.ts';

interface Filter {
  readonly watchIds: readonly string[];
  readonly place: number;
  readonly since?: string | undefined; // ISO time: listed at or after it.
  readonly kind?: string | undefined;
  readonly alertId?: number | undefined;
  readonly limit: number;
}

/** Returns each change once, at its first place among these watches. Late commits have late places. */
export async function changesAfter(db: Db, filter: Filter): Promise<{ changeId: number; place: number }[]> {
  const { watchIds, place, since, kind, alertId, limit } = filter;
  const rows = await db
    .selectFrom('change_watches as given')
    .innerJoin('changes', 'changes.id', 'given.change_id')
    .select(['given.change_id as changeId', 'given.position as place'])
    .where('given.position', '>', place)
    .where('given.watch_id', 'in', watchIds)
    .$if(since !== undefined, (query) => query.where('given.listed_at', '>=', since ?? ''))
    .$if(kind !== undefined, (query) => query.where('changes.kind', '=', kind ?? ''))
    .$if(alertId !== undefined, (query) => query.where('changes.id', 'in', idsOfAlert(db, alertId ?? 0)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('change_watches as other')
            .select('other.change_id')
            .whereRef('other.change_id', '=', 'given.change_id')
            .where('other.watch_id', 'in', watchIds)
            .whereRef('other.position', '<', 'given.position'),
        ),
      ),
    )
    .orderBy('given.position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ changeId: row.changeId, place: row.place ?? 0 }));
}

type RecentChanges = Readonly<{ changes: readonly StoredChange[]; more: boolean }>;

/** For more watches than this, all changes are read in order, because most belong to these watches. */
const gatheredAtMost = 8;

export async function recentChanges(
  db: Db,
  { watchIds, since, limit }: { readonly watchIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<RecentChanges> {
  const afterId = await idBefore(db, since);
  const newest = { listedSince: since, limit: limit + 1, newestFirst: true };
  const listed = selectLinks(db).where((eb) => eb.or([eb('listed_at', '>=', since), eb('position', 'is', null)]));
  const among =
    watchIds.length <= gatheredAtMost
      ? { ids: await newestIds(listed.where('change_id', '>', afterId), watchIds, { limit: limit + 1 }) }
      : { afterId };
  const changes = await listChanges(db, { watches: watchIds, ...newest, ...among });
  return { changes: changes.slice(0, limit), more: changes.length > limit };
}

/** Returns the newest `limit` changes that nobody acknowledged and that `report` did not filter out. */
export async function changesToAct(
  db: Db,
  { watchIds, limit, recordId }: { watchIds: readonly string[]; limit: number; recordId?: number },
): Promise<RecentChanges> {
  const rows = await db
    .selectFrom('change_watches as given')
    .innerJoin('changes', 'changes.id', 'given.change_id')
    .select('given.change_id')
    .distinct()
    .where('given.to_act', '=', 1)
    .where('given.filtered_out', 'is', null)
    .where('given.watch_id', 'in', watchIds)
    .where('acknowledged_at', 'is', null)
    .$if(recordId !== undefined, (query) => query.where('record_id', '=', recordId ?? 0))
    .orderBy('given.change_id', 'desc')
    .limit(limit + 1)
    .execute();
  const ids = rows.slice(0, limit).map((row) => row.change_id);
  return { changes: await listChanges(db, { ids, limit, newestFirst: true }), more: rows.length > limit };
}

export type NewestFilter = Pick<ChangeFilter, 'kind' | 'since' | 'before' | 'recordId' | 'alertId'> & {
  readonly watchIds: readonly string[];
};

/** Returns changes newest first, whether or not they were reported. */
export async function newestChanges(db: Db, { watchIds, ...filter }: NewestFilter, span: Span) {
  const isFew = watchIds.length <= gatheredAtMost && filter.recordId === undefined && filter.alertId === undefined;
  const { kind, since, before } = filter;
  const links = selectLinks(db)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(since !== undefined, (query) => query.where('detected_at', '>=', since ?? ''))
    .$if(before !== undefined, (query) => query.where('detected_at', '<', before ?? ''));
  const among = isFew ? { ids: await newestIds(links, watchIds, span) } : {};
  const { limit, back = false, place } = span;
  const id = place === undefined ? undefined : Number(place[0]);
  const from = back ? { afterId: id } : { beforeId: id };
  const changes = await listChanges(db, { ...filter, ...among, ...from, limit, watches: watchIds, newestFirst: !back });
  return inOrder(changes, span);
}

function selectLinks(db: Db) {
  return db
    .selectFrom('change_watches')
    .innerJoin('changes', 'changes.id', 'change_watches.change_id')
    .select('change_id');
}

/** Returns the newest changes of each watch, in no order. */
async function newestIds(links: ReturnType<typeof selectLinks>, watchIds: readonly string[], span: Span) {
  const ids = new Set<number>();
  for (const watchId of watchIds) {
    const ofWatch = selectSpan(links.where('watch_id', '=', watchId), [sql.ref('change_id')], span);
    for (const row of await ofWatch.execute()) ids.add(row.change_id);
  }
  return [...ids];
}

/** Returns an id below all changes listed since then or not yet listed, which is where reading back ends. */
async function idBefore(db: Db, since: string): Promise<number> {
  const { min } = db.fn;
  const links = db.selectFrom('change_watches').select(min('change_id').as('first'));
  const listed = await links.where('listed_at', '>=', since).executeTakeFirst();
  const waiting = await links.where('position', 'is', null).executeTakeFirst();
  const first = [listed, waiting].flatMap((row) => row?.first ?? []).map(Number);
  return Math.min(Number.MAX_SAFE_INTEGER, ...first) - 1;
}
