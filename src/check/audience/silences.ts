import type { DesignSearch, DocketSearch, WatchConfig } from '../../config/config.ts';
import { describeWatch } from '../../config/describeSearch.ts';
import { filtersHits } from '../../config/filtersHits.ts';
import { whyWatchFindsNothing } from '../../config/whyNothing.ts';
import { queryOf } from '../../search/query.ts';
import type { WatchQueryStatus } from '../../store/queue/watchStatus.ts';

type Search = DocketSearch | DesignSearch;

/** The part of a query's status that shows whether it ever found something. */
export type Finds = Pick<
  WatchQueryStatus,
  'watchId' | 'queryId' | 'baselineAt' | 'lastCompleteAt' | 'everFound' | 'everPassed' | 'filteredOut'
>;

/** A watch, as far as its silence goes. */
type Asking = Pick<WatchConfig, 'id' | 'searches' | 'courts' | 'wholeWord'>;

/** What a watch asks for, all of it or one value of a list, that has found no record since its first complete check. */
export interface Silence {
  readonly watchId: string;
  /** The value of a list alone: the rest of the watch finds something. */
  readonly isPart: boolean;
  /** In words: `dockets: case number 20-168`. */
  readonly asks: string;
  readonly searches: readonly Search[];
  /** ISO time of the first complete check. */
  readonly since: string;
  /** Hits that there are, all of them filtered out. */
  readonly filteredOut: number;
  /** What courts and registers write instead, in sentences. */
  readonly advice: readonly string[];
}

/** A watch that has never found anything may be unable to; a value of a list that has not is easily overlooked. Pure. */
export function silencesOf(watches: readonly Asking[], status: readonly Finds[]): Silence[] {
  const byWatch = Map.groupBy(status, (one) => one.watchId);
  return watches.flatMap((watch) => silencesOfWatch(watch, byWatch.get(watch.id) ?? []));
}

function silencesOfWatch(watch: Asking, status: readonly Finds[]): Silence[] {
  const byQuery = new Map(status.map((one) => [one.queryId, one]));
  const silent = watch.searches.flatMap((search) => {
    const own = byQuery.get(queryOf(search, watch).id);
    // Only a complete check proves that there is nothing: a baseline may stand on partial ones.
    if (own === undefined || own.baselineAt === null || own.lastCompleteAt === null) return [];
    if (filtersHits(watch) ? own.everPassed : own.everFound) return [];
    return [{ search, since: own.baselineAt, filteredOut: own.filteredOut }];
  });
  const tell = (found: typeof silent, isPart: boolean): Silence[] => {
    const searches = found.map(({ search }) => search);
    const [first] = found.map(({ since }) => since).sort();
    if (first === undefined) return [];
    const part = { searches, courts: watch.courts };
    const filteredOut = found.reduce((sum, one) => sum + one.filteredOut, 0);
    const words = { asks: describeWatch(part), advice: whyWatchFindsNothing(part) };
    return [{ watchId: watch.id, isPart, searches, since: first, filteredOut, ...words }];
  };
  if (silent.length === watch.searches.length) return tell(silent, false);
  return silentValues(watch.searches, new Set(silent.map(({ search }) => search))).flatMap((searches) =>
    tell(
      silent.filter(({ search }) => searches.includes(search)),
      true,
    ),
  );
}

/** Registers and classes without a hit are normal; a number or a name without one is a slip, or simply has no case yet. */
const telling = [
  'patentNumber',
  'companyName',
  'caseNumber',
  'holder',
  'registrationNumber',
  'id',
  'idPrefix',
] as const;

/** For each listed value with which no search found anything: those searches. */
function silentValues(searches: readonly Search[], silent: ReadonlySet<Search>): Search[][] {
  return telling.flatMap((field) => {
    const byValue = Map.groupBy(searches, (search) => (search as Partial<Record<typeof field, string>>)[field] ?? '');
    if (byValue.size < 2) return [];
    return [...byValue.values()].filter((group) => group.every((search) => silent.has(search)));
  });
}
