import { Command } from 'commander';
import { countNotArrived, waitingChannels } from '../alerts/outbox/alertsTable.ts';
import { openIncidents } from '../alerts/outbox/incidentsTable.ts';
import { counted, listedUpTo, madeUp } from '../base/words/sentence.ts';
import { personName, whyUnwatched } from '../base/words/watchWords.ts';
import { loadKeySuspension } from '../check/admission/serviceKey.ts';
import { silencesOf } from '../check/audience/announceBaseline.ts';
import { whyBudgetSpent } from '../check/incidents/noteIncidents.ts';
import {
  type Config,
  filtersHits,
  pageTimezone,
  usesSandbox,
  type WatchConfig,
  whyFiltered,
} from '../config/config.ts';
import { describeWatch } from '../config/searchWords.ts';
import { type Program, requireSameService } from '../daemon/program.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { becauseWords, shownHold, uncheckedWatches, untilWords } from '../schedule/holds/holds.ts';
import { countHeldChanges, runningHolds } from '../schedule/holds/holdsTable.ts';
import { isOverdue } from '../schedule/nextDue.ts';
import { queriesOf } from '../schedule/syncWatches.ts';
import { removedAmong } from '../schedule/watchesTable.ts';
import {
  countFoundByWatch,
  listWatchStatus,
  phasesOfWatches,
  type WatchQueryStatus,
} from '../schedule/watchStatusQueries.ts';
import { rolesMissing, runningProcesses } from '../store/processes.ts';
import { standingOf } from '../store/snapshot/checksTable.ts';
import { excludedRecords } from '../store/snapshot/membershipsTable.ts';
import { dueWords, endsOf, minute, printError, reasonWords, table } from './output.ts';
import { type ExplainedSilence, notComparedWords, silenceWords, withNearMisses } from './validate.ts';
import { type Answer, answering, chooseWatch } from './withProgram.ts';

/** A daemon writes within a second. A process that holds the database for longer is worth knowing. */
const patienceSeconds = 5;

export function statusCommand(): Command {
  return new Command()
    .argument(
      '[id]',
      'one watch: its last check, what it searches for, the phase of its case, and which hits it filters out',
    )
    .option('--json', 'one JSON object per line on stdout: the watches, then what is muted, then open incidents')
    .addHelpText(
      'after',
      '\nThe checks of a watch: tipstaff list checks --watch ID\nExit code: 0 all is well, also without a daemon if ' +
        '`tipstaff check` keeps the watches checked; 1 not; 2 wrong usage or config.',
    )
    .action(answering(show, { busySeconds: patienceSeconds }));
}

async function show(program: Program, id: string | undefined) {
  if (usesSandbox(program.config)) printError(madeUp);
  return id === undefined ? showAll(program) : showWatch(program, chooseWatch(program.config, id));
}

async function showWatch(whole: Program, watch: WatchConfig): Promise<Answer> {
  const program = { ...whole, config: { ...whole.config, watches: [watch] } };
  const { db } = program.store;
  const filteredOut = (await excludedRecords(db, watch.id)).map((record) => ({
    key: record.key,
    label: labelOf(record),
    title: record.type === 'design' ? `${titleOf(record)} (${record.holders?.join('; ') ?? ''})` : titleOf(record),
  }));
  const asked = queriesOf(watch).map(({ operation, body }) => ({ operation, body, courts: watch.courts }));
  const timezone = pageTimezone(whole.config);
  const { deferring, ...facts } = await gatherStatus(program);
  const mutes = deferring.filter(({ watchId }) => watchId === watch.id);
  const phase = facts.phases.get(watch.id);
  return {
    words: [
      ...uncheckedLines(facts, timezone),
      ...watchLines({ ...facts, incidents: [] }, timezone),
      ...deferredLines({ ...facts, deferring: mutes }, timezone),
      ...(phase === undefined ? [] : [`${watch.id}: ${phaseWords(phase)}`]),
      `${watch.id}: ${describeWatch(watch)}`,
      ...(filtersHits(watch) ? [`  filtered out (${whyFiltered(watch)}): ${filteredOut.length}`] : []),
      ...filteredOut.map(({ label, title }) => `  filtered out: ${label} ${title}`),
      ...(await notComparedWords(db, [watch])),
      `  its checks: tipstaff list checks --watch ${watch.id}`,
    ],
    json: { watch: watch.id, ...phase, asked, filteredOut },
    exitCode: whatIsNotWell([watch], { ...facts, incidents: [], undelivered: 0 }).length === 0 ? 0 : 1,
  };
}

function phaseWords({ phase, phaseSince, phaseEntry }: NonNullable<ReturnType<StatusFacts['phases']['get']>>): string {
  const entry = phaseEntry?.documentNumber ? `D.I. ${phaseEntry.documentNumber}` : 'a text-only entry';
  return `${phase}${phaseSince === '' ? '' : ` since ${phaseSince}`} (${phaseEntry === null ? 'the docket' : entry})`;
}

async function gatherStatus({ store: { db }, config, clock, redact }: Program) {
  const own = new Set(config.watches.map((watch) => watch.id));
  // The store may also have watches of other configs.
  const status = (await listWatchStatus(db)).filter((one) => own.has(one.watchId));
  const holds = await runningHolds(db);
  const unchecked = uncheckedWatches(holds);
  const silences = await withNearMisses(db, silencesOf(config.watches, status));
  const open = await openIncidents(db);
  const incidents = open.map(({ kind, subject, detail, beganAt }) => {
    return { kind, subject, detail: redact(detail), beganAt };
  });
  const found = await countFoundByWatch(db);
  const phases = await phasesOfWatches(db, config.watches);
  const rows = config.watches.map((watch) => {
    // Counts each record once, even if several queries find it.
    const { records, passing } = found.get(watch.id) ?? { records: 0, passing: 0 };
    const hold = unchecked.get(watch.id);
    return {
      ...summary(watch, status, silences),
      records: passing,
      filteredOut: records - passing,
      ...phases.get(watch.id),
      paused: hold === undefined ? null : shownHold(hold),
    };
  });
  const deferring = holds.filter((hold) => hold.isChecked);
  const [kept, undelivered] = [await countHeldChanges(db), await countNotArrived(db, clock())];
  const waiting = (await waitingChannels(db)).reduce((sum, { alerts }) => sum + alerts, 0);
  const suspension = await loadKeySuspension(db, config.service);
  const running = await runningProcesses(db, clock());
  const budget = await whyBudgetSpent(db, config, clock());
  const spent = budget?.since === null ? budget : undefined; // Otherwise the incident tells it.
  const watches = { rows, removed: await removedAmong(db, [...own]), phases, status, silences, unchecked };
  return { ...watches, deferring, kept, incidents, undelivered, waiting, suspension, running, spent, now: clock() };
}

type StatusFacts = Awaited<ReturnType<typeof gatherStatus>>;

/** The end, in JSON, of a hold that only a person ends. */
const forGood = '9999-12-31T00:00:00.000Z';

function summary(watch: WatchConfig, status: readonly WatchQueryStatus[], silences: readonly ExplainedSilence[]) {
  const own = status.filter((each) => each.watchId === watch.id);
  const silent = silences.filter((silence) => silence.watchId === watch.id);
  const whole = silent.find((silence) => !silence.isPart);
  return {
    watch: watch.id,
    name: watch.name,
    asks: describeWatch(watch),
    ...standingOf(own),
    foundNothing: whole !== undefined,
    ...(whole && { advice: [...whole.advice, ...whole.near] }),
    ...(silent.length > 0 && whole === undefined && { foundNothingFor: silent.map((silence) => silence.asks) }),
  };
}

export async function showAll(program: Program): Promise<Answer> {
  const { watches } = program.config;
  const timezone = pageTimezone(program.config);
  await requireSameService(program.store, program.config, { readOnly: true });
  // Nothing is well while another process keeps the database from storing anything.
  await program.store.transaction(async () => {});
  const facts = await gatherStatus(program);
  const { rows, silences, deferring, kept, incidents } = facts;
  const notCompared = await notComparedWords(program.store.db, watches);
  return {
    words: [
      ...watchLines(facts, timezone),
      ...silences.map((silence) => `! ${silenceWords(silence, timezone)}`),
      ...uncheckedLines(facts, timezone),
      ...deferredLines(facts, timezone),
      ...notCompared,
      ...incidents.map(({ kind, beganAt, detail }) => {
        return `! ${kind} since ${minute(beganAt, timezone)}: ${reasonWords(detail, timezone)}`;
      }),
      ...missingWords(facts.running),
      closingLine(watches, facts, notCompared.length),
    ],
    json: [
      ...rows,
      ...deferring.map(({ id, label, until, author, reason, beganAt }) => {
        return { muted: label, until: until ?? forGood, author, reason, beganAt, filteredOut: kept.get(id) ?? 0 };
      }),
      ...incidents.map(({ kind, ...incident }) => ({ incident: kind, ...incident })),
    ],
    exitCode: whatIsNotWell(watches, facts).length === 0 ? 0 : 1,
  };
}

function watchLines(facts: Omit<StatusFacts, 'deferring'>, timezone: string) {
  const { rows, removed, suspension, spent, incidents, now } = facts;
  const due = (at: string | null) => (suspension === undefined ? dueWords(at, now, timezone) : 'SUSPENDED');
  // The line of the incident says in full why, so that no row repeats it.
  const told = incidents.some(({ detail }) => suspension && detail.includes(suspension.reason))
    ? suspension
    : undefined;
  const why = (reason: string) =>
    told && reason.includes(told.reason) ? whyUnwatched(told.errorClass) : reasonWords(reason, timezone);
  const listed = table(rows, {
    WATCH: ({ watch }) => watch,
    'LAST CHECK': ({ lastCheckAt }) => minute(lastCheckAt, timezone),
    OUTCOME: ({ watch, outcome }) => outcome ?? (removed.has(watch) ? 'not in force' : 'never checked'),
    'LAST COMPLETE': ({ lastCompleteAt }) => minute(lastCompleteAt, timezone),
    RECORDS: (row) => (row.foundNothing || 'foundNothingFor' in row ? `${row.records} !` : row.records),
    'NEXT DUE': ({ paused, nextDueAt }) => (paused === null ? due(nextDueAt) : 'PAUSED'),
    REASON: ({ reason }) => reason && why(reason),
  });
  const skipped = spent === undefined ? [] : [`! ${spent.reason}`];
  if (suspension === undefined) return [listed, ...skipped];
  const next = minute(suspension.nextProbeAt, timezone);
  const suspended = `! SUSPENDED: no scheduled check until the service accepts calls again. Next try: ${next}.`;
  return [listed, suspended, ...skipped];
}

/** Without any daemon, `tipstaff check` may do the work, so that only a missing role is a fault. */
function missingWords(running: StatusFacts['running']): string[] {
  if (running.length === 0)
    return ['! No daemon is running: nothing is checked or delivered until one starts (tipstaff run).'];
  return rolesMissing(running).map(
    (role) => `! No process has the role ${role}: start one (tipstaff run --only ${role}).`,
  );
}

interface Found extends Pick<StatusFacts, 'status' | 'removed' | 'undelivered' | 'running' | 'now'> {
  readonly incidents: readonly unknown[];
  readonly spent?: unknown;
  readonly unchecked: { has(watchId: string): boolean };
}

const mostNamed = 3;

export function whatIsNotWell(watches: Config['watches'], found: Found) {
  const { incidents, undelivered, unchecked, removed, running, spent, now } = found;
  const status = found.status.filter((one) => !unchecked.has(one.watchId));
  const which = (is: (one: WatchQueryStatus) => boolean) => status.filter(is).map((one) => one.watchId);
  const bad = which((one) => one.lastOutcome !== null && one.lastOutcome !== 'complete');
  const late = which((one) => isOverdue(one, now));
  const known = new Set([...removed, ...which((one) => one.lastOutcome !== null)]);
  const never = watches.map((watch) => watch.id).filter((id) => !known.has(id) && !unchecked.has(id));
  return [
    ...clause('not in the config in force', [...removed]),
    ...clause('not checked yet', never),
    ...clause('not checked completely', bad),
    ...clause('overdue for more than an hour: is the daemon running?', late),
    ...(running.length === 0 ? [] : rolesMissing(running).map((role) => `no process has the role ${role}`)),
    ...(spent === undefined ? [] : ['the budget is spent']),
    ...(incidents.length === 0 ? [] : [counted(incidents.length, 'open incident')]),
    ...(undelivered === 0 ? [] : [`${counted(undelivered, 'alert')} undelivered: tipstaff alerts --undelivered`]),
  ];
}

function closingLine(watches: Config['watches'], found: StatusFacts, notCompared: number): string {
  const problems = whatIsNotWell(watches, found);
  if (problems.length > 0) return `Not well: ${problems.join('; ')}.`;
  const { running, silences, unchecked, waiting } = found;
  const checked = watches.filter(({ id }) => !unchecked.has(id)).length;
  if (watches.length > 0 && checked === 0) return 'Nothing is checked.';
  const sent = waiting === 0 ? '' : ` (${counted(waiting, 'alert')} ${waiting === 1 ? 'waits' : 'wait'} to be sent)`;
  const all = running.length > 0 && silences.length + notCompared === 0 ? 'All is' : 'All else is';
  return `${all} well: ${counted(checked, 'watch', 'watches')}, every last check complete, no alert late${sent}.`;
}

function clause(what: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`${what}: ${listedUpTo(mostNamed, [...new Set(ids)])}`];
}

function uncheckedLines({ rows, unchecked }: Pick<StatusFacts, 'rows' | 'unchecked'>, timezone: string): string[] {
  return rows.flatMap(({ watch, name, lastCompleteAt }) => {
    const hold = unchecked.get(watch);
    if (hold === undefined) return [];
    const paused = `~ PAUSED ${untilWords(hold, endsOf(timezone))}: ${name}, by ${personName(hold.author)}`;
    const since = lastCompleteAt === null ? '' : ` since its last complete check, ${minute(lastCompleteAt, timezone)}`;
    return `${paused}${becauseWords(hold)}. It is not checked: nothing is known${since}.`;
  });
}

function deferredLines({ deferring, kept }: Pick<StatusFacts, 'deferring' | 'kept'>, timezone: string): string[] {
  return deferring.map(({ id, label, until, author, reason }) => {
    const end = until === null ? 'for good' : `until ${endsOf(timezone)(until)}`;
    const changes = counted(kept.get(id) ?? 0, 'change');
    return `~ muted ${end}: ${label}, by ${personName(author)}, because: ${reason} (${changes} muted)`;
  });
}
