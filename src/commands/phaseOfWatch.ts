import type { WatchConfig } from '../config/config.ts';
import { filtersHits } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { type CasePhase, casePhase } from '../reading/phase.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { soleMembers } from '../snapshot/membershipsTable.ts';
import { loadPhaseEntries } from '../snapshot/readingsTable.ts';
import { loadRecords } from '../snapshot/recordsTable.ts';

/** Where a case stands, for `status`. */
export interface WatchPhase {
  readonly phase: CasePhase;
  /** ISO day; '' where unknown. */
  readonly phaseSince: string;
  /** The entry that says so; null where the docket itself does. */
  readonly phaseEntry: { readonly documentNumber: string; readonly dateFiled: string } | null;
}

/** The phase of each watch that holds exactly one case, by watch. */
export async function phasesOfWatches(db: Db, watches: readonly WatchConfig[]): Promise<Map<string, WatchPhase>> {
  const queries = new Map(
    watches.flatMap((watch) => {
      const [query, another] = queriesOf(watch);
      return query?.operation === 'pacer' && another === undefined ? [[watch.id, query.id] as const] : [];
    }),
  );
  const filtering = new Set(watches.filter(filtersHits).map((watch) => watch.id));
  const all = await soleMembers(
    db,
    queriesOfWatches(queries, (id) => !filtering.has(id)),
    false,
  );
  const passing = await soleMembers(
    db,
    queriesOfWatches(queries, (id) => filtering.has(id)),
    true,
  );
  const soleOf = (watchId: string, queryId: string) => (filtering.has(watchId) ? passing : all).get(queryId);
  const recordIds = [...new Set([...all.values(), ...passing.values()])];
  const records = await loadRecords(db, recordIds);
  const entries = await loadPhaseEntries(db, recordIds);
  return new Map(
    [...queries].flatMap(([watchId, queryId]) => {
      const id = soleOf(watchId, queryId);
      const record = id === undefined ? undefined : records.get(id)?.record;
      if (id === undefined || record?.type !== 'docket') return [];
      const { phase, since, entry } = casePhase(entries.get(id) ?? [], record);
      const phaseEntry = entry === undefined ? null : { documentNumber: entry.documentNumber, dateFiled: entry.filed };
      return [[watchId, { phase, phaseSince: since, phaseEntry }] as const];
    }),
  );
}

/** The distinct queries of the watches chosen. */
function queriesOfWatches(queries: ReadonlyMap<string, string>, isChosen: (watchId: string) => boolean): string[] {
  return [...new Set([...queries].filter(([watchId]) => isChosen(watchId)).map(([, queryId]) => queryId))];
}
