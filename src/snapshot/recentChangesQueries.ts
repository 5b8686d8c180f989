import type { Db } from '../database/store.ts';
import type { StoredChange } from './changesTable.ts';
import { listChanges } from './changesTable.ts';

export interface RecentChanges {
  /** Newest first. */
  readonly changes: readonly StoredChange[];
  /** Whether there are more than were asked for. */
  readonly more: boolean;
}

/**
 * For up to this many watches their changes are collected. For more, the changes of all watches are read in order,
 * because most of them are theirs.
 */
const gatheredAtMost = 8;

/** The newest `limit` changes that were listed for these watches since a moment (ISO). */
export async function recentChanges(
  db: Db,
  { watchIds, since, limit }: { readonly watchIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<RecentChanges> {
  if (watchIds.length === 0) return { changes: [], more: false };
  const afterId = await idBefore(db, since);
  const newest = { listedSince: since, limit: limit + 1, newestFirst: true };
  const among =
    watchIds.length <= gatheredAtMost
      ? { ids: await newestIds(db, watchIds, { since, afterId, limit: limit + 1 }) }
      : { afterId };
  const changes = await listChanges(db, { watches: watchIds, ...newest, ...among });
  return { changes: changes.slice(0, limit), more: changes.length > limit };
}

/**
 * The highest id below that of every change that was listed since that moment. Reading back ends
 * there, even where little is new.
 */
async function idBefore(db: Db, since: string): Promise<number> {
  const { min } = db.fn;
  const links = db.selectFrom('change_watches').select(min('change_id').as('first'));
  const listed = await links.where('listed_at', '>=', since).executeTakeFirst();
  const waiting = await links.where('position', 'is', null).executeTakeFirst();
  const first = [listed, waiting].flatMap((row) => row?.first ?? []).map(Number);
  return Math.min(Number.MAX_SAFE_INTEGER, ...first) - 1;
}

/**
 * The newest `limit` changes of each of these watches that were listed since then. The newest of all are among them.
 */
async function newestIds(
  db: Db,
  watchIds: readonly string[],
  { since, afterId, limit }: { readonly since: string; readonly afterId: number; readonly limit: number },
): Promise<number[]> {
  const ids = new Set<number>();
  for (const watchId of watchIds) {
    const rows = await db
      .selectFrom('change_watches')
      .select('change_id')
      .where('watch_id', '=', watchId)
      .where('change_id', '>', afterId)
      .where((eb) => eb.or([eb('listed_at', '>=', since), eb('position', 'is', null)]))
      .orderBy('change_id', 'desc')
      .limit(limit)
      .execute();
    for (const row of rows) ids.add(row.change_id);
  }
  return [...ids].sort((a, b) => b - a).slice(0, limit);
}
