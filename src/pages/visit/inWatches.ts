import type { WatchConfig } from '../../config/config.ts';
import { filtersHits } from '../../config/config.ts';
import type { Db } from '../../database/store.ts';
import { madeOnce } from '../../madeOnce.ts';
import { queriesOf, watchesByQuery } from '../../schedule/planSync.ts';
import type { Operation } from '../../service/query.ts';
import type { InQueries } from '../../snapshot/foundByQueries.ts';
import { type FindingQuery, findingQueries } from '../../snapshot/foundByQueries.ts';

export interface KnownBy {
  /** Those in which it is; where there is none any more, those in which it was until it was gone. */
  readonly watches: readonly WatchConfig[];
  /** ISO time, UTC; undefined: it is in a watch. */
  readonly goneSince: string | undefined;
}

/** By which of these watches a record is known. A viewer may see a record only if they may read such a watch. */
export async function knownBy(db: Db, watches: readonly WatchConfig[], recordId: number): Promise<KnownBy> {
  const queries = await findingQueries(db, recordId);
  const finding = among(
    watches,
    queries.filter(({ goneSince }) => goneSince === null),
  );
  if (finding.length > 0) return { watches: finding, goneSince: undefined };
  const former = among(watches, queries);
  const ids = new Set(former.flatMap(queriesOf).map(({ id }) => id));
  const goneAt = queries.filter(({ queryId }) => ids.has(queryId)).map(({ goneSince }) => goneSince ?? '');
  return { watches: former, goneSince: goneAt.sort().at(-1) };
}

function among(watches: readonly WatchConfig[], queries: readonly FindingQuery[]): WatchConfig[] {
  const passing = queries.flatMap(({ queryId, wholeWord }) =>
    (watchesByQuery(watches).get(queryId) ?? []).filter((watch) => wholeWord || !filtersHits(watch)),
  );
  return [...new Set(passing)];
}

/** The queries by which cases, and those by which designs came into these watches, for lists of the store. */
export const inWatches = madeOnce((watches: readonly WatchConfig[]) => ({
  docket: findingFor(watches, 'pacer'),
  design: findingFor(watches, 'wipo'),
}));

function findingFor(watches: readonly WatchConfig[], operation: Operation): InQueries {
  const [strict, any] = [true, false].map((filters) =>
    watches
      .filter((watch) => filtersHits(watch) === filters)
      .flatMap((watch) => queriesOf(watch).flatMap((query) => (query.operation === operation ? query.id : []))),
  );
  return { any: any ?? [], strict: strict ?? [] };
}
