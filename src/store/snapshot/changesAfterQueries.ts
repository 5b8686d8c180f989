import { sql } from 'kysely';
import { allOf, type Db, firstOf, inOrder, type Span, selectSpan } from '../store.ts';
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
  return db
    .selectFrom('changeWatches as given')
    .innerJoin('changes', 'changes.id', 'given.changeId')
    .select(['given.changeId', (eb) => eb.ref('given.position').$notNull().as('place')])
    .where('given.position', '>', place)
    .where('given.watchId', 'in', watchIds)
    .$if(since !== undefined, (query) => query.where('given.listedAt', '>=', since ?? ''))
    .$if(kind !== undefined, (query) => query.where('changes.kind', '=', kind ?? ''))
    .$if(alertId !== undefined, (query) => query.where('changes.id', 'in', idsOfAlert(db, alertId ?? 0)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('changeWatches as other')
            .select('other.changeId')
            .whereRef('other.changeId', '=', 'given.changeId')
            .where('other.watchId', 'in', watchIds)
            .whereRef('other.position', '<', 'given.position'),
        ),
      ),
    )
    .orderBy('given.position')
    .limit(limit)
    .execute();
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
  const listed = selectLinks(db).where((eb) => eb.or([eb('listedAt', '>=', since), eb('position', 'is', null)]));
  const among =
    watchIds.length <= gatheredAtMost
      ? { ids: await newestIds(listed.where('changeId', '>', afterId), watchIds, { limit: limit + 1 }) }
      : { afterId };
  const changes = await listChanges(db, { watches: watchIds, ...newest, ...among });
  return { changes: changes.slice(0, limit), more: changes.length > limit };
}

/** Returns the newest `limit` changes that nobody acknowledged and that `report` did not filter out. */
export async function changesToAct(
  db: Db,
  { watchIds, limit, recordId }: { watchIds: readonly string[]; limit: number; recordId?: number },
): Promise<RecentChanges> {
  const given = db
    .selectFrom('changeWatches as given')
    .innerJoin('changes', 'changes.id', 'given.changeId')
    .select('given.changeId')
    .distinct()
    .where('given.toAct', '=', 1)
    .where('given.filteredOut', 'is', null)
    .where('given.watchId', 'in', watchIds)
    .where('acknowledgedAt', 'is', null)
    .$if(recordId !== undefined, (query) => query.where('recordId', '=', recordId ?? 0))
    .orderBy('given.changeId', 'desc')
    .limit(limit + 1);
  const ids = await allOf(given, 'changeId');
  return { changes: await listChanges(db, { ids, limit, newestFirst: true }), more: ids.length > limit };
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
    .$if(since !== undefined, (query) => query.where('detectedAt', '>=', since ?? ''))
    .$if(before !== undefined, (query) => query.where('detectedAt', '<', before ?? ''));
  const among = isFew ? { ids: await newestIds(links, watchIds, span) } : {};
  const { limit, back = false, place } = span;
  const id = place === undefined ? undefined : Number(place[0]);
  const from = back ? { afterId: id } : { beforeId: id };
  const changes = await listChanges(db, { ...filter, ...among, ...from, limit, watches: watchIds, newestFirst: !back });
  return inOrder(changes, span);
}

function selectLinks(db: Db) {
  return db.selectFrom('changeWatches').innerJoin('changes', 'changes.id', 'changeWatches.changeId').select('changeId');
}

/** Returns the newest changes of each watch, in no order. */
async function newestIds(links: ReturnType<typeof selectLinks>, watchIds: readonly string[], span: Span) {
  const ids = new Set<number>();
  for (const watchId of watchIds) {
    const ofWatch = selectSpan(links.where('watchId', '=', watchId), [sql.ref('changeId')], span);
    for (const id of await allOf(ofWatch, 'changeId')) ids.add(id);
  }
  return [...ids];
}

/** Returns an id below all changes listed since then or not yet listed, which is where reading back ends. */
async function idBefore(db: Db, since: string): Promise<number> {
  const { min } = db.fn;
  const links = db.selectFrom('changeWatches').select(min('changeId').as('first'));
  const listed = await firstOf(links.where('listedAt', '>=', since), 'first');
  const waiting = await firstOf(links.where('position', 'is', null), 'first');
  return Math.min(listed ?? Number.MAX_SAFE_INTEGER, waiting ?? Number.MAX_SAFE_INTEGER) - 1;
}
