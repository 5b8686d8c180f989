import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { keptFor, within } from '../base/calls.ts';
import { type Db, hasOneWriter, type Store, writeSetting } from './store.ts';

export const bytesPerMegabyte = 1_048_576;

/** Returns the size of a database file and the free space beside it. @throws when its folder cannot be read */
export function diskOf(file: string): { folder: string; freeMegabytes: number; databaseMegabytes: number } {
  const folder = dirname(file);
  const { bavail, bsize } = statfsSync(folder);
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    folder,
    freeMegabytes: Math.floor((bavail * bsize) / bytesPerMegabyte),
    databaseMegabytes: Math.ceil(bytes / bytesPerMegabyte),
  };
}

const mostFaults = 3;

/** Returns what SQLite's integrity check finds damaged. Empty on Postgres, which checks what it reads. */
export async function damageOf(db: Db): Promise<string[]> {
  if (!hasOneWriter(db)) return [];
  const check = sql<{ integrityCheck: string }>`pragma integrity_check(${sql.raw(String(mostFaults))})`;
  const { rows } = await check.execute(db);
  return rows.map((row) => row.integrityCheck).filter((line) => line !== 'ok');
}

export const lastBackupSetting = 'last-backup';

export type LastBackup = Readonly<{ at: string; file: string }>;

/** Anybody may request /readyz at any rate. All requests together cause at most one write in this time. */
const keptMs = 5_000;

/** The longest that a probe waits for its write, because orchestrators give a probe only some seconds. */
const patienceSeconds = 2;

const probedTables = ['watchQueries', 'queries', 'checks', 'records', 'memberships', 'changes', 'alerts'] as const;

export type ProbeStore = (now: Date) => Promise<void>;

/** Returns a probe that reads and writes, because a full, read-only or locked database can still be read. */
export function startStoreProbe(store: Store): ProbeStore {
  let at = '';
  const probed = keptFor(keptMs, () => probe(store, at));
  return async (now) => {
    // The file can disappear at any moment, and this test costs nothing.
    await store.ping();
    at = now.toISOString();
    await within(patienceSeconds * 1000, probed(), tooLate);
  };
}

function tooLate(): never {
  throw new Error(`a write has waited for ${patienceSeconds} seconds; another process may have locked it`);
}

async function probe(store: Store, at: string): Promise<void> {
  await store.transaction(async (trx) => {
    for (const table of probedTables) await trx.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    await writeSetting(trx, 'ready-probe', at);
  });
}
