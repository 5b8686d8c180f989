import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openSharedPace } from '../../../src/check/admission/sharedPaceQueries.ts';
import type { CheckParts, CheckSummary } from '../../../src/check/checkParts.ts';
import { runCheck } from '../../../src/check/runCheck.ts';
import { type Config, watchesById } from '../../../src/config/config.ts';
import { loadConfig } from '../../../src/config/loadConfig.ts';
import { queriesOf, syncWatches } from '../../../src/schedule/syncWatches.ts';
import { createSearchClient } from '../../../src/service/http/client.ts';
import { openStore } from '../../../src/store/openStore.ts';

/** A complete installation in its own folder: config file, database file, the parts of a check. */
export interface Workshop {
  readonly config: Config;
  /** One check of a watch's first query, as the daemon makes it: claimed, run under its lease, finished. */
  check(watchId: string): Promise<CheckSummary>;
  close(): Promise<void>;
}

/** Every watch falls due once a minute, and each check comes a minute after the one before. */
const minuteMs = 60_000;

type Settings = Readonly<Record<string, unknown>>;

/**
 * The limits that hold the search client back by design are as wide as the config allows. What remains is our own work.
 */
const unlimited = { token: 'bench', requestsPerSecond: 1000, concurrency: 8, retries: 0 };

export function writeConfig(folder: string, url: string, settings: Settings): string {
  const file = join(folder, 'watches.yaml');
  const whole = {
    spreadSeconds: 0,
    database: join(folder, 'tipstaff.db'),
    operators: ['counsel'],
    channels: { counsel: { type: 'teams', webhookUrl: `${url}/channel` } },
    defaults: { notify: ['counsel'], announce: false },
    ...settings,
    service: { baseUrl: url, ...unlimited, ...(settings.service as Settings | undefined) },
  };
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify(whole));
  return file;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tipstaff-bench-'));
}

export async function openWorkshop(url: string, settings: Settings): Promise<Workshop> {
  const folder = newFolder();
  const defaults = { notify: ['counsel'], announce: false, schedule: '* * * * *' };
  const config = loadConfig({ file: writeConfig(folder, url, { defaults, ...settings }), env: {}, cwd: folder });
  const store = await openStore(config.database);
  let now = Date.now();
  const clock = () => new Date(now);
  const log = pino({ level: 'silent' });
  // Even a thousand requests per second would mean a wait of a millisecond before each.
  const unpaced = { ...config.service, requestsPerSecond: 1_000_000 };
  const pace = openSharedPace(store, { ...unpaced, key: 'bench' });
  const client = createSearchClient({ config: unpaced, clock, pace });
  const parts: CheckParts = { store, config, client, clock, log };
  await syncWatches(store, config, clock());
  return {
    config,
    check(watchId) {
      now += minuteMs;
      return checkOnce(parts, watchId);
    },
    async close() {
      await client.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function checkOnce(parts: CheckParts, watchId: string): Promise<CheckSummary> {
  const watch = watchesById(parts.config.watches).get(watchId);
  const queryId = watch && queriesOf(watch)[0]?.id;
  if (queryId === undefined) throw new Error(`There is no watch ${watchId} in the bench's config.`);
  const due = { now: parts.clock(), most: 1, isKnown: (id: string) => id === queryId };
  const [claim] = await parts.store.queue.checks.lookForDue(due);
  if (claim === undefined) throw new Error(`${watchId} is not due.`);
  return runCheck(parts, { claim, isTaken: false });
}
