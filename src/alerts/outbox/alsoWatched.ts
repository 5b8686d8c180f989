import type { Config } from '../../config/config.ts';
import { watchesById } from '../../config/watchLists.ts';
import type { SearchRecord } from '../../records/record.ts';
import { runningHolds } from '../../schedule/holds/holdsTable.ts';
import { countFound } from '../../schedule/watchStatusQueries.ts';
import { alsoFoundBy } from '../../store/snapshot/foundByQueries.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';

export interface AlsoWatched {
  /** How many of its cases and designs other watches found too, and still report. */
  readonly records: number;
  readonly ofRecords: number;
  readonly first: SearchRecord;
  readonly watchIds: readonly string[];
}

/** The cases and designs of a watch that other watches found and report too; undefined where there is none. */
export async function alsoWatched(
  db: Db,
  { watches }: Pick<Config, 'watches'>,
  watchId: string | null,
): Promise<AlsoWatched | undefined> {
  const byId = watchesById(watches);
  const watch = byId.get(watchId ?? '');
  if (watch === undefined) return undefined;
  // A false match of a watch is one record, and not the watch.
  const held = new Set(
    (await runningHolds(db)).flatMap((hold) => (hold.recordId === null ? (hold.watchId ?? []) : [])),
  );
  const shared = (await alsoFoundBy(db, watch.id)).filter(({ watchId: id }) => {
    const other = byId.get(id);
    return other !== undefined && other.notify.length > 0 && !held.has(id);
  });
  const recordIds = new Set(shared.map((one) => one.recordId));
  const firstId = Math.min(...recordIds);
  const first = recordIds.size === 0 ? undefined : (await loadRecords(db, [firstId])).get(firstId)?.record;
  if (first === undefined) return undefined;
  const { cases, designs } = await countFound(db, [watch.id]);
  const watchIds = [...new Set(shared.map((one) => one.watchId))].sort();
  return { records: recordIds.size, ofRecords: cases + designs, first, watchIds };
}
