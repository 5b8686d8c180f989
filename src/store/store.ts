import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  BinaryOperationNode,
  type EmptyInListNode,
  type Expression,
  expressionBuilder,
  type Insertable,
  PrimitiveValueListNode,
  type RawBuilder,
  replaceWithNoncontingentExpression,
  type SelectQueryBuilder,
  type SqlBool,
  SqliteAdapter,
  sql,
} from 'kysely';
import type { TipstaffError } from '../base/errors.ts';
import type { Queue } from './claims/queue.ts';
import type { Db, Tables, Trx } from './schema/tables.ts';

export type { Db, Trx } from './schema/tables.ts';

/** What SQLite (sqlite/openFile.ts) and Postgres (postgres/server.ts) each do in their own way. */
export interface Engine {
  readonly name: string; // For messages, without a password.
  readonly db: Db;
  readonly queue: Queue;
  /** Aborts with a TipstaffError when the file was deleted, replaced, emptied or damaged. Never aborts on Postgres. */
  readonly lost: AbortSignal;
  keepFormer(firstStep: string): Promise<void>;
  /** Runs migration steps, again after a conflict with another process. A failed `work` must have changed nothing. */
  migrating<T>(work: () => Promise<T>): Promise<T>;
  /** A commit survives a power failure. @throws TipstaffError `store.busy`, retryable, when others write too long */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Copies all into a new file, even while others write. @throws TipstaffError `usage.backup`, `store.backup` */
  backup(target: string): Promise<void>;
  /** Updates the query planner's statistics and frees memory. */
  optimize(): Promise<void>;
  /** Returns the time on the database server; undefined for a file, which uses this machine's clock. */
  serverTime(): Promise<Date | undefined>;
  /** Returns the last id of each table that counts its ids. Such a table never reuses an id, even after deletions. */
  lastIds(db: Db): Promise<ReadonlyMap<string, number>>;
  setLastIds(db: Db, ids: ReadonlyMap<string, number>): Promise<void>;
  /** Returns a TipstaffError `store.*` with the database's name and a remedy, or any other error unchanged. */
  explain(error: unknown): unknown;
  cannotOpen(error: unknown): TipstaffError;
}

export interface ReadOnly {
  readonly db: Db;
  isUnreadable(error: unknown): boolean;
}

/** Inside `transaction`, await only its queries and change nothing else, because on Postgres it may run again. */
export interface Store extends Omit<Engine, 'keepFormer' | 'migrating' | 'cannotOpen'> {
  readonly migrated: readonly string[];
  ping(): Promise<void>;
  /** A second call does nothing. */
  close(): Promise<void>;
}

const afterwards = new WeakMap<Trx, (() => void)[]>();

/** Runs `act` once the transaction is committed. An attempt that fails or runs again drops its acts. */
export function afterCommit(trx: Trx, act: () => void): void {
  const acts = afterwards.get(trx);
  if (acts === undefined) act();
  else acts.push(act);
}

export async function committed<T>(engine: Engine, work: (trx: Trx) => Promise<T>): Promise<T> {
  let acts: (() => void)[] = [];
  const done = await engine.transaction((trx) => {
    acts = [];
    afterwards.set(trx, acts);
    return work(trx);
  });
  for (const act of acts) act();
  return done;
}

/** Returns undefined for a setting that was never written. The caller knows the shape of the JSON. */
export async function readSetting<T>(db: Db, name: string): Promise<T | undefined> {
  const value = await firstOf(db.selectFrom('settings').select('value').where('name', '=', name), 'value');
  return value === undefined ? undefined : (JSON.parse(value) as T);
}

export async function writeSetting(db: Db, name: string, value: unknown): Promise<void> {
  await putRows(db, 'settings', [{ name, value: JSON.stringify(value) }], { key: ['name'], set: ['value'] });
}

/** @returns whether the setting existed */
export async function deleteSetting(db: Db, name: string): Promise<boolean> {
  return (await db.deleteFrom('settings').where('name', '=', name).executeTakeFirst()).numDeletedRows > 0n;
}

/** Returns a setting, and makes it if missing. When several processes make it at once, the first value stays. */
export async function firstSetting<T>(trx: Trx, name: string, make: () => T): Promise<T> {
  const known = await readSetting<T>(trx, name);
  if (known !== undefined) return known;
  const value = make();
  await putRows(trx, 'settings', [{ name, value: JSON.stringify(value) }]);
  return value;
}

/** Makes others with the same `what` wait until this transaction ends, for a rule that no row or index protects. */
export async function oneAtATime(trx: Db, what: string): Promise<void> {
  if (!hasOneWriter(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(trx);
}

/** More values than this become one parameter. */
const maxParameters = 500;

/** Lets `in` take a list of any length, and none. @param asRows selects the values of one parameter */
export function withWholeList(node: BinaryOperationNode, asRows: (values: readonly unknown[]) => RawBuilder<unknown>) {
  const { leftOperand, operator, rightOperand } = node;
  if (!PrimitiveValueListNode.is(rightOperand)) return node;
  const { values } = rightOperand;
  if (values.length === 0) return replaceWithNoncontingentExpression(node as EmptyInListNode);
  if (values.length <= maxParameters) return node;
  return BinaryOperationNode.create(leftOperand, operator, sql`(${asRows(values)})`.toOperationNode());
}

/** SQLite takes at most 32,766 values in a statement, and Postgres 65,535. */
const insertedAtOnce = 30_000;

/** Splits rows into one piece per insert. */
export function* bulks<T>(rows: readonly T[], valuesPerRow: number): Generator<readonly T[]> {
  const size = Math.floor(insertedAtOnce / valuesPerRow);
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

type Rows = SelectQueryBuilder<Tables, keyof Tables, object>;

export async function countRows(rows: Rows): Promise<number> {
  return (await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

/** Returns a column of all rows. */
export async function allOf<Row, Column extends keyof Row>(
  rows: { execute(): Promise<Row[]> },
  column: Column,
): Promise<Row[Column][]> {
  return (await rows.execute()).map((row) => row[column]);
}

/** Returns a column of the first row; undefined without a row, or if the column is null. */
export async function firstOf<Row, Column extends keyof Row>(
  rows: { executeTakeFirst(): Promise<Row | undefined> },
  column: Column,
): Promise<NonNullable<Row[Column]> | undefined> {
  return (await rows.executeTakeFirst())?.[column] ?? undefined;
}

export async function isAny(rows: Rows): Promise<boolean> {
  return (await rows.select(sql`1`.as('one')).limit(1).executeTakeFirst()) !== undefined;
}

/** For more values than this, `isAmong` keeps the planner from using the index. */
const soughtAtMost = 2;

/** As `in`, for one row after another. The expression keeps the planner from one index probe per value. */
export function isAmong(column: string, values: readonly string[]): Expression<SqlBool> {
  const bare = sql.ref<string>(column);
  return expressionBuilder()(values.length > soughtAtMost ? sql<string>`${bare} || ''` : bare, 'in', values);
}

/** Inserts in bulk. @param then keeps an existing row, or updates its columns `set`. By default the insert throws. */
export async function putRows<Name extends keyof Tables>(
  db: Db,
  table: Name,
  rows: readonly Insertable<Tables[Name]>[],
  then?: 'keep' | { readonly key: readonly Column<Name>[]; readonly set: readonly Column<Name>[] },
): Promise<number> {
  let put = 0n;
  for (const part of bulks(rows, Object.keys(rows[0] ?? {}).length)) {
    const insert = db.insertInto(table as 'settings').values(part as never);
    const done = await (then === undefined ? insert : insert.modifyEnd(onConflict(then))).executeTakeFirst();
    put += done.numInsertedOrUpdatedRows ?? 0n;
  }
  return Number(put);
}

function onConflict(then: 'keep' | { readonly key: readonly string[]; readonly set: readonly string[] }) {
  if (then === 'keep') return sql`on conflict do nothing`;
  const key = then.key.map((column) => sql.ref(column));
  const set = then.set.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  return sql`on conflict (${sql.join(key)}) do update set ${sql.join(set)}`;
}

type Column<Name extends keyof Tables> = Extract<keyof Tables[Name], string>;

/** True on SQLite, where reads in a transaction need no locks. On Postgres transactions run concurrently. */
export function hasOneWriter(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

export type Place = readonly (string | number)[];

/** A part of a list: `limit` items after `place`, or with `back` before it. By default the list's first items. */
export type Span = Readonly<{ limit: number; place?: Place | undefined; back?: boolean | undefined }>;

/** Selects the highest rows first. With `back` the rows come lowest first, and `inOrder` reverses them. */
export function selectSpan<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  columns: readonly [Expression<unknown>, ...Expression<unknown>[]],
  { limit, place, back = false }: Span,
): SelectQueryBuilder<DB, TB, O> {
  let part = query.limit(limit);
  if (place !== undefined) {
    const [compare, bound] = back ? [sql`>`, sql`>=`] : [sql`<`, sql`<=`];
    // With the tuple comparison alone, SQLite would scan the index of the first column from its end.
    if (columns.length > 1) part = part.where(sql<boolean>`${columns[0]} ${bound} ${place[0]}`);
    part = part.where(sql<boolean>`(${sql.join(columns)}) ${compare} (${sql.join([...place])})`);
  }
  for (const column of columns) part = part.orderBy(column, back ? 'asc' : 'desc');
  return part;
}

export function inOrder<Row>(rows: readonly Row[], { back = false }: Span): Row[] {
  return back ? rows.toReversed() : [...rows];
}

/** Returns the same part of a list in memory, the lowest place first. */
export function spanOf<Row>(rows: readonly Row[], placeOf: (row: Row) => Place, { limit, place, back }: Span): Row[] {
  const placed = rows.map((row) => ({ row, at: placeOf(row) })).sort((a, b) => comparePlaces(a.at, b.at));
  const beyond = placed.filter(({ at }) => place === undefined || comparePlaces(at, place) * (back ? -1 : 1) > 0);
  return (back ? beyond.slice(-limit) : beyond.slice(0, limit)).map(({ row }) => row);
}

function comparePlaces(a: Place, b: Place): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? '';
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

const setting = 'signing-key';

/** Returns 32 random bytes (base64url), made at first use and stored only in this database. */
export async function signingKey(store: Pick<Store, 'db' | 'transaction'>): Promise<string> {
  const make = () => randomBytes(32).toString('base64url');
  return (await readSetting<string>(store.db, setting)) ?? store.transaction((trx) => firstSetting(trx, setting, make));
}

/** What a signature is for. A signature made for one use is not valid for another. */
type Use = 'mail link' | 'sign-in';

const signatureBytes = 16;

/** @returns base64url */
export function sign(key: string, use: Use, text: string): string {
  return signatureOf(key, use, text).toString('base64url');
}

export function isSigned(key: string, use: Use, text: string, signature: string): boolean {
  const [sent, known] = [Buffer.from(signature, 'base64url'), signatureOf(key, use, text)];
  return sent.length === known.length && timingSafeEqual(sent, known);
}

function signatureOf(key: string, use: Use, text: string): Buffer {
  return createHmac('sha256', key).update(`tipstaff ${use} ${text}`).digest().subarray(0, signatureBytes);
}
