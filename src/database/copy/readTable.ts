import { sql } from 'kysely';
import type { Db } from '../schema/tables.ts';
import type { CopiedTable } from './copiedTables.ts';
import type { Row } from './tableDigest.ts';

const rowsAtOnce = 400;
const largeRowsAtOnce = 20;

/** Reads the rows of a table as they are copied, some at a time, in the order of its key. */
export async function* readTable(db: Db, table: CopiedTable): AsyncGenerator<Row[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const limit = table.large ? largeRowsAtOnce : rowsAtOnce;
  for (let last: Row | undefined; ; ) {
    const after =
      last === undefined ? sql`` : sql`where (${key}) > (${sql.join(table.key.map((column) => last?.[column]))})`;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table.name)} ${after} order by ${key} limit ${limit}`.execute(db);
    const copied = rows.filter((row) => !table.leftOut?.includes(String(row[table.key[0] ?? ''])));
    if (copied.length > 0) yield copied.map((row) => ({ ...withoutNul(row), ...table.blank }));
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

export async function countRows(db: Db, table: CopiedTable): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table.name)}`.execute(db);
  return Number(rows[0]?.rows ?? 0);
}

export async function writeRows(db: Db, table: CopiedTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table.name)} (${names}) values ${sql.join(values)}`.execute(db);
}

/** Postgres cannot keep NUL in a text: what is stored there lacks it, and so does a copy. */
function withoutNul(row: Row): Row {
  if (!Object.values(row).some((value) => typeof value === 'string' && value.includes('\u0000'))) return row;
  const readable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\u0000', '') : value);
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readable(value)]));
}
