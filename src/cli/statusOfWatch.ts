import { counted, listed } from '../base/words/sentence.ts';
import { filtersHits, pageTimezone, type WatchConfig, whyFiltered } from '../config/config.ts';
import type { Program } from '../daemon/program.ts';
import { type CasePhase, casePhase } from '../reading/phase.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { loadUnchecked } from '../schedule/holds/holdsTable.ts';
import { queriesOf } from '../schedule/planSync.ts';
import type { Query } from '../service/query.ts';
import { type CheckRow, checksOf } from '../store/snapshot/checksTable.ts';
import { excludedRecords, soleMembers } from '../store/snapshot/membershipsTable.ts';
import { loadPhaseEntries } from '../store/snapshot/readingsTable.ts';
import { loadRecords } from '../store/snapshot/recordsTable.ts';
import type { Db } from '../store/store.ts';
import { zonedMinute } from './momentAsked.ts';
import { print, printJsonLines } from './output.ts';
import { uncheckedLine } from './statusWords.ts';

const checksShown = 10;

interface Options {
  readonly json?: boolean;
  readonly heldBack?: boolean;
}

/**
 * One watch in detail: for each of its queries the last checks with their evidence, and on request what is filtered
 * out.
 */
export async function showWatch(program: Program, watch: WatchConfig, options: Options): Promise<void> {
  if (!options.json) {
    const hold = (await loadUnchecked(program.store.db)).get(watch.id);
    if (hold !== undefined) print(uncheckedLine(watch.name, hold, pageTimezone(program.config)));
    await printPhase(program, watch);
  }
  for (const query of queriesOf(watch)) await showQuery(program, { watch, query }, options);
}

interface WatchQuery {
  readonly watch: WatchConfig;
  readonly query: Query;
}

async function showQuery({ store, config }: Program, asked: WatchQuery, options: Options): Promise<void> {
  const { watch, query } = asked;
  const filteredOut = filtersHits(watch) ? await filteredOutBy(store.db, query) : [];
  if (options.json && options.heldBack) return printJsonLines(filteredOut);
  const checks = await checksOf(store.db, query.id, checksShown);
  if (options.json) return printJsonLines(checks);
  print(headLine(asked));
  if (options.heldBack) {
    for (const record of filteredOut) print(`  filtered out: ${record.label} ${record.title}`);
    return;
  }
  if (checks.length === 0) print(`  not checked yet; to check it now: tipstaff check ${watch.id}`);
  const timezone = pageTimezone(config);
  for (const line of checks.flatMap((check) => wordsOf(check, timezone))) print(`  ${line}`);
  if (filtersHits(watch))
    print(`  filtered out (${whyFiltered(watch)}): ${filteredOut.length} (--held-back lists them)`);
}

/** What was searched for, and which hits count. */
function headLine({ watch, query }: WatchQuery): string {
  return `${watch.id}: ${query.operation} ${JSON.stringify(query.body)}${filterWords(query)}`;
}

/** Which hits count, where Tipstaff and not the service decides that. */
function filterWords({ filter }: Query): string {
  return filter === undefined ? '' : `, of which count those of ${listed(filter.courts)}`;
}

/** Where the case stands, for a watch that found one. */
async function printPhase({ store }: Program, watch: WatchConfig): Promise<void> {
  const found = (await phasesOfWatches(store.db, [watch])).get(watch.id);
  if (found === undefined) return;
  const entry = found.phaseEntry;
  const source = entry === null ? 'the docket' : `entry ${entry.documentNumber || 'without a number'}`;
  print(`${watch.id}: ${found.phase}${found.phaseSince === '' ? '' : ` since ${found.phaseSince}`} (${source})`);
}

async function filteredOutBy(db: Db, query: Query): Promise<{ key: string; label: string; title: string }[]> {
  return (await excludedRecords(db, query.id)).map((record) => ({
    key: record.key,
    label: labelOf(record),
    title: record.type === 'design' ? `${titleOf(record)} (${record.holders?.join('; ') ?? ''})` : titleOf(record),
  }));
}

function wordsOf(check: CheckRow, timezone: string): string[] {
  const { evidence } = check;
  const ofAll = check.total === null ? 'not counted by the service' : `of ${check.total} counted`;
  const cost = `${counted(check.requests, 'request')}, ${counted(check.credits, 'credit')}`;
  return [
    `check ${check.id} ${zonedMinute(check.endedAt, timezone)} ${check.outcome}: ${counted(check.hits, 'hit')} ` +
      `${ofAll}; ${cost}${check.reason ? `; ${check.reason}` : ''}`,
    ...(evidence.pages ?? []).map(
      ([from, asked, arrived, total]) =>
        `    page from ${from}: asked ${asked}, came ${arrived}, total ${total ?? 'unknown'}`,
    ),
    ...(evidence.windows ?? []).map(([key, shown, total]) => `    docket ${key}: ${shown} of ${total} entries shown`),
    ...(evidence.unreadable ?? []).map(({ path, reason }) => `    unreadable ${path}: ${reason}`),
    ...(evidence.filteredOut === undefined ? [] : [`    filtered out: ${evidence.filteredOut}`]),
    ...(evidence.suspicion === undefined ? [] : [`    suspicious: ${evidence.suspicion}`]),
    ...(evidence.same ? ['    byte for byte the last complete result'] : []),
  ];
}

/** Where a case stands, for `status`. */
export interface WatchPhase {
  readonly phase: CasePhase;
  /** ISO day; '' where unknown. */
  readonly phaseSince: string;
  /** The entry that says so; null where the docket itself does. */
  readonly phaseEntry: { readonly documentNumber: string; readonly dateFiled: string } | null;
}

/** The phase of each watch that found exactly one case, by watch. */
export async function phasesOfWatches(db: Db, watches: readonly WatchConfig[]): Promise<Map<string, WatchPhase>> {
  const asking = watches.flatMap((watch) => {
    const [query, another] = queriesOf(watch);
    if (query?.operation !== 'pacer' || another !== undefined) return [];
    return [{ watchId: watch.id, queryId: query.id, filters: filtersHits(watch) }];
  });
  const soleOf = (filters: boolean) => {
    const ids = asking.filter((one) => one.filters === filters).map(({ queryId }) => queryId);
    return soleMembers(db, [...new Set(ids)], filters);
  };
  const [all, passing] = [await soleOf(false), await soleOf(true)];
  const recordIds = [...new Set([...all.values(), ...passing.values()])];
  const records = await loadRecords(db, recordIds);
  const entries = await loadPhaseEntries(db, recordIds);
  return new Map(
    asking.flatMap(({ watchId, queryId, filters }) => {
      const id = (filters ? passing : all).get(queryId);
      const record = id === undefined ? undefined : records.get(id)?.record;
      if (id === undefined || record?.type !== 'docket') return [];
      const { phase, since, entry } = casePhase(entries.get(id) ?? [], record);
      const phaseEntry = entry === undefined ? null : { documentNumber: entry.documentNumber, dateFiled: entry.filed };
      return [[watchId, { phase, phaseSince: since, phaseEntry }] as const];
    }),
  );
}
