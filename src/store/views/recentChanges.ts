import type { StoredChange } from '../snapshot/changes.ts';
import { listChanges } from '../snapshot/changes.ts';
import type { Db } from '../store.ts';

export interface RecentChanges {
  /** Newest first. */
  readonly changes: readonly StoredChange[];
  /** Whether there are more than were asked for. */
  readonly more: boolean;
}

/** What these watches were shown as news since a moment (ISO), the newest `limit` of it. */
export async function recentChanges(
  db: Db,
  { watchIds, since, limit }: { readonly watchIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<RecentChanges> {
  if (watchIds.length === 0) return { changes: [], more: false };
  const changes = await listChanges(db, { watches: watchIds, listedSince: since, limit: limit + 1, newestFirst: true });
  return { changes: changes.slice(0, limit), more: changes.length > limit };
}
