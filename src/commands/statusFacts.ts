import { nameInIncident } from '../check/admission/keySuspension.ts';
import { type ServiceNow, servicesNow } from '../check/admission/servicesNow.ts';
import { silencesOf } from '../check/audience/silences.ts';
import type { WatchConfig } from '../config/config.ts';
import { filtersHits, nameAmongSeveral } from '../config/config.ts';
import { describeWatch } from '../config/describeSearch.ts';
import { countNotArrived } from '../outbox/alertsTable.ts';
import { openIncidents } from '../outbox/incidentsTable.ts';
import { countMuted, runningMutes } from '../outbox/mutesTable.ts';
import type { Program } from '../program/program.ts';
import { listPauses, type Pause } from '../schedule/pausesTable.ts';
import { countHeldByWatch, listWatchStatus, type WatchQueryStatus } from '../schedule/watchStatusQueries.ts';
import { worstOf } from '../snapshot/checksTable.ts';
import { phasesOfWatches } from './phaseOfWatch.ts';
import { type ExplainedSilence, withNearMisses } from './silenceWords.ts';

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
