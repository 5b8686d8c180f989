import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { keptFor, within } from '../base/calls.ts';
import { daysAgo } from '../base/time.ts';
import { type Db, hasOneWriter, type Store, writeSetting } from './store.ts';

export type TableSize = Readonly<{ name: string; bytes: number; rows: number; growthBytes: number | undefined }>;

const monthDays = 30;

/** The SQL expression for when a row was added, by table. The tables left out record no time. */
const cameAt: Readonly<Record<string, string>> = {
  alert_changes: '(select created_at from alerts where alerts.id = alert_id)',
  alerts: 'created_at',
  audit: 'at',
  change_watches: '(select detected_at from changes where changes.id = change_id)',
  changes: 'detected_at',
  checks: 'ended_at',
  deliveries: 'attempted_at',
  entries: '(select ended_at from checks where checks.id = first_check)',
  pictures: 'kept_at',
  raw_responses: 'received_at',
  records: 'first_seen_at',
  sign_ins: 'at',
};

/** Returns every table, the largest first. The tables of a search index count under its name (`entry_words`). */
export async function tableSizes(db: Db, now: Date): Promise<TableSize[]> {
  const since = daysAgo(now, monthDays);
  const bytes = await (hasOneWriter(db) ? bytesOfFile(db) : bytesOfServer(db));
  const sizes: TableSize[] = [];
  for (const [name, size] of bytes) sizes.push(await measure(db, name, size, since));
  return sizes.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

async function measure(db: Db, name: string, bytes: number, since: string): Promise<TableSize> {
  const rows = await countTable(db, name);
  const column = cameAt[name];
  if (column === undefined) return { name, bytes, rows, growthBytes: undefined };
  const fresh = await countTable(db, name, sql`${sql.raw(column)} >= ${since}`);
  return { name, bytes, rows, growthBytes: rows === 0 ? 0 : Math.round((bytes * fresh) / rows) };
}

export async function countTable(db: Db, name: string, where = sql`1 = 1`): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)} where ${where}`.execute(db);
  return rows[0]?.n ?? 0;
}

const partOfIndex = /^(record_words|entry_words)_.*$/;

async function bytesOfFile(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select tbl_name as name, sum(pgsize) as bytes from dbstat join sqlite_schema using (name)
    where aggregate = true group by tbl_name`.execute(db);
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = row.name.replace(partOfIndex, '$1');
    sums.set(name, (sums.get(name) ?? 0) + row.bytes);
  }
  return sums;
}

async function bytesOfServer(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(db);
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

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
