import { sql } from 'kysely';
import { TipstaffError } from '../../base/errors.ts';
import { counted } from '../../base/words/sentence.ts';
import { type RunningProcess, runningProcesses } from '../processes.ts';
import { type Db, deleteSetting, readSetting, type Store, writeSetting } from '../store.ts';
import { clearWords } from '../words/wordIndex.ts';
import {
  type CopiedTable,
  copiedTables,
  countRows,
  DigestOfRows,
  readTable,
  type TableDigest,
  writeRows,
} from './copiedTables.ts';

/** A table that is the same in both stores. */
export interface TableCopy extends TableDigest {
  readonly table: string;
}

export interface CopyOptions {
  readonly now: Date;
  /** Whether the source stays in use. If not, it is marked as replaced by the copy. */
  readonly isTrial?: boolean | undefined;
  /** Builds the search index of what was copied. */
  readonly index: (db: Db) => Promise<void>;
  /** Called as the work goes on: so many rows of this table, of so many. */
  readonly onProgress?: ((step: 'copied' | 'verified', table: string, rows: number, of: number) => void) | undefined;
}

/**
 * Copies everything that one store holds into another, empty one, and compares both row by row. The source is read in
 * one transaction, during which nobody else writes to it. The target is written in short ones; until all of it is there
 * and compared, it is marked as half a copy (`requireWhole`). Work under way is not copied: leases, reserved credits,
 * running processes. The search index of the target is built anew.
 * @throws TipstaffError `copy.running` while a daemon runs on the source, `copy.target` when the target holds something
 * else, `copy.different` when what arrived is not what was sent.
 */
export async function copyStore(source: Store, target: Store, options: CopyOptions): Promise<TableCopy[]> {
  const running = await runningProcesses(source.db, options.now);
  if (running.length > 0) throw stillRunning(source, running);
  await claimTarget(source, target);
  // Before the transaction, because Postgres ends a transaction that is idle for some seconds.
  await clearTarget(target);
  let attempts = 0;
  const copied = await source.transaction(async (trx) => {
    attempts += 1;
    if (attempts > 1) await clearTarget(target);
    const tables: TableCopy[] = [];
    for (const table of copiedTables) tables.push(await copyTable(trx, target, table, options));
    await target.setLastIds(target.db, await source.lastIds(trx));
    return tables;
  });
  for (const sent of copied) await verify(target, sent, options);
  await target.transaction((trx) => options.index(trx));
  await deleteSetting(target.db, mark);
  if (!options.isTrial) await markCopiedAway(source.db, { to: target.name, at: options.now.toISOString() });
  return copied;
}

/** Marks the target as this copy's, if it is empty or an earlier attempt at the same copy marked it. */
async function claimTarget(source: Store, target: Store): Promise<void> {
  await target.transaction(async (trx) => {
    if ((await readSetting<string>(trx, mark)) === source.name) return;
    const full: string[] = [];
    for (const table of copiedTables.filter(({ name }) => name !== 'settings')) {
      const rows = await countRows(trx, table);
      if (rows > 0) full.push(`${counted(rows, 'row')} in ${table.name}`);
    }
    if (full.length > 0) throw notEmpty(target, full);
    await writeSetting(trx, mark, source.name);
  });
  // Where the mark shows up in the source, both are the same database.
  if ((await readSetting(source.db, mark)) === undefined) return;
  await deleteSetting(target.db, mark);
  throw new TipstaffError(
    'copy.target',
    `${target.name} is the database of the config itself. Name another one with --to.`,
  );
}

async function clearTarget(target: Store): Promise<void> {
  for (const table of [...copiedTables].reverse()) {
    if (table.name === 'settings') continue;
    if ((await countRows(target.db, table)) > 0) await sql`delete from ${sql.table(table.name)}`.execute(target.db);
  }
  await clearWords(target.db);
  await target.db.deleteFrom('settings').where('name', 'not in', ['schema', mark]).execute();
}

async function copyTable(from: Db, target: Store, table: CopiedTable, { onProgress }: CopyOptions): Promise<TableCopy> {
  const digest = new DigestOfRows();
  const of = await countRows(from, table);
  for await (const rows of readTable(from, table)) {
    for (const row of rows) digest.add(row);
    await target.transaction((trx) => writeRows(trx, table, rows));
    onProgress?.('copied', table.name, digest.result.rows, of);
  }
  return { table: table.name, ...digest.result };
}

async function verify(target: Store, sent: TableCopy, { onProgress }: CopyOptions): Promise<void> {
  const table = copiedTables.find(({ name }) => name === sent.table);
  if (table === undefined) return;
  const digest = new DigestOfRows();
  for await (const rows of readTable(target.db, table)) {
    for (const row of rows) digest.add(row);
    onProgress?.('verified', table.name, digest.result.rows, sent.rows);
  }
  const { rows } = digest.result;
  if (rows === sent.rows && digest.result.digest === sent.digest) return;
  throw new TipstaffError(
    'copy.different',
    `The copy in ${target.name} is not the same as its source: ${sent.table} has ${counted(rows, 'row')} of ` +
      `${counted(sent.rows, 'row')}, or other contents. Tipstaff does not run on it in this state; run the copy again.`,
  );
}

function stillRunning(source: Store, running: readonly RunningProcess[]): TipstaffError {
  const where = [...new Set(running.map(({ host }) => host))].join(', ');
  return new TipstaffError(
    'copy.running',
    `${counted(running.length, 'daemon')} ${running.length === 1 ? 'runs' : 'run'} on ${source.name} (${where}): ` +
      'the copy would lack what is found after it. Stop every daemon first; one that was killed counts as running ' +
      'for a minute.',
    { retryable: true },
  );
}

function notEmpty(target: Store, full: readonly string[]): TipstaffError {
  return new TipstaffError(
    'copy.target',
    `${target.name} is not empty: it has ${full
      .slice(0, 3)
      .join(', ')}. Name a new file or an empty database with --to.`,
  );
}

/** The setting that marks a store as half a copy, and names the source. */
export const mark = 'copying';

/** @throws TipstaffError `store.half-copy` for a store into which a copy was begun but not finished */
export async function requireWhole({ db, name }: Pick<Store, 'db' | 'name'>): Promise<void> {
  const from = await readSetting<string>(db, mark);
  if (from === undefined) return;
  throw new TipstaffError(
    'store.half-copy',
    `The database ${name} is half a copy of ${from}: copying was interrupted. Run tipstaff copy again, with ${from} ` +
      'under "database" in the config and this database as --to.',
  );
}

const copiedAwayMark = 'copied-away';

/** Where a store was copied to. The copy is used from then on. */
export interface CopiedAway {
  readonly to: string;
  /** ISO, UTC. */
  readonly at: string;
}

export async function markCopiedAway(db: Db, copied: CopiedAway): Promise<void> {
  await writeSetting(db, copiedAwayMark, copied);
}

export function readCopiedAway(db: Db): Promise<CopiedAway | undefined> {
  return readSetting<CopiedAway>(db, copiedAwayMark);
}

/**
 * Removes the mark, so that the store stays in use after all.
 * @returns whether it was marked
 */
export function keepUsing(db: Db): Promise<boolean> {
  return deleteSetting(db, copiedAwayMark);
}

export function copiedAwayWords(database: string, { to, at }: CopiedAway): string {
  return (
    `${database} was copied to ${to} at ${at}, to continue there: if both are used, everything is searched and ` +
    `paid for twice, and waiting alerts are sent twice. Name ${to} under "database" in the config and start again, ` +
    `then remove ${database}. To keep using ${database} instead: tipstaff migrate --keep-using.`
  );
}
