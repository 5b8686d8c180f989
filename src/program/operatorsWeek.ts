import { diskOf } from '../database/condition.ts';
import { runningProcesses } from '../database/processes.ts';
import type { Db } from '../database/store.ts';
import { isPostgres } from '../fields/databaseUrl.ts';
import { countHeldChanges, runningHolds } from '../holds/holdsTable.ts';
import type { Fact } from '../message/notice.ts';
import { countNotArrived } from '../outbox/alertsTable.ts';
import { notifyOperators } from '../outbox/incidents.ts';
import { noteOnce } from '../outbox/incidentsTable.ts';
import { loadCosts } from '../schedule/loadCosts.ts';
import { listWatchStatus } from '../schedule/watchStatusQueries.ts';
import { neverFoundRows } from '../snapshot/blindSearchesQueries.ts';
import { checksByOutcome, deliveryDelays, wasCheckedBefore } from '../snapshot/gaugesQueries.ts';
import { listSpending } from '../snapshot/spendingTable.ts';
import { daysAgo, utcDay } from '../time.ts';
import { counted, listed, withCommas } from '../words/sentence.ts';
import type { Program } from './program.ts';

type Parts = Pick<Program, 'config' | 'store' | 'clock'>;

const lateMs = 3_600_000;

/** The Monday of a week, by which what is told once a week is known. */
export function mondayOf(now: Date): string {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return utcDay(day);
}

/**
 * Tells the operators once a week what Tipstaff did, so that its silence is noticed: what was checked, what is late or
 * on hold, what was delivered and how fast, what it cost, and the room that is left. Nothing in the first week.
 */
export async function tellOperatorsOfWeek({ config, store, clock }: Parts): Promise<void> {
  const now = clock();
  const since = daysAgo(now, 7);
  if (!(await wasCheckedBefore(store.db, since))) return;
  const watches = await watchFigures(store.db, config, now, since);
  const undelivered = await countNotArrived(store.db, now);
  const facts = [
    ...watchFacts(watches),
    { name: 'Checks', value: await checkWords(store.db, since) },
    { name: 'Alerts', value: await alertWords(store.db, since) },
    { name: 'Undelivered', value: undelivered === 0 ? 'none' : counted(undelivered, 'alert') },
    { name: 'Credits', value: await creditWords(store.db, config, now, since) },
    { name: 'Disk', value: diskWords(config.database) },
    { name: 'Running', value: await versionWords(store.db, now) },
  ].filter(({ value }) => value !== '');
  const incident = {
    kind: 'week',
    subject: `week of ${mondayOf(now)}`,
    detail: facts.map(({ name, value }) => `${name}: ${value}.`).join(' '),
    headline: headline(watches, undelivered, now),
    facts,
  } as const;
  await store.transaction(async (trx) => {
    if (!(await noteOnce(trx, { ...incident, now: now.toISOString() }))) return;
    await notifyOperators(trx, config.operators, incident, 'began', { now });
  });
}

interface WatchFigures {
  readonly all: number;
  readonly checked: number;
  readonly late: number;
  readonly bad: number;
  readonly holds: number;
  readonly keptBack: number;
  readonly never: number;
}

async function watchFigures(db: Db, { watches }: Parts['config'], now: Date, since: string): Promise<WatchFigures> {
  const ids = new Set(watches.map(({ id }) => id));
  const status = (await listWatchStatus(db)).filter(({ watchId }) => ids.has(watchId));
  const countOf = (rows: typeof status) => new Set(rows.map(({ watchId }) => watchId)).size;
  const isLate = (nextDueAt: string | null) => nextDueAt !== null && Date.parse(nextDueAt) + lateMs < now.getTime();
  return {
    all: watches.length,
    checked: watches.length - countOf(status.filter(({ lastCompleteAt }) => (lastCompleteAt ?? '') < since)),
    late: countOf(status.filter(({ nextDueAt }) => isLate(nextDueAt))),
    bad: countOf(status.filter(({ lastOutcome }) => lastOutcome !== null && lastOutcome !== 'complete')),
    holds: (await runningHolds(db)).length,
    keptBack: [...(await countHeldChanges(db)).values()].reduce((sum, changes) => sum + changes, 0),
    never: (await neverFoundRows(db)).filter(({ watchId }) => ids.has(watchId)).length,
  };
}

function watchFacts({ all, checked, late, bad, holds, keptBack, never }: WatchFigures): Fact[] {
  const number = (some: number) => (some === 0 ? 'none' : counted(some, 'watch', 'watches'));
  return [
    { name: 'Watches', value: `${withCommas(checked)} of ${withCommas(all)} checked completely in 7 days` },
    { name: 'Late', value: number(late) },
    { name: 'Last partial or failed', value: number(bad) },
    {
      name: 'On hold',
      value: holds === 0 ? 'none' : `${withCommas(holds)}, keeping back ${counted(keptBack, 'change')}`,
    },
    { name: 'Never found anything', value: number(never) },
  ];
}

/** `39 of 39 watches checked in the week to 2026-11-23`; what is wrong stands before the week. */
function headline({ all, checked, late }: WatchFigures, undelivered: number, now: Date): string {
  const wrong = [
    late > 0 && `${withCommas(late)} late`,
    undelivered > 0 && `${counted(undelivered, 'alert')} undelivered`,
  ];
  const words = [`${withCommas(checked)} of ${counted(all, 'watch', 'watches')} checked`, ...wrong].filter(Boolean);
  return `${words.join(', ')} in the week to ${utcDay(now)}`;
}

async function checkWords(db: Db, since: string): Promise<string> {
  const outcomes = [...(await checksByOutcome(db, since))];
  return listed(outcomes.map(([outcome, checks]) => `${withCommas(checks)} ${outcome}`)) || 'none';
}

async function alertWords(db: Db, since: string): Promise<string> {
  const delays = await deliveryDelays(db, since);
  if (delays.length === 0) return 'none delivered';
  const [half, all] = [delays[Math.floor(delays.length / 2)], delays.at(-1)].map((one) => seconds(one));
  return `${withCommas(delays.length)} delivered, half of them within ${half}, all within ${all} of when they were due`;
}

function seconds(milliseconds = 0): string {
  return counted(Math.ceil(milliseconds / 1000), 'second');
}

async function creditWords(db: Db, config: Parts['config'], now: Date, since: string): Promise<string> {
  const spent = (await listSpending(db, since.slice(0, 10))).reduce((sum, { credits }) => sum + credits, 0);
  const { creditsPerMonth } = await loadCosts(db, config, now);
  return `${withCommas(Math.round(spent))} spent, ${withCommas(
    Math.round(creditsPerMonth),
  )} to come in the next 30 days`;
}

function diskWords(database: string): string {
  if (isPostgres(database)) return '';
  const { freeMegabytes, databaseMegabytes } = diskOf(database);
  return `${withCommas(freeMegabytes)} MB free, the database has ${withCommas(databaseMegabytes)} MB`;
}

async function versionWords(db: Db, now: Date): Promise<string> {
  const running = (await runningProcesses(db, now)).map(({ host, version }) => `${version} on ${host}`);
  return listed(running);
}
