import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely';

// The few things that SQLite and Postgres spell differently in a table definition.

export function onSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** A primary key `id` that the database assigns, counting up. */
export function addId<T extends string>(db: Kysely<unknown>, table: CreateTableBuilder<T>): CreateTableBuilder<T> {
  return onSqlite(db)
    ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : table.addColumn('id', 'integer', (c) => c.primaryKey().generatedByDefaultAsIdentity());
}

/** The column type of raw bytes. */
export function bytes(db: Kysely<unknown>) {
  return onSqlite(db) ? sql`blob` : sql`bytea`;
}

/** The column type of a number that may be a fraction. On Postgres `real` has only seven digits. */
export function fraction(db: Kysely<unknown>) {
  return onSqlite(db) ? sql`real` : sql`double precision`;
}

/** Table options: strict types, and on SQLite no second index for tables that are read only by their key. */
export function ending(db: Kysely<unknown>, options: { keyedOnly?: boolean } = {}) {
  if (!onSqlite(db)) return sql``;
  return options.keyedOnly ? sql`strict, without rowid` : sql`strict`;
}

/** A field, as text, of the JSON object in a column; null where it has none. */
export function textInJson(db: Kysely<unknown>, column: string, field: string) {
  return onSqlite(db)
    ? sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${field}`)})`
    : sql`(${sql.ref(column)}::json ->> ${sql.lit(field)})`;
}

/** A table that need not survive a power failure: Postgres keeps it out of its log. On SQLite it is like any other. */
export function passing(db: Kysely<unknown>, name: string) {
  const table = db.schema.createTable(name);
  return onSqlite(db) ? table : table.modifyFront(sql`unlogged`);
}
