import { Kysely, sql } from 'kysely';
import { messageOf, TipstaffError } from '../errors.ts';
import { migrateToLatest } from './migrate.ts';
import { backUp } from './sqlite/backup.ts';
import { openFile } from './sqlite/openFile.ts';
import { remedyFor } from './sqlite/sqliteErrors.ts';
import type { Db, Tables, Trx } from './tables.ts';

export type { Db, Trx } from './tables.ts';

/** How long a write waits for another process that writes, by default. */
const busySeconds = 30;

/** The open store. Inside `transaction`, await nothing but queries on the transaction given: one connection serves all. */
export interface Store {
  readonly db: Db;
  /** The schema steps that opening it took. */
  readonly migrated: readonly string[];
  /** What it committed outlasts a power failure. @throws TipstaffError `store.busy`, retryable, when another process writes for too long. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Fires, with a TipstaffError, when the open file was deleted, replaced, emptied or found damaged: nothing works from then on. */
  readonly lost: AbortSignal;
  /** Resolves when the database responds, rejects when it cannot. */
  ping(): Promise<void>;
  /** Copies the database into a new file, whole and consistent, also while others write to it. @throws as `backUp` does. */
  backup(file: string): Promise<void>;
  /** Brings the query planner's statistics up to date and gives memory back. */
  optimize(): Promise<void>;
  /** Once is enough; again does nothing. */
  close(): Promise<void>;
}

/**
 * Opens the store at `file`, bringing its schema up to date.
 * @throws TipstaffError `store.newer` when the file was written by a newer program, `store.other-program` by another one,
 * `store.history-lost` when the file is gone but not its -wal, `store.unreadable` when it cannot be opened.
 */
export async function openStore(file: string, options: { readonly busySeconds?: number } = {}): Promise<Store> {
  const { dialect, guard } = openOrExplain(file, options.busySeconds ?? busySeconds);
  const db = new Kysely<Tables>({ dialect });
  const migrated = await migrateOrClose(db, file);
  const transaction: Store['transaction'] = (work) => db.transaction().execute(work);
  let closing: Promise<void> | undefined;
  return {
    db,
    migrated,
    lost: guard?.lost ?? new AbortController().signal,
    transaction,
    ping: async () => void (await sql`select 1`.execute(db)),
    backup: (target) => backUp(db, file, target),
    optimize: () => optimize(db),
    close: () => {
      closing ??= (guard?.lost.aborted ? Promise.resolve() : optimize(db)).finally(() => db.destroy());
      return closing;
    },
  };
}

function openOrExplain(file: string, seconds: number): ReturnType<typeof openFile> {
  try {
    return openFile(file, seconds);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function migrateOrClose(db: Kysely<Tables>, file: string): Promise<string[]> {
  try {
    return await migrateToLatest(db);
  } catch (error) {
    await db.destroy();
    throw unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): TipstaffError {
  if (cause instanceof TipstaffError) return cause;
  const remedy = remedyFor(cause) ?? 'Check the folder and the rights on it; "database" in the config names the file.';
  return new TipstaffError(
    'store.unreadable',
    `The database ${file} cannot be opened: ${messageOf(cause)}. ${remedy}`,
    { cause },
  );
}

/** Brings the query planner's statistics up to date, and gives memory that is no longer used back. */
async function optimize(db: Db): Promise<void> {
  await sql`pragma optimize`.execute(db);
  await sql`pragma shrink_memory`.execute(db);
}

/** A single value worth remembering, as JSON; undefined when it was never set. The caller knows its shape. */
export async function readSetting<T>(db: Db, name: string): Promise<T | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value) as T);
}

export async function writeSetting(db: Db, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}

/** @returns whether there was one. */
export async function deleteSetting(db: Db, name: string): Promise<boolean> {
  const result = await db.deleteFrom('settings').where('name', '=', name).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Short enough for a statement to stay prepared (see dialect.ts): what is built for tens of thousands takes longer, and megabytes. */
const maxParameters = 500;

/** Cuts rows into pieces that one statement can take, by the number of parameters a row needs. */
export function* chunks<T>(rows: readonly T[], parametersPerRow = 1): Generator<readonly T[]> {
  const size = Math.max(1, Math.floor(maxParameters / parametersPerRow));
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
