import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { Notice } from '../../src/alerts/message/facts.ts';
import { openSharedPace } from '../../src/check/admission/sharedPaceQueries.ts';
import { checkNow, type WatchOutcome } from '../../src/check/checkNow.ts';
import type { CheckParts, CheckSummary } from '../../src/check/checkParts.ts';
import { runCheck } from '../../src/check/runCheck.ts';
import { watchesById } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/loadConfig.ts';
import { labelOf } from '../../src/records/record.ts';
import { queriesOf, syncWatches } from '../../src/schedule/syncWatches.ts';
import { createSearchClient } from '../../src/service/http/client.ts';
import type { QueryClaim } from '../../src/store/claims/queue.ts';
import { listChanges, type StoredChange } from '../../src/store/snapshot/changesTable.ts';
import type { Store } from '../../src/store/store.ts';
import { dropDatabase, newDatabase, openByTestClock } from '../store/database.ts';
import { type FakeService, openService } from './service.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A whole installation except delivery: config, store file, clock, and the search client against an HTTP service. */
export interface Office {
  readonly service: FakeService;
  readonly store: Store;
  now: Date;
  /** Loads another config. The settings replace those of the config before. */
  configure(settings: Settings): Promise<void>;
  /** Checks now, or so many days later, on demand, as `tipstaff check` does. */
  check(options?: { ids?: readonly string[]; dryRun?: boolean; after?: number }): Promise<WatchOutcome[]>;
  /** Claims the first query of a watch for a check. */
  claim(watchId: string): Promise<QueryClaim>;
  /** Runs one check as the daemon does. */
  daemonCheck(watchId: string): Promise<CheckSummary>;
  parts(): CheckParts;
  /**
   * Marks the new alerts as sent. Returns a line per change, sorted: `counsel: docket.status 1:20-cv-00168 [widget]`.
   */
  newAlerts(): Promise<string[]>;
  /** Checks as `check` does, and returns the new alerts as `newAlerts` does. */
  alertsOfCheck(options?: { ids?: readonly string[]; after?: number }): Promise<string[]>;
  changes(): Promise<StoredChange[]>;
  /** Moves the clock forward. */
  pass(days: number, hours?: number): void;
  /** Also runs when the test ends. */
  close(): Promise<void>;
}

const day = 86_400_000;

export const defaultSettings: Settings = {
  spreadSeconds: 0,
  operators: ['ops'],
  channels: {
    counsel: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/counsel' },
    brand: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/brand' },
    ops: { type: 'slack', webhookUrl: 'http://127.0.0.1:9/ops' },
  },
  defaults: { notify: ['counsel'] },
  watches: [{ id: 'widget', dockets: { patentNumber: '6,834,603' } }],
};

export async function openOffice(settings: Settings = {}): Promise<Office> {
  const service = await openService();
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-check-'));
  const file = join(folder, 'watches.yaml');
  const database = await newDatabase(folder);
  const store = await openByTestClock(database);
  let parts: CheckParts;
  let seenUpTo = 0;
  const closeClients = () => parts?.client.close();

  let closed = false;
  const office: Office = {
    service,
    store,
    now: new Date('2026-11-20T12:00:00.000Z'),
    async configure(changed) {
      const { service: serviceSettings, ...rest } = changed;
      const whole = {
        ...defaultSettings,
        ...rest,
        service: {
          baseUrl: service.url,
          token: 'secret-token',
          requestsPerSecond: 1000,
          concurrency: 4,
          retries: 0,
          ...(serviceSettings as Settings | undefined),
        },
      };
      // JSON is valid YAML.
      writeFileSync(file, JSON.stringify(whole));
      const config = loadConfig({ file, env: {}, cwd: folder });
      await closeClients();
      const clock = () => office.now;
      const pace = openSharedPace(store, { ...config.service, key: 'key' });
      parts = {
        store,
        config,
        client: createSearchClient({ config: config.service, clock, pace }),
        clock,
        log: pino({ level: 'silent' }),
      };
    },
    async check({ ids, dryRun, after = 0 } = {}) {
      office.pass(after);
      await syncWatches(store, parts.config, office.now);
      const watches = parts.config.watches.filter((watch) => ids?.includes(watch.id) ?? true);
      return checkNow(parts, watches, { dryRun });
    },
    async claim(watchId) {
      const watch = watchesById(parts.config.watches).get(watchId);
      const queryId = watch && queriesOf(watch)[0]?.id;
      if (queryId === undefined) throw new Error(`no watch ${watchId}`);
      const claim = await store.queue.checks.claim(queryId, office.now);
      if (claim === undefined) throw new Error('the query is claimed');
      return claim;
    },
    async daemonCheck(watchId) {
      await syncWatches(store, parts.config, office.now);
      const claim = await office.claim(watchId);
      try {
        return await runCheck(parts, { claim });
      } finally {
        await store.queue.checks.release(claim);
      }
    },
    parts: () => parts,
    async newAlerts() {
      const lines = await linesSince(store, seenUpTo);
      seenUpTo = lines.upTo;
      await store.db.updateTable('alerts').set({ state: 'sent' }).execute();
      return lines.lines;
    },
    async alertsOfCheck(options) {
      await office.check(options);
      return office.newAlerts();
    },
    changes: () => listChanges(store.db, { limit: 100_000 }),
    pass(days, hours = 0) {
      office.now = new Date(office.now.getTime() + days * day + hours * 3_600_000);
    },
    async close() {
      if (closed) return;
      closed = true;
      await closeClients();
      await store.close();
      await dropDatabase(database);
      rmSync(folder, { recursive: true });
    },
  };
  await office.configure(settings);
  onTestFinished(() => office.close());
  return office;
}

/** Returns an office that was checked once while the service returned `shown`, with those alerts already read. */
export async function officeThatKnows(
  shown: Partial<Pick<FakeService, 'dockets' | 'designs' | 'cap'>>,
  settings: Settings = {},
): Promise<Office> {
  const office = await openOffice(settings);
  Object.assign(office.service, shown);
  await office.check();
  await office.newAlerts();
  return office;
}

async function linesSince(store: Store, since: number): Promise<{ lines: string[]; upTo: number }> {
  const alerts = await store.db.selectFrom('alerts').selectAll().where('id', '>', since).orderBy('id').execute();
  const changes = new Map((await listChanges(store.db, { limit: 100_000 })).map((change) => [change.id, change]));
  const reports = await store.db.selectFrom('alertChanges').selectAll().where('alertId', '>', since).execute();
  const lines = alerts.flatMap((alert) => {
    if (alert.kind === 'notice') return noticesOf(alert.payload).map((text) => `${alert.channel}: ${text}`);
    if (alert.kind === 'baseline') return baselinesOf(alert.payload).map((text) => `${alert.channel}: ${text}`);
    const own = reports.filter((report) => report.alertId === alert.id);
    return [...Map.groupBy(own, (report) => report.changeId)].map(([changeId, of]) => {
      const change = changes.get(changeId);
      const watches = of.map((report) => report.watchId).sort();
      return `${alert.channel}: ${change === undefined ? '?' : wordChange(change)} [${watches.join(', ')}]`;
    });
  });
  return { lines: lines.sort(), upTo: alerts.at(-1)?.id ?? since };
}

/** Writes a change in one line: its kind, its record, and what changed. */
export function wordChange(change: StoredChange): string {
  const what =
    change.kind === 'entry.new'
      ? [`#${change.entry?.documentNumber || change.entry?.description}`]
      : change.fields.map(({ field, after }) => (typeof after === 'number' ? `${field}=${after}` : field));
  return [change.kind, labelOf(change.record), ...what].join(' ');
}

function noticesOf(payload: string | null): string[] {
  return (JSON.parse(payload ?? '[]') as Notice[]).map((notice) => `${notice.incident} ${notice.phase}`);
}

function baselinesOf(payload: string | null): string[] {
  const announcements = JSON.parse(payload ?? '[]') as {
    watch: { id: string };
    records: number;
    filteredOut: number;
  }[];
  return announcements.map(
    (one) => `baseline ${one.watch.id} ${one.records}${one.filteredOut ? `+${one.filteredOut} filtered out` : ''}`,
  );
}
