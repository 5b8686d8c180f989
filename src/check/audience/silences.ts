import type { DesignSearch, DocketSearch, WatchConfig } from '../../config/config.ts';
import { describeWatch, queryOf, whyWatchFindsNothing } from '../../config/searchWords.ts';
import type { WatchQueryStatus } from '../../schedule/watchStatusQueries.ts';

type Search = DocketSearch | DesignSearch;

export type Finds = Pick<
  WatchQueryStatus,
  'watchId' | 'queryId' | 'baselineAt' | 'lastCompleteAt' | 'everCounted' | 'filteredOut'
>;

type Asking = Pick<WatchConfig, 'id' | 'searches' | 'courts'>;

/** What a watch searches for, all of it or (`isPart`) one value of a list, that never found a record. */
export type Silence = ReturnType<typeof silencesOf>[number];

export function silencesOf(watches: readonly Asking[], status: readonly Finds[]) {
  const byWatch = Map.groupBy(status, (finds) => finds.watchId);
  return watches.flatMap((watch) => silencesOfWatch(watch, byWatch.get(watch.id) ?? []));
}

function silencesOfWatch(watch: Asking, status: readonly Finds[]) {
  const byQuery = new Map(status.map((finds) => [finds.queryId, finds]));
  const silent = watch.searches.flatMap((search) => {
    const own = byQuery.get(queryOf(search).id);
    // Only a complete check proves that there is nothing; a baseline may rest on partial ones.
    if (own === undefined || own.baselineAt === null || own.lastCompleteAt === null) return [];
    if (own.everCounted) return [];
    return [{ search, since: own.baselineAt, filteredOut: own.filteredOut }];
  });
  const silenceOf = (found: typeof silent, isPart: boolean) => {
    const searches = found.map(({ search }) => search);
    const [first] = found.map(({ since }) => since).sort();
    if (first === undefined) return [];
    const part = { searches, courts: watch.courts };
    const filteredOut = found.reduce((sum, search) => sum + search.filteredOut, 0);
    const words = { asks: describeWatch(part), advice: whyWatchFindsNothing(part) };
    return [{ watchId: watch.id, isPart, searches, since: first, filteredOut, ...words }];
  };
  if (silent.length === watch.searches.length) return silenceOf(silent, false);
  const silentSearches = new Set(silent.map(({ search }) => search));
  return silentValues(watch.searches, silentSearches).flatMap((searches) => {
    const part = silent.filter(({ search }) => searches.includes(search));
    return silenceOf(part, true);
  });
}

/** Registers and classes without a hit are normal; a number or a name without one is a typo, or has no case yet. */
const identifyingFields = [
  'patentNumber',
  'companyName',
  'caseNumber',
  'holder',
  'registrationNumber',
  'id',
  'idPrefix',
] as const;

function silentValues(searches: readonly Search[], silent: ReadonlySet<Search>): Search[][] {
  return identifyingFields.flatMap((field) => {
    const byValue = Map.groupBy(searches, (search) => (search as Partial<Record<typeof field, string>>)[field] ?? '');
    if (byValue.size < 2) return [];
    return [...byValue.values()].filter((group) => group.every((search) => silent.has(search)));
  });
}
