import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../schema/tables.ts';
import type { CopiedTable } from './copiedTables.ts';

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
  return rows[0]?.rows ?? 0;
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

type Row = Readonly<Record<string, unknown>>;

/** How many rows a table has, and a digest of them: equal for the same rows in any order, on any database. */
export interface TableDigest {
  readonly rows: number;
  /** 64 hexadecimal digits. */
  readonly digest: string;
}

const modulus = 1n << 256n;

/**
 * Adds rows up to a digest. It is the sum of their hashes, so the order in which a database returns the rows does not
 * matter.
 */
export class DigestOfRows {
  #rows = 0;
  #sum = 0n;

  add(row: Row): void {
    const columns = Object.keys(row).sort();
    const text = JSON.stringify(columns.map((column) => [column, shown(row[column])]));
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', text, 'hex')}`)) % modulus;
    this.#rows += 1;
  }

  get result(): TableDigest {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') };
  }
}

function shown(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: hash('sha256', value, 'hex') } : value;
}
