import { nameInIncident } from '../check/admission/keySuspension.ts';
import { type ServiceNow, servicesNow } from '../check/admission/servicesNow.ts';
import { silencesOf } from '../check/audience/silences.ts';
import { filtersHits, nameAmongSeveral, pageTimezone, type WatchConfig } from '../config/config.ts';
import { describeWatch } from '../config/describeSearch.ts';
import { countNotArrived } from '../outbox/alertsTable.ts';
import { openIncidents } from '../outbox/incidentsTable.ts';
import { countMuted, runningMutes } from '../outbox/mutesTable.ts';
import { forGood } from '../outbox/muting.ts';
import type { Program } from '../program/program.ts';
import { listPauses, type Pause } from '../schedule/pausesTable.ts';
import { countHeldByWatch, listWatchStatus, type WatchQueryStatus } from '../schedule/watchStatusQueries.ts';
import { worstOf } from '../snapshot/checksTable.ts';
import { closingLine, whatIsNotWell } from './allIsWell.ts';
import { minute, zonedMinute } from './momentAsked.ts';
import { print, printJsonLines, printTable } from './output.ts';
import { type ExplainedSilence, pauseLine, silenceWords, withNearMisses } from './silenceWords.ts';
import { phasesOfWatches } from './statusOfWatch.ts';

/** What `tipstaff status` shows: every watch, what is muted, services, open incidents, and what decides whether all is well. */
export type StatusFacts = Awaited<ReturnType<typeof gatherStatus>>;

export async function gatherStatus(program: Program) {
  const { store, config, clock } = program;
  const status = await statusOfConfig(program);
  const pauses = await listPauses(store.db);
  const silences = await withNearMisses(store.db, silencesOf(config.watches, status));
  const incidents = await incidentsNow(program);
  return {
    rows: await rowsOf(program, { status, pauses, silences }),
    mutes: await mutesWithCounts(program),
    services: (await servicesNow(store.db, config, clock())).map((one) => redacted(one, program)),
    incidents,
    pauses,
    silences,
    found: {
      status,
      incidents,
      undelivered: await countNotArrived(store.db, clock()),
      silent: silences.length,
      paused: new Set(pauses.keys()),
      now: clock(),
    },
  };
}

/** What the rows of the watches are made of. */
interface RowFacts {
  readonly status: readonly WatchQueryStatus[];
  readonly pauses: ReadonlyMap<string, Pause>;
  readonly silences: readonly ExplainedSilence[];
}

async function rowsOf({ store, config }: Program, { status, pauses, silences }: RowFacts) {
  const held = await countHeldByWatch(store.db);
  const phases = await phasesOfWatches(store.db, config.watches);
  return config.watches.map((watch) => ({
    ...summary(watch, status, silences),
    ...heldBy(watch, held),
    ...phases.get(watch.id),
    paused: pauseOf(pauses.get(watch.id)),
    ...ofService(nameAmongSeveral(config, watch.service)),
  }));
}

async function incidentsNow({ store, config, redact }: Program) {
  return (await openIncidents(store.db)).map((incident) => ({
    ...incident,
    detail: redact(incident.detail),
    ...ofService(nameInIncident(config, incident)),
  }));
}

/** Says which service, where there are several. */
function ofService(service: string | undefined): { service?: string } {
  return service === undefined ? {} : { service };
}

function redacted(service: ServiceNow, { redact }: Program): ServiceNow {
  const { suspended } = service;
  return { ...service, suspended: suspended && { ...suspended, reason: redact(suspended.reason) } };
}

/** The status of the watches of this config; the store may have watches of other configs too. */
async function statusOfConfig({ store, config }: Program): Promise<WatchQueryStatus[]> {
  const own = new Set(config.watches.map((watch) => watch.id));
  return (await listWatchStatus(store.db)).filter((one) => own.has(one.watchId));
}

async function mutesWithCounts({ store }: Program) {
  const muted = await countMuted(store.db);
  return (await runningMutes(store.db)).map(({ id, label, until, author, reason, beganAt }) => {
    return { label, until, author, reason, beganAt, filteredOut: muted.get(id) ?? 0 };
  });
}

function pauseOf(pause: Pause | undefined): Omit<Pause, 'watchId'> | null {
  if (pause === undefined) return null;
  const { watchId: _, ...rest } = pause;
  return rest;
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
function heldBy(watch: WatchConfig, held: Awaited<ReturnType<typeof countHeldByWatch>>) {
  const { records, passing } = held.get(watch.id) ?? { records: 0, passing: 0 };
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
 * The status of every watch, what is muted, the open incidents, and whether all is well.
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
      const pause = facts.pauses.get(id);
      if (pause !== undefined) print(pauseLine(name, pause, timezone));
    }
    for (const mute of facts.mutes) print(muteLine(mute, timezone));
    for (const service of facts.services) print(serviceLine(service, timezone));
    for (const { kind, beganAt, detail } of facts.incidents)
      print(`! ${kind} since ${minute(beganAt, timezone)}: ${detail}`);
    print(closingLine(watches, facts.found));
  }
  return whatIsNotWell(watches, facts.found).length === 0 ? 0 : 1;
}

function printJson({ rows, mutes, services, incidents }: StatusFacts): void {
  printJsonLines(rows);
  printJsonLines(mutes.map(({ label, ...mute }) => ({ muted: label, ...mute })));
  printJsonLines(services);
  printJsonLines(incidents.map(({ kind, ...incident }) => ({ incident: kind, ...incident })));
}

function printWatches({ rows, services }: StatusFacts, timezone: string): void {
  const named = services.length > 0;
  printTable(
    ['WATCH', ...(named ? ['SERVICE'] : []), 'LAST CHECK', 'OUTCOME', 'LAST COMPLETE', 'RECORDS', 'NEXT DUE', 'REASON'],
    rows.map((row) => [
      row.watch,
      ...(named ? [row.service ?? ''] : []),
      minute(row.lastCheckAt, timezone),
      row.outcome ?? 'never checked',
      minute(row.lastCompleteAt, timezone),
      row.foundNothing || 'foundNothingFor' in row ? `${row.records} !` : String(row.records),
      row.paused === null ? minute(row.nextDueAt, timezone) : 'PAUSED',
      row.reason ?? '',
    ]),
  );
}

function muteLine(
  { label, until, author, reason, filteredOut }: StatusFacts['mutes'][number],
  timezone: string,
): string {
  const muted = `${filteredOut} ${filteredOut === 1 ? 'change' : 'changes'} muted`;
  const end = until === forGood ? 'for good' : `until ${zonedMinute(until, timezone)}`;
  return `~ muted ${end}: ${label}, by ${author}, because: ${reason} (${muted})`;
}

function serviceLine({ service, today, thisMonth, budget, suspended }: ServiceNow, timezone: string): string {
  const of = (limit: number | undefined) => (limit === undefined ? '' : ` of ${limit}`);
  const spent = `${today}${of(budget.perDay)} credits today (UTC), ${thisMonth}${of(budget.perMonth)} this month`;
  if (suspended === null) return `  service ${service}: ${spent}`;
  const { since, reason, nextProbeAt } = suspended;
  return `! service ${service}: its key is suspended since ${minute(since, timezone)}: ${reason} Next try ${minute(nextProbeAt, timezone)}; ${spent}`;
}
