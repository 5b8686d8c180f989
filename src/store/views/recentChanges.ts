import type { StoredChange } from '../snapshot/changes.ts';
import { listChanges } from '../snapshot/changes.ts';
import type { Db } from '../store.ts';

export interface RecentChanges {
  /** Newest first. */
  readonly changes: readonly StoredChange[];
  /** Whether there are more than were asked for. */
  readonly more: boolean;
}

/** Of so many watches the changes are gathered; of more, the changes of all watches are walked, of which most are theirs. */
const gatheredAtMost = 8;

/** What these watches were shown as news since a moment (ISO), the newest `limit` of it. */
export async function recentChanges(
  db: Db,
  { watchIds, since, limit }: { readonly watchIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<RecentChanges> {
  if (watchIds.length === 0) return { changes: [], more: false };
  const newest = { listedSince: since, limit: limit + 1, newestFirst: true };
  const among =
    watchIds.length <= gatheredAtMost
      ? { ids: await newestIds(db, watchIds, limit + 1) }
      : { afterId: await idBefore(db, since) };
  const changes = await listChanges(db, { watches: watchIds, ...newest, ...among });
  return { changes: changes.slice(0, limit), more: changes.length > limit };
}

/** No change that was listed since that moment has this id or a lower one: the walk back ends there, also where little is new. */
async function idBefore(db: Db, since: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('change_watches')
    .select((eb) => eb.fn.min('change_id').as('first'))
    .where((eb) => eb.or([eb('listed_at', '>=', since), eb('position', 'is', null)]))
    .executeTakeFirst();
  return row === undefined || row.first === null ? undefined : Number(row.first) - 1;
}

/** The newest `limit` changes of each of these watches: among them are the newest of all. */
async function newestIds(db: Db, watchIds: readonly string[], limit: number): Promise<number[]> {
  const ids = new Set<number>();
  for (const watchId of watchIds) {
    const rows = await db
      .selectFrom('change_watches')
      .select('change_id')
      .where('watch_id', '=', watchId)
      .orderBy('change_id', 'desc')
      .limit(limit)
      .execute();
    for (const row of rows) ids.add(row.change_id);
  }
  return [...ids].sort((a, b) => b - a).slice(0, limit);
}
