import SQLite from 'better-sqlite3';
import { gatherAlert } from '../../src/alerts/gather.ts';
import { endDueMutes } from '../../src/alerts/mutes.ts';
import { notifyOfOrphans } from '../../src/alerts/orphanedAlerts.ts';
import { syncWatches } from '../../src/schedule/syncWatches.ts';
import { checksOf } from '../../src/store/ledger/checks.ts';
import { countWaitingAlerts, oldestOverdueAlert, readMarks, tallyBetween } from '../../src/store/ledger/tallies.ts';
import { listAlerts, retryAlerts, waitingChannels } from '../../src/store/outbox/alerts.ts';
import { claimNext } from '../../src/store/outbox/claimAlert.ts';
import { firstAttemptAt, recordAttempt } from '../../src/store/outbox/deliveries.ts';
import { dueQueries, nextDueAt } from '../../src/store/queue/due.ts';
import { lastChecks } from '../../src/store/queue/lastChecks.ts';
import { listWatchStatus } from '../../src/store/queue/watchStatus.ts';
import { channelsToldOf, listChanges } from '../../src/store/snapshot/changes.ts';
import { loadRawResponses } from '../../src/store/snapshot/rawResponses.ts';
import type { Workshop } from './workshop.ts';

/** Every statement that is prepared while `work` runs. */
export async function captureStatements(work: () => Promise<void>): Promise<ReadonlySet<string>> {
  const statements = new Set<string>();
  const { prepare } = SQLite.prototype;
  SQLite.prototype.prepare = function (this: SQLite.Database, statement: string) {
    if (/^(select|insert|update|delete)/i.test(statement)) statements.add(statement);
    return prepare.call(this, statement);
  } as typeof prepare;
  await work();
  SQLite.prototype.prepare = prepare;
  return statements;
}

/** Does what the daemon, the commands and the page do to the store, once each. */
export async function useEverything(workshop: Workshop, watchIds: readonly string[]): Promise<void> {
  const { store, config, parts, log } = workshop;
  const { db } = store;
  const { clock } = parts;
  for (let check = 0; check < 4; check += 1) for (const id of watchIds) await workshop.check(id);
  await syncWatches(store, config, clock());
  await dueQueries(db, clock(), 10);
  await nextDueAt(db);

  const now = clock();
  const claim = { channel: 'counsel', owner: 'bench', now, leaseUntil: new Date(now.getTime() + 60_000) };
  const claimed = await claimNext(db, claim);
  if (claimed === undefined) throw new Error('No alert waits.');
  const watches = new Map();
  await gatherAlert(db, claimed.id, { config, watches });
  await firstAttemptAt(db, claimed.id, 1);
  const delivery = { outcome: 'sent', answer: 'ok' } as const;
  await store.transaction((trx) => recordAttempt(trx, claimed, { state: 'sent', attempts: 1, delivery }, now));
  await notifyOfOrphans({ store, config, clock, log, watches, channels: new Map(), owner: 'bench' });
  await endDueMutes(store, config, now);

  await listChanges(db, { watch: watchIds[0], limit: 10 });
  await listChanges(db, { since: now.toISOString(), limit: 10 });
  await listChanges(db, { recordId: 1, limit: 10 });
  await channelsToldOf(db, 1);
  await listAlerts(db, { undelivered: true, limit: 10 });
  await retryAlerts(db, now, []);
  await waitingChannels(db);
  await countWaitingAlerts(db);
  await oldestOverdueAlert(db, now);
  const marks = await readMarks(db);
  await tallyBetween(db, { check: 0, change: 0, delivery: 0 }, marks);
  await listWatchStatus(db);
  await lastChecks(db, 10);
  const [query] = await db.selectFrom('queries').select('id').execute();
  await checksOf(db, query?.id ?? '', 10);
  await loadRawResponses(db, 2);
}
