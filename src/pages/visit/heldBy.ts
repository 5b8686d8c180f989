import type { WatchConfig } from '../../config/config.ts';
import { filtersHits } from '../../config/config.ts';
import type { Db } from '../../database/store.ts';
import { queriesOf } from '../../schedule/planSync.ts';
import type { HeldBy } from '../../snapshot/holdingsQueries.ts';
import { type RecordHolder, recordHolders } from '../../snapshot/holdingsQueries.ts';

/** The watches by which a record is known. */
export interface KnownBy {
  /** Those that hold it; where none does any more, those that did until it was gone. */
  readonly watches: readonly WatchConfig[];
  /** ISO time, UTC; undefined: a watch holds it. */
  readonly goneSince: string | undefined;
}

/** By which of these watches a record is known. A viewer may see a record only if they may read such a watch. */
export async function knownBy(db: Db, watches: readonly WatchConfig[], recordId: number): Promise<KnownBy> {
  const holders = await recordHolders(db, recordId);
  const holding = among(
    watches,
    holders.filter(({ goneSince }) => goneSince === null),
  );
  if (holding.length > 0) return { watches: holding, goneSince: undefined };
  const former = among(watches, holders);
  const ids = new Set(former.flatMap(queriesOf).map(({ id }) => id));
  const goneAt = holders.filter(({ queryId }) => ids.has(queryId)).map(({ goneSince }) => goneSince ?? '');
  return { watches: former, goneSince: goneAt.sort().at(-1) };
}

function among(watches: readonly WatchConfig[], holders: readonly RecordHolder[]): WatchConfig[] {
  const passes = new Map(holders.map(({ queryId, wholeWord }) => [queryId, wholeWord]));
  return watches.filter((watch) =>
    queriesOf(watch).some(({ id }) => passes.has(id) && (!filtersHits(watch) || passes.get(id) === true)),
  );
}

/** The queries by which these watches hold records, for lists of the store. */
export function heldBy(watches: readonly WatchConfig[]): HeldBy[] {
  return watches.map((watch) => ({
    queryIds: queriesOf(watch).map((query) => query.id),
    wholeWord: filtersHits(watch),
  }));
}
