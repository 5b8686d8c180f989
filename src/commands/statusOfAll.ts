import type { WatchConfig } from '../config/config.ts';
import { describeSearch } from '../config/describeSearch.ts';
import { whyNothing } from '../config/whyNothing.ts';
import type { Program } from '../program/program.ts';
import { openIncidents } from '../store/incidents.ts';
import { worstOf } from '../store/ledger/checks.ts';
import { countMuted, runningMutes } from '../store/outbox/mutes.ts';
import { listWatchStatus, type WatchQueryStatus } from '../store/queue/watchStatus.ts';
import { minute, print, printJsonLines, printTable } from './output.ts';
import { phasesOfWatches } from './phaseOfWatch.ts';

/** The status of every watch, what is muted, and the open incidents. */
export async function showAll(program: Program, options: { json?: boolean }): Promise<void> {
  const status = await listWatchStatus(program.store.db);
  const phases = await phasesOfWatches(program.store.db, program.config.watches);
  const rows = program.config.watches.map((watch) => ({ ...summary(watch, status), ...phases.get(watch.id) }));
  const mutes = await mutesWithCounts(program);
  const incidents = (await openIncidents(program.store.db)).map((incident) => ({
    ...incident,
    detail: program.redact(incident.detail),
  }));
  if (options.json) {
    printJsonLines(rows.map(({ advice, ...row }) => (row.foundNothing ? { ...row, advice } : row)));
    printJsonLines(mutes.map(({ label, ...mute }) => ({ muted: label, ...mute })));
    printJsonLines(incidents.map(({ kind, ...incident }) => ({ incident: kind, ...incident })));
    return;
  }
  printTable(
    ['WATCH', 'LAST CHECK', 'OUTCOME', 'LAST COMPLETE', 'RECORDS', 'NEXT DUE', 'REASON'],
    rows.map((row) => [
      row.watch,
      minute(row.lastCheckAt),
      row.outcome ?? 'never checked',
      minute(row.lastCompleteAt),
      row.foundNothing ? '0 !' : String(row.records),
      minute(row.nextDueAt),
      row.reason ?? '',
    ]),
  );
  for (const row of rows.filter((one) => one.foundNothing)) print(nothingWords(row));
  for (const { label, until, author, reason, filteredOut } of mutes) {
    const muted = `${filteredOut} ${filteredOut === 1 ? 'change' : 'changes'} muted`;
    print(`~ muted until ${minute(until)}: ${label}, by ${author}, because: ${reason} (${muted})`);
  }
  for (const incident of incidents) print(`! ${incident.kind} since ${minute(incident.beganAt)}: ${incident.detail}`);
}

async function mutesWithCounts({ store }: Program) {
  const muted = await countMuted(store.db);
  return (await runningMutes(store.db)).map(({ id, label, until, author, reason, beganAt }) => {
    return { label, until, author, reason, beganAt, filteredOut: muted.get(id) ?? 0 };
  });
}

/** The status of a watch with several sources is that of its worst one. */
function summary(watch: WatchConfig, status: readonly WatchQueryStatus[]) {
  const own = status.filter((each) => each.watchId === watch.id);
  const worst = worstOf(own.map((each) => each.lastOutcome)) ?? null;
  const records = own.reduce((sum, each) => sum + each.records, 0);
  const filteredOut = watch.wholeWord ? own.reduce((sum, each) => sum + each.filteredOut, 0) : 0;
  return {
    watch: watch.id,
    name: watch.name,
    asks: watch.searches.map(describeSearch).join('; '),
    outcome: worst,
    reason: [...new Set(own.flatMap((each) => each.lastReason ?? []))].join(' · ') || null,
    lastCheckAt: latest(own.map((each) => each.lastEndedAt)),
    lastCompleteAt: own.every((each) => each.lastCompleteAt !== null)
      ? (sorted(own.map((each) => each.lastCompleteAt))[0] ?? null)
      : null,
    baselineAt: own.every((each) => each.baselineAt !== null) ? latest(own.map((each) => each.baselineAt)) : null,
    nextDueAt: sorted(own.map((each) => each.nextDueAt))[0] ?? null,
    failures: Math.max(0, ...own.map((each) => each.failures)),
    records: records - filteredOut,
    filteredOut,
    /** No record at all since its first complete check. */
    foundNothing: own.length > 0 && own.every((each) => each.lastCompleteAt !== null && !each.everFound),
    advice: [...new Set(watch.searches.flatMap(whyNothing))],
  };
}

function sorted(times: readonly (string | null)[]): string[] {
  return times.filter((time) => time !== null).sort();
}

/** A watch that cannot hit looks perfectly well otherwise. */
function nothingWords({ watch, asks, advice, baselineAt }: ReturnType<typeof summary>): string {
  const since = `has found NOTHING since its first complete check, ${minute(baselineAt)}`;
  return `! ${watch} ${since} (${asks}). ${[...advice, 'If you expected hits, correct the watch.'].join(' ')}`;
}

function latest(times: readonly (string | null)[]): string | null {
  return sorted(times).at(-1) ?? null;
}
