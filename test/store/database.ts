import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import type { Queue } from '../../src/store/claims/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { copyOnServer, giveBack, takeDatabase } from '../postgres/cleanDatabases.ts';

const postgres = inject('postgres');

/** Whether the project `postgres` runs. It skips tests of a file, its locks or SQLite's plans. */
export const onPostgres = postgres !== undefined;

/** Returns an empty migrated database, a file or one on Postgres, without running the migrations each time. */
export async function newDatabase(folder: string): Promise<string> {
  if (postgres === undefined) return newFile(folder);
  if (postgres === 'none') throw new Error('there is no Postgres');
  return takeDatabase(postgres);
}

/** Returns such a file, also in the project `postgres`. */
export async function newFile(folder: string): Promise<string> {
  const file = join(folder, 'tipstaff.db');
  migratedFile ??= makeMigratedFile();
  writeFileSync(file, await migratedFile, { mode: 0o600 });
  return file;
}

/** Copies a database that no process has open, into a file in the folder or on Postgres. */
export async function copyDatabase(database: string, folder: string): Promise<string> {
  if (postgres !== undefined && postgres !== 'none') return copyOnServer(postgres, new URL(database).pathname.slice(1));
  const file = join(folder, 'tipstaff.db');
  copyFileSync(database, file);
  return file;
}

/** The bytes of an empty database that is up to date. */
let migratedFile: Promise<Buffer> | undefined;

async function makeMigratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'tipstaff-migrated-'));
  try {
    const file = join(folder, 'tipstaff.db');
    await (await openStore(file)).close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Opens a database for a test with its own clock. Claims follow that clock, also on Postgres. */
export async function openByTestClock(database: string): Promise<Store> {
  const store = await openStore(database);
  if (!onPostgres) return store;
  const { checks, alerts } = store.queue;
  const at = async <T>(now: Date, claim: () => Promise<T>) => {
    await setClock(store, now);
    return claim();
  };
  const queue: Queue = {
    ...store.queue,
    checks: {
      ...checks,
      take: (trx, claim, now) => at(now, () => checks.take(trx, claim, now)),
      claim: (queryId, now) => at(now, () => checks.claim(queryId, now)),
    },
    alerts: { ...alerts, claimNext: (channel, now) => at(now, () => alerts.claimNext(channel, now)) },
  };
  return { ...store, queue };
}

/** Sets the clock by which jobs fall due and claims end, for claims outside a store of `openByTestClock`. */
export async function setClock({ db }: Pick<Store, 'db'>, now: Date): Promise<void> {
  if (onPostgres) await sql`update pgboss.test_clock set at = ${now.toISOString()}::timestamptz`.execute(db);
}

/** Sets the time to `now`, and ends the claims that nobody renewed for long. SQLite sees them by their leases. */
export async function endDeadClaims(store: Store, now: Date): Promise<void> {
  await setClock(store, now);
  if (onPostgres) await store.queue.releaseDead();
}

/** Drops a database that no process has open. A file goes with its folder. */
export async function dropDatabase(database: string): Promise<void> {
  if (postgres !== undefined && postgres !== 'none') await giveBack(postgres, database);
}
