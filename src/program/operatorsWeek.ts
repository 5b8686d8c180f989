import { diskOf } from '../database/disk.ts';
import { runningProcesses } from '../database/processes.ts';
import type { Db } from '../database/store.ts';
import { isPostgres } from '../fields/databaseUrl.ts';
import { countHeldChanges, runningHolds } from '../holds/holdsTable.ts';
import { countNotArrived } from '../outbox/alertsTable.ts';
import { notifyOperators } from '../outbox/incidents.ts';
import { noteOnce } from '../outbox/incidentsTable.ts';
import { loadForecast } from '../schedule/forecast.ts';
import { listWatchStatus } from '../schedule/watchStatusQueries.ts';
import { neverFoundRows } from '../snapshot/blindSearchesQueries.ts';
import { listSpending } from '../snapshot/spendingTable.ts';
import { counted, listed, withCommas } from '../words/sentence.ts';
import { checksByOutcome, deliveryDelays, wasCheckedBefore } from './operatorsWeekQueries.ts';
import type { Program } from './program.ts';

type Parts = Pick<Program, 'config' | 'store' | 'clock'>;

const weekMs = 7 * 86_400_000;
const lateMs = 3_600_000;

/** The Monday of a week, by which what is told once a week is known. */
export function mondayOf(now: Date): string {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/**
 * Tells the operators once a week what Tipstaff did, so that its silence is noticed: what was checked, what is late or
 * on hold, what was delivered and how fast, what it cost, and the room that is left. Nothing in the first week.
 */
export async function tellOperatorsOfWeek({ config, store, clock }: Parts): Promise<void> {
  const now = clock();
  const since = new Date(now.getTime() - weekMs).toISOString();
  if (!(await wasCheckedBefore(store.db, since))) return;
  const lines = [
    await watchWords(store.db, config, now, since),
    await alertWords(store.db, now, since),
    await creditWords(store.db, config, now, since),
    diskWords(config.database),
    await versionWords(store.db, now),
  ];
  const incident = {
    kind: 'week',
    subject: `week of ${mondayOf(now)}`,
    detail: lines.filter(Boolean).join(' '),
  } as const;
  await store.transaction(async (trx) => {
    if (!(await noteOnce(trx, { ...incident, now: now.toISOString() }))) return;
    await notifyOperators(trx, config.operators, incident, 'began', { now });
  });
}

async function watchWords(db: Db, { watches }: Parts['config'], now: Date, since: string): Promise<string> {
  const ids = new Set(watches.map(({ id }) => id));
  const status = (await listWatchStatus(db)).filter(({ watchId }) => ids.has(watchId));
  const idsOf = (rows: typeof status) => new Set(rows.map(({ watchId }) => watchId));
  const behind = idsOf(status.filter(({ lastCompleteAt }) => (lastCompleteAt ?? '') < since));
  const late = idsOf(
    status.filter(({ nextDueAt }) => nextDueAt !== null && Date.parse(nextDueAt) + lateMs < now.getTime()),
  );
  const bad = idsOf(status.filter(({ lastOutcome }) => lastOutcome !== null && lastOutcome !== 'complete'));
  const holds = await runningHolds(db);
  const kept = [...(await countHeldChanges(db)).values()].reduce((sum, changes) => sum + changes, 0);
  const never = (await neverFoundRows(db)).filter(({ watchId }) => ids.has(watchId)).length;
  const outcomes = [...(await checksByOutcome(db, since))].map(
    ([outcome, checks]) => `${withCommas(checks)} ${outcome}`,
  );
  return [
    `Watches: ${withCommas(watches.length - behind.size)} of ${withCommas(watches.length)} were checked completely in the last 7 days; late ${late.size}; partial or failed last ${bad.size}; on hold ${holds.length}, which kept back ${counted(kept, 'change')}; never found anything ${never}.`,
    `Checks: ${outcomes.length === 0 ? 'none' : listed(outcomes)}.`,
  ].join(' ');
}

async function alertWords(db: Db, now: Date, since: string): Promise<string> {
  const delays = await deliveryDelays(db, since);
  const undelivered = await countNotArrived(db, now);
  const speed =
    delays.length === 0
      ? ''
      : `, half of them within ${seconds(delays[Math.floor(delays.length / 2)])}, all within ${seconds(delays.at(-1))} of when they were due`;
  return `Alerts: ${counted(delays.length, 'alert')} delivered${speed}; undelivered ${undelivered}.`;
}

function seconds(milliseconds = 0): string {
  return counted(Math.ceil(milliseconds / 1000), 'second');
}

async function creditWords(db: Db, config: Parts['config'], now: Date, since: string): Promise<string> {
  const spent = (await listSpending(db, since.slice(0, 10))).reduce((sum, { credits }) => sum + credits, 0);
  const { creditsPerMonth } = await loadForecast(db, config, now);
  return `Credits: ${withCommas(Math.round(spent))} spent, ${withCommas(Math.round(creditsPerMonth))} to come in the next 30 days.`;
}

function diskWords(database: string): string {
  if (isPostgres(database)) return '';
  const { freeMegabytes, databaseMegabytes } = diskOf(database);
  return `Disk: ${withCommas(freeMegabytes)} MB free, the database has ${withCommas(databaseMegabytes)} MB.`;
}

async function versionWords(db: Db, now: Date): Promise<string> {
  const running = (await runningProcesses(db, now)).map(({ host, version }) => `${version} on ${host}`);
  return running.length === 0 ? '' : `Running: ${listed(running)}.`;
}
