import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { messageOf, TipstaffError, whyUnwritable } from '../../base/errors.ts';
import { leaseQueue } from '../claims/claims.ts';
import { bytesPerMegabyte } from '../condition.ts';
import { type Db, openTables } from '../schema/tables.ts';
import type { Engine, ReadOnly } from '../store.ts';
import { cannotOpen, FileGuard, fileDialect, withFile } from './dialect.ts';

/** Short, because it blocks the event loop. `patientConnection` does the longer waiting. */
const busyTimeoutMs = 100;

/** Opens or creates a file. @throws TipstaffError `store.history-lost` (only its -wal exists), `store.unreadable` */
export function openFile(file: string, busySeconds: number): Engine {
  const { dialect, guard } = openOrExplain(file, busySeconds);
  const db = openTables(dialect);
  return {
    name: file,
    db,
    queue: leaseQueue(db),
    lost: guard?.lost ?? new AbortController().signal,
    keepFormer: (firstStep) => keepFormer(db, file, firstStep),
    migrating: (work) => work(),
    transaction: (work) => db.transaction().execute(work),
    backup: (target) => backUp(db, file, target),
    optimize: () => optimize(db),
    serverTime: async () => undefined,
    lastIds,
    setLastIds,
    explain: (error) => withFile(error, file),
    cannotOpen: (error) => cannotOpen(error, file),
  };
}

function openOrExplain(file: string, busySeconds: number): ReturnType<typeof connect> {
  try {
    return connect(file, busySeconds);
  } catch (error) {
    throw error instanceof TipstaffError ? error : cannotOpen(error, file);
  }
}

function connect(file: string, busySeconds: number) {
  if (file !== ':memory:') {
    refuseLostHistory(file);
    keepPrivate(file);
  }
  const connection = new SQLite(file);
  connection.pragma('journal_mode = WAL');
  // A commit survives a power failure.
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // better-sqlite3's default is 16 MB, which one large result fills without any faster reads.
  connection.pragma('cache_size = -4096');
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  const guard = file === ':memory:' ? undefined : new FileGuard(file);
  return { dialect: fileDialect(connection, busySeconds, guard), guard };
}

async function optimize(db: Db): Promise<void> {
  await sql`pragma optimize`.execute(db);
  await sql`pragma shrink_memory`.execute(db);
}

/** Refuses a -wal without its file: SQLite would make a new database, and new filings would count as old. */
function refuseLostHistory(file: string): void {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(file) > 0 || sizeOf(`${file}-wal`) === 0) return;
  throw new TipstaffError(
    'store.history-lost',
    `The database ${file} is ${statSync(file, { throwIfNoEntry: false }) ? 'empty' : 'missing'}, but ${file}-wal ` +
      'next to it shows that there was one. Put the database back, or a backup with tipstaff restore FILE. To begin ' +
      'with new baselines instead, remove the -wal and -shm files.',
  );
}

/** Makes the file private. SQLite gives -wal and -shm the rights of the file when it makes them. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', ownerOnly));
  const real = realpathSync(file);
  for (const path of [real, `${real}-wal`, `${real}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.uid !== process.getuid?.()) continue;
    if ((found.mode & 0o077) !== 0) chmodSync(path, ownerOnly);
  }
}

async function lastIds(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db);
  return new Map(rows.map(({ name, seq }) => [name, seq]));
}

async function setLastIds(db: Db, ids: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, seq] of ids) {
    await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`.execute(db);
  }
}

/** Writes a consistent copy while others write. @throws TipstaffError `usage.backup`: it exists; `store.backup` */
async function backUp(db: Db, file: string, target: string): Promise<void> {
  if (existsSync(target)) throw new TipstaffError('usage.backup', `${target} exists already. Name a new file.`);
  // The final name comes last, so that a kill at any moment leaves no partial file that looks like a backup.
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  makeNew(unfinished);
  try {
    // VACUUM INTO reads one snapshot. The online backup would start over whenever the daemon writes.
    await sql`vacuum into ${unfinished}`.execute(db);
    renameSync(unfinished, target);
  } catch (cause) {
    rmSync(unfinished, { force: true });
    const megabytes = Math.ceil(statSync(file).size / bytesPerMegabyte);
    throw new TipstaffError(
      'store.backup',
      `${file} could not be copied to ${target}: ${messageOf(cause)}. It needs room for about ${megabytes} MB ` +
        'there; no partial copy was kept.',
      { cause },
    );
  }
}

const justMadeMs = 600_000;

async function keepFormer(db: Db, file: string, firstStep: string): Promise<void> {
  if (file === ':memory:') return;
  const former = `${file}.before-${firstStep}`;
  // Another process that started at the same time created the file and may still be migrating the schema.
  const madeAtMs = statSync(former, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - madeAtMs < justMadeMs) return;
  const unfinished = `${former}.part-${process.pid}`;
  // A killed process may have left this file. In a container its successor has the same process id.
  rmSync(unfinished, { force: true });
  await backUp(db, file, unfinished);
  const start = `${basename(file)}.before-0`;
  const older = readdirSync(dirname(file)).filter(
    (name) => name.startsWith(start) && isOver(join(dirname(file), name)),
  );
  renameSync(unfinished, former);
  for (const name of older.filter((name) => name !== basename(former)))
    rmSync(join(dirname(file), name), { force: true });
}

function isOver(copy: string): boolean {
  const changedAtMs = statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return !copy.includes('.part-') || Date.now() - changedAtMs > justMadeMs;
}

function makeNew(target: string): void {
  try {
    closeSync(openSync(target, 'wx', ownerOnly));
  } catch (cause) {
    const file = target.replace(/\.unfinished$/, '');
    throw new TipstaffError('usage.backup', `${file} cannot be written: ${whyUnwritable(cause)}`, { cause });
  }
}

/** Names of dockets and watches can be confidential. */
const ownerOnly = 0o600;

const busySeconds = 1;

/** Returns undefined for a missing file or one that cannot be opened. */
export function readFile(file: string): ReadOnly | undefined {
  if (!existsSync(file)) return undefined;
  const isUnreadable = (error: unknown) => error instanceof SQLite.SqliteError;
  try {
    const connection = new SQLite(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
    return { db: openTables(fileDialect(connection, busySeconds, undefined)), isUnreadable };
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

const lockTimeoutMs = 1_000;

/** Writes nothing. @throws the error of the system if this user may not write the file, or nobody may */
export function tryToOpen(file: string): void {
  closeSync(openSync(file, 'r+'));
}

/** Takes the lock of a writer and gives it back. Writes nothing. @throws SqliteError if the file refuses */
export function tryToWrite(file: string): void {
  // SQLite opens a file that it may not write only for reading, and then locks nothing.
  tryToOpen(file);
  const connection = new SQLite(file, { fileMustExist: true, timeout: lockTimeoutMs });
  try {
    connection.exec('begin immediate; rollback');
  } finally {
    connection.close();
  }
}

/** Writes the -wal into the file. Ignores a damaged file. @throws TipstaffError `store.in-use`, `store.unreadable` */
export function foldLog(file: string): void {
  try {
    const connection = new SQLite(file, { fileMustExist: true, timeout: lockTimeoutMs });
    try {
      const isBusy = connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 1;
      if (!isBusy) return;
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof SQLite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return;
    throw cannotOpen(error, file);
  }
  throw new TipstaffError('store.in-use', `Another process reads or writes ${file}. Stop it first, then restore.`);
}
