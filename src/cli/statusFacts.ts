import { countNotArrived } from '../alerts/outbox/alertsTable.ts';
import { openIncidents } from '../alerts/outbox/incidentsTable.ts';
import { silencesOf } from '../check/audience/silences.ts';
import { filtersHits, pageTimezone, type WatchConfig } from '../config/config.ts';
import { describeWatch } from '../config/describeSearch.ts';
import type { Program } from '../daemon/program.ts';
import { type Hold, shownHold, uncheckedWatches } from '../schedule/holds/holds.ts';
import { countHeldChanges, runningHolds } from '../schedule/holds/holdsTable.ts';
import { countFoundByWatch, listWatchStatus, type WatchQueryStatus } from '../schedule/watchStatusQueries.ts';
import { worstOf } from '../store/snapshot/checksTable.ts';
import { minute } from './momentAsked.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { phasesOfWatches } from './statusOfWatch.ts';
import {
  closingLine,
  deferredLine,
  type ExplainedSilence,
  silenceWords,
  uncheckedLine,
  whatIsNotWell,
  withNearMisses,
} from './statusWords.ts';

/** What `tipstaff status` shows: every watch, what is on hold, open incidents, and what decides whether all is well. */
export type StatusFacts = Awaited<ReturnType<typeof gatherStatus>>;

export async function gatherStatus(program: Program) {
  const { store, config, clock } = program;
  const own = new Set(config.watches.map((watch) => watch.id));
  // The store may have watches of other configs too.
  const status = (await listWatchStatus(store.db)).filter((one) => own.has(one.watchId));
  const holds = await runningHolds(store.db);
  const unchecked = uncheckedWatches(holds);
  const silences = await withNearMisses(store.db, silencesOf(config.watches, status));
  const incidents = await incidentsNow(program);
  return {
    rows: await rowsOf(program, { status, unchecked, silences }),
    deferring: holds.filter((hold) => hold.isChecked),
    kept: await countHeldChanges(store.db),
    incidents,
    unchecked,
    silences,
    found: {
      status,
      incidents,
      undelivered: await countNotArrived(store.db, clock()),
      silent: silences.length,
      unchecked: new Set(unchecked.keys()),
      now: clock(),
    },
  };
}

/** For programs: the end of what only a person ends. */
const forGood = '9999-12-31T00:00:00.000Z';

/** What the rows of the watches are made of. */
interface RowFacts {
  readonly status: readonly WatchQueryStatus[];
  readonly unchecked: ReadonlyMap<string, Hold>;
  readonly silences: readonly ExplainedSilence[];
}

async function rowsOf({ store, config }: Program, { status, unchecked, silences }: RowFacts) {
  const found = await countFoundByWatch(store.db);
  const phases = await phasesOfWatches(store.db, config.watches);
  return config.watches.map((watch) => ({
    ...summary(watch, status, silences),
    ...inWatches(watch, found),
    ...phases.get(watch.id),
    paused: pausedBy(unchecked.get(watch.id)),
  }));
}

async function incidentsNow({ store, redact }: Program) {
  return (await openIncidents(store.db)).map((incident) => ({
    ...incident,
    detail: redact(incident.detail),
  }));
}

function pausedBy(hold: Hold | undefined) {
  return hold === undefined ? null : shownHold(hold);
}

/** The status of a watch with several sources is that of its worst one. */
function summary(watch: WatchConfig, status: readonly WatchQueryStatus[], silences: readonly ExplainedSilence[]) {
  const own = status.filter((each) => each.watchId === watch.id);
  const worst = worstOf(own.map((each) => each.lastOutcome)) ?? null;
  const silent = silences.filter((silence) => silence.watchId === watch.id);
  const whole = silent.find((silence) => !silence.isPart);
  return {
    watch: watch.id,
    name: watch.name,
    asks: describeWatch(watch),
    outcome: worst,
    reason: [...new Set(own.flatMap((each) => each.lastReason ?? []))].join(' · ') || null,
    lastCheckAt: latest(own.map((each) => each.lastEndedAt)),
    lastCompleteAt: own.every((each) => each.lastCompleteAt !== null)
      ? (sorted(own.map((each) => each.lastCompleteAt))[0] ?? null)
      : null,
    baselineAt: own.every((each) => each.baselineAt !== null) ? latest(own.map((each) => each.baselineAt)) : null,
    nextDueAt: sorted(own.map((each) => each.nextDueAt))[0] ?? null,
    failures: Math.max(0, ...own.map((each) => each.failures)),
    /** No record at all since its first complete check. */
    foundNothing: whole !== undefined,
    ...(whole && { advice: [...whole.advice, ...whole.near] }),
    /** Values of its lists without a record, where others have some. */
    ...(silent.length > 0 && whole === undefined && { foundNothingFor: silent.map((silence) => silence.asks) }),
  };
}

/** Each record once, whatever the number of queries that find it. */
function inWatches(watch: WatchConfig, found: Awaited<ReturnType<typeof countFoundByWatch>>) {
  const { records, passing } = found.get(watch.id) ?? { records: 0, passing: 0 };
  const counting = filtersHits(watch) ? passing : records;
  return { records: counting, filteredOut: records - counting };
}

function sorted(times: readonly (string | null)[]): string[] {
  return times.filter((time) => time !== null).sort();
}

function latest(times: readonly (string | null)[]): string | null {
  return sorted(times).at(-1) ?? null;
}

/**
 * The status of every watch, what is on hold, the open incidents, and whether all is well.
 * @returns the exit code: 1 when it is not.
 */
export async function showAll(program: Program, options: { json?: boolean }): Promise<number> {
  const { watches } = program.config;
  const timezone = pageTimezone(program.config);
  const facts = await gatherStatus(program);
  if (options.json) printJson(facts);
  else {
    printWatches(facts, timezone);
    for (const silence of facts.silences) print(`! ${silenceWords(silence, timezone)}`);
    for (const { id, name } of watches) {
      const hold = facts.unchecked.get(id);
      if (hold !== undefined) print(uncheckedLine(name, hold, timezone));
    }
    for (const hold of facts.deferring) print(deferredLine(hold, facts.kept.get(hold.id) ?? 0, timezone));
    for (const { kind, beganAt, detail } of facts.incidents)
      print(`! ${kind} since ${minute(beganAt, timezone)}: ${detail}`);
    print(closingLine(watches, facts.found));
  }
  return whatIsNotWell(watches, facts.found).length === 0 ? 0 : 1;
}

function printJson({ rows, deferring, kept, incidents }: StatusFacts): void {
  printJsonLines(rows);
  printJsonLines(
    deferring.map(({ id, label, until, author, reason, beganAt }) => {
      return { muted: label, until: until ?? forGood, author, reason, beganAt, filteredOut: kept.get(id) ?? 0 };
    }),
  );
  printJsonLines(incidents.map(({ kind, ...incident }) => ({ incident: kind, ...incident })));
}

function printWatches({ rows }: StatusFacts, timezone: string): void {
  printTable(
    ['WATCH', 'LAST CHECK', 'OUTCOME', 'LAST COMPLETE', 'RECORDS', 'NEXT DUE', 'REASON'],
    rows.map((row) => [
      row.watch,
      minute(row.lastCheckAt, timezone),
      row.outcome ?? 'never checked',
      minute(row.lastCompleteAt, timezone),
      row.foundNothing || 'foundNothingFor' in row ? `${row.records} !` : String(row.records),
      row.paused === null ? minute(row.nextDueAt, timezone) : 'PAUSED',
      row.reason ?? '',
    ]),
  );
}
