import { type Dialect, type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { TipstaffError } from '../base/errors.ts';
import { madeOnce } from '../base/madeOnce.ts';
import type { Queue } from './claims/queue.ts';
import type { Db, Tables, Trx } from './schema/tables.ts';

export type { Db, Trx } from './schema/tables.ts';

/** What SQLite and Postgres each do in their own way. Made by `sqlite/openFile.ts` and `postgres/openServer.ts`. */
export interface Engine {
  /** The database as messages name it, without a password. */
  readonly name: string;
  readonly dialect: Dialect;
  /**
   * Fires, with a TipstaffError, when the open file was deleted, replaced, emptied or found damaged: nothing works from
   * then on. It never fires on Postgres: a server that is away comes back.
   */
  readonly lost: AbortSignal;
  /** Keeps the database as it is before the schema is brought up to date by this and later steps. */
  keepFormer(db: Db, firstStep: string): Promise<void>;
  /**
   * Brings the schema up to date by `work`, which changes nothing when it fails. Runs it again where other users of the
   * database came in between.
   */
  migrating<T>(work: () => Promise<T>): Promise<T>;
  /** Decides who does what is due. */
  queue(db: Db): Queue;
  transaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Copies everything into a new file.
   * @throws TipstaffError `usage.backup`, `store.backup` where it cannot
   */
  backup(db: Db, target: string): Promise<void>;
  /** Brings the query planner's statistics up to date, and frees memory. */
  optimize(db: Db): Promise<void>;
  /** The time by the clock of the database's machine; undefined where that is this machine. */
  serverTime(db: Db): Promise<Date | undefined>;
  /**
   * The last id that each table assigned, for tables that count their ids: such a table assigns none twice, whatever
   * was deleted.
   */
  lastIds(db: Db): Promise<ReadonlyMap<string, number>>;
  setLastIds(db: Db, ids: ReadonlyMap<string, number>): Promise<void>;
  /**
   * An error of the database as a TipstaffError `store.*`, with the database's name and a remedy; any other error as it
   * is.
   */
  explain(error: unknown): unknown;
  /** The error for a database that could not be opened, with the reason. */
  cannotOpen(error: unknown): TipstaffError;
}

/** How a database is opened for reading only. */
export interface ReadOnlyDialect {
  readonly dialect: Dialect;
  /** Whether an error means that nothing can be read there. */
  isUnreadable(error: unknown): boolean;
}

/**
 * The open store. Inside `transaction`, await nothing except queries on the given transaction, because on SQLite one
 * connection serves all. And change nothing except through it, because on Postgres the work is run again when another
 * transaction came in between.
 */
export interface Store extends Pick<Engine, 'name' | 'lost' | 'lastIds' | 'setLastIds' | 'explain'> {
  readonly db: Db;
  readonly queue: Queue;
  /** The schema steps that opening it took. */
  readonly migrated: readonly string[];
  /**
   * What it has committed survives a power failure.
   * @throws TipstaffError `store.busy`, retryable, when others write for too long
   */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Resolves when the database responds, rejects when it cannot. */
  ping(): Promise<void>;
  /** Complete and consistent, even while others write to the database. @throws as `Engine.backup` */
  backup(file: string): Promise<void>;
  optimize(): Promise<void>;
  serverTime(): Promise<Date | undefined>;
  /** Calling it again does nothing. */
  close(): Promise<void>;
}

/** What to do once a transaction is committed. */
const afterwards = new WeakMap<Trx, (() => void)[]>();

/**
 * Does something once a transaction is committed, and not at all if it is not. A transaction may be run again, and what
 * is logged twice misleads.
 */
export function afterCommit(trx: Trx, act: () => void): void {
  const acts = afterwards.get(trx);
  if (acts === undefined) act();
  else acts.push(act);
}

/** Runs the work in a transaction of the engine, and then what was to be done afterwards. */
export async function committed<T>(
  engine: Pick<Engine, 'transaction'>,
  db: Kysely<Tables>,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  let acts: (() => void)[] = [];
  const done = await engine.transaction(db, (trx) => {
    acts = [];
    afterwards.set(trx, acts);
    return work(trx);
  });
  for (const act of acts) act();
  return done;
}

/** A single stored value, as JSON; undefined when it was never set. The caller knows its shape. */
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

/** @returns whether there was one */
export async function deleteSetting(db: Db, name: string): Promise<boolean> {
  const result = await db.deleteFrom('settings').where('name', '=', name).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * Makes a setting unless there is one already.
 * @returns the setting; where several processes make it at once, that of the first
 */
export async function firstSetting<T>(trx: Trx, name: string, make: () => T): Promise<T> {
  const known = await readSetting<T>(trx, name);
  if (known !== undefined) return known;
  const value = make();
  await trx
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value) })
    .execute();
  return value;
}

/**
 * Makes whoever does the same wait until this transaction has ended, for what no row or index protects: a rule about
 * several rows, or about one that is not there yet. What has another name waits for nobody.
 */
export async function oneAtATime(trx: Db, what: string): Promise<void> {
  if (!hasOneWriter(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(trx);
}

/**
 * Few enough for a statement to stay prepared (see dialect.ts). A statement for tens of thousands of rows takes longer
 * to build, and megabytes.
 */
const maxParameters = 500;

/** Cuts rows into pieces of one statement each, by the number of parameters that a row needs. */
export function chunks<T>(rows: readonly T[], parametersPerRow = 1): Generator<readonly T[]> {
  return pieces(rows, maxParameters / parametersPerRow);
}

/** What is read for a list of any length, a statement for each piece of it, in the order of the pieces. */
export async function inParts<T, Row>(
  list: readonly T[],
  read: (part: readonly T[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: (readonly Row[])[] = [];
  for (const part of chunks(list)) found.push(await read(part));
  return found.flat();
}

/** What `in` takes: of more values than a statement has room for, one parameter that holds all of them as JSON. */
export function anyOf(db: Db, values: readonly string[]): RawBuilder<string> {
  if (values.length <= maxParameters) return sql`(${sql.join(values)})`;
  return sql`(select value from ${asTable(db, values)} as listed)`;
}

/** The values as a table with the column `value`, of one parameter. */
export function asTable(db: Db, values: readonly string[]): RawBuilder<{ value: string }> {
  const json = jsonOf(values);
  return hasOneWriter(db) ? sql`json_each(${json})` : sql`jsonb_array_elements_text(${json}::jsonb)`;
}

const jsonOf = madeOnce((values: readonly string[]) => JSON.stringify(values));

/** Postgres counts the parameters of a statement in 16 bits. */
const maxParametersOfServer = 65_000;

/**
 * Cuts rows into pieces that one statement each writes: short ones on SQLite, where a statement costs little; as long
 * as possible on a server, where each statement is a round trip.
 */
export function bulks<T>(db: Db, rows: readonly T[], parametersPerRow: number): Generator<readonly T[]> {
  return pieces(rows, (hasOneWriter(db) ? maxParameters : maxParametersOfServer) / parametersPerRow);
}

function* pieces<T>(rows: readonly T[], length: number): Generator<readonly T[]> {
  const size = Math.max(1, Math.floor(length));
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

/**
 * Whether nobody else can change a row that a transaction has read, so that it needs no lock. That is so on SQLite; on
 * Postgres transactions run side by side.
 */
export function hasOneWriter(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}
