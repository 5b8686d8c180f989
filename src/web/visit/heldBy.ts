import type { WatchConfig } from '../../config/config.ts';
import { filtersHits } from '../../config/filtersHits.ts';
import { queriesOf } from '../../schedule/planSync.ts';
import { holdersOf } from '../../store/snapshot/memberships.ts';
import type { Db } from '../../store/store.ts';
import type { HeldBy } from '../../store/views/heldBy.ts';

/** Those of these watches that hold a record now. A viewer may see a record only if they may read such a watch. */
export async function watchesHolding(
  db: Db,
  watches: readonly WatchConfig[],
  recordId: number,
): Promise<WatchConfig[]> {
  const holders = new Map((await holdersOf(db, [recordId])).map((one) => [one.queryId, one.wholeWord]));
  return watches.filter((watch) =>
    queriesOf(watch).some(({ id }) => holders.has(id) && (!filtersHits(watch) || holders.get(id) === true)),
  );
}

/** The queries by which these watches hold records, for lists of the store. */
export function heldBy(watches: readonly WatchConfig[]): HeldBy[] {
  return watches.map((watch) => ({
    queryIds: queriesOf(watch).map((query) => query.id),
    wholeWord: filtersHits(watch),
  }));
}
