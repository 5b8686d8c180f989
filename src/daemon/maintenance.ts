import type { NeverFound } from '../alerts/message/facts.ts';
import { findNeverFound } from '../alerts/message/gatherCoverage.ts';
import { deleteSent } from '../alerts/outbox/deliveriesTable.ts';
import { notifyOperators } from '../alerts/outbox/incidents.ts';
import { noteOnce } from '../alerts/outbox/incidentsTable.ts';
import { dayMs, daysAgo, hourMs, utcDay, weekMs } from '../base/time.ts';
import { counted, listedUpTo, moreWatches } from '../base/words/sentence.ts';
import { type Config, openName } from '../config/config.ts';
import type { Settings } from '../config/settingsSchema.ts';
import type { Job } from '../schedule/jobs.ts';
import { lastCompleteCheckAt } from '../schedule/watchStatusQueries.ts';
import { noteAudit } from '../store/auditTable.ts';
import { readOldEntries } from '../store/snapshot/entriesTable.ts';
import {
  type Aged,
  agedIds,
  deleteAged,
  deleteUseless,
  noteChecksRetained,
} from '../store/snapshot/retentionQueries.ts';
import type { Store } from '../store/store.ts';
import type { Program } from './program.ts';

type MaintenanceParts = Pick<Program, 'config' | 'store' | 'clock' | 'log'> & {
  readonly signal: AbortSignal; // Aborts when the daemon stops. Work then ends after the current batch.
  readonly mayDelete: () => boolean;
};

/** At hours that exist on every day, because daylight saving skips hours between 0:00 and 4:00. */
export function maintenanceJobs(program: MaintenanceParts): Job[] {
  const { store } = program;
  return [
    { name: 'retention', when: '40 * * * *', work: onceADay(() => deleteExpired(program)) },
    { name: 'readings', when: '45 4 * * *', atStart: true, work: () => readOld(program) },
    { name: 'found nothing', when: '30 8 * * 1', atStart: true, work: () => remindOfFoundNothing(program) },
    { name: 'optimize', when: '50 4 * * 0', work: () => store.optimize() },
  ];
}

const signInsKeptDays = 90;

const nudgesKeptDays = 400;

/** Tries every hour until the work succeeds, then rests for a day, since a process may run for only some hours. */
function onceADay(work: () => Promise<boolean>): () => Promise<void> {
  let restsUntilMs = 0;
  return async () => {
    if (performance.now() >= restsUntilMs && (await work())) restsUntilMs = performance.now() + dayMs - hourMs;
  };
}

/** Expired keys are kept this long, since a clock that was ahead may have expired them. They open nothing meanwhile. */
const expiredKeysKeptDays = 30;

/** @returns false if the clock may be ahead: not yet proven, or two days without a complete check by this clock */
async function deleteExpired({ config, store, clock, signal, mayDelete }: MaintenanceParts): Promise<boolean> {
  const now = clock();
  const daysBack = (days: number) => daysAgo(now, days);
  if (!mayDelete() || ((await lastCompleteCheckAt(store.db)) ?? '') < daysBack(2)) return false;
  await store.transaction(async (trx) => {
    const parts: string[] = [];
    for (const [days, one, several, table] of expiring(config)) {
      const count = await deleteUseless(trx, table, daysBack(days));
      if (count > 0) parts.push(`${counted(count, one, several)} before ${daysBack(days)}`);
    }
    const detail = parts.join('; ');
    const by = { at: now.toISOString(), who: 'tipstaff' };
    if (detail !== '') await noteAudit(trx, by, 'retention.delete', 'expired', detail);
    await deleteUseless(trx, 'nudges', daysBack(nudgesKeptDays));
  });
  await deleteByAge(store, config.retention, now, signal);
  return true;
}

const expiring = ({ retainRawDays }: Pick<Config, 'retainRawDays'>) =>
  [
    [retainRawDays, 'raw response', 'raw responses', 'rawResponses'],
    [expiredKeysKeptDays, 'expired key', 'expired keys', 'accessKeys'],
    [signInsKeptDays, 'attempt to sign in', 'attempts to sign in', 'signIns'],
  ] as const;

async function readOld({ store, log, signal }: MaintenanceParts): Promise<void> {
  const read = await readOldEntries(store, { signal });
  if (read > 0) log.info({ entries: read }, 'entries stored before were read');
}

const mostNamed = 20;

function mondayOf(now: Date): string {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return utcDay(day);
}

/** Reminds once a week, because nobody hears of these watches again after their first check. */
export async function remindOfFoundNothing(parts: Pick<Program, 'config' | 'store' | 'clock'>): Promise<void> {
  const { config, store, clock } = parts;
  const now = clock();
  const found = await findNeverFound(store.db, config.watches);
  const silent = found.filter(({ since }) => Date.parse(since) <= now.getTime() - weekMs);
  if (silent.length === 0) return;
  const detail = wordsOf(silent);
  const label = counted(silent.length, 'watch', 'watches');
  await store.transaction(async (trx) => {
    const incident = { kind: 'found-nothing', subject: `week of ${mondayOf(now)}`, detail } as const;
    if (!(await noteOnce(trx, { ...incident, now: now.toISOString() }))) return;
    await notifyOperators(trx, config.operators, { ...incident, label }, 'began', { now });
  });
}

function wordsOf(silent: readonly NeverFound[]): string {
  const names = silent.map(({ watch, near }) => {
    const name = openName(watch);
    return near === undefined ? name : `${name} (${near.replace(/\.$/, '')})`;
  });
  const all = listedUpTo(mostNamed, names, moreWatches);
  return (
    `${counted(silent.length, 'watch has', 'watches have')} never found anything: ${all}. Correct them, or ` +
    'remove them: each check costs credits. tipstaff status says what courts and registers write instead.'
  );
}

/** Rows per transaction, so that others wait only briefly. */
const rowsAtOnce = 500;
const atMostADay = 100_000;

type AgedWords = Readonly<{ key: keyof Settings['retention']; words: readonly [string, string] }>;

const kinds: Readonly<Record<Aged, AgedWords>> = {
  checks: { key: 'checksDays', words: ['check without news', 'checks without news'] },
  deliveries: { key: 'deliveriesDays', words: ['attempt to deliver', 'attempts to deliver'] },
  audit: { key: 'auditDays', words: ['line of the audit log', 'lines of the audit log'] },
  signIns: { key: 'signInsDays', words: ['sign-in', 'sign-ins'] },
};

/** Deletes in batches, and records from when on everything is kept. @param signal stops after the current batch */
export async function deleteByAge(store: Store, retention: Settings['retention'], now: Date, signal: AbortSignal) {
  // Sent messages are copies. The findings and the proof of delivery stay.
  const sentBefore = daysAgo(now, retention.sentDays);
  let deleted = rowsAtOnce;
  while (deleted === rowsAtOnce && !signal.aborted)
    deleted = await store.transaction((trx) => deleteSent(trx, sentBefore, rowsAtOnce));
  for (const what of Object.keys(kinds) as Aged[]) {
    const { key, words } = kinds[what];
    const days = retention[key];
    if (days === undefined) continue;
    const before = daysAgo(now, days);
    const ids = await agedIds(store.db, what, before, atMostADay);
    let sum = 0;
    for (; sum < ids.length && !signal.aborted; sum += rowsAtOnce) {
      const part = ids.slice(sum, sum + rowsAtOnce);
      await store.transaction(async (trx) => {
        await deleteAged(trx, what, part);
        if (what === 'checks') await noteChecksRetained(trx, before);
      });
    }
    if (sum === 0) continue;
    const detail = `${counted(Math.min(sum, ids.length), ...words)} before ${before} (retention.${key})`;
    const by = { at: now.toISOString(), who: 'tipstaff' };
    await store.transaction((trx) => noteAudit(trx, by, 'retention.delete', what, detail));
  }
}
