import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tables } from '../schema/tables.ts';

export interface CopiedTable {
  readonly name: keyof Tables;
  /** Its primary key, which is also the order in which it is read. */
  readonly key: readonly string[];
  /** Columns of work under way, which is not copied, with their values in the copy. */
  readonly blank?: Readonly<Record<string, string | number | null>> | undefined;
  /** Keys of rows that are not copied, because they describe the database that they are in. */
  readonly leftOut?: readonly string[] | undefined;
  /** Its rows hold whole responses or pictures, so only a few are read at a time. */
  readonly large?: boolean | undefined;
}

const noLease = { claimed_by: null, lease_until: null };

/**
 * Each table comes after those that it refers to. A new table belongs here, or among those that are not copied
 * (test/database/copy).
 */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'settings', key: ['name'], leftOut: ['schema', 'ready-probe', 'copying', 'copied-away'] },
  { name: 'config_generations', key: ['number'] },
  { name: 'users', key: ['name'] },
  { name: 'access_keys', key: ['digest'] },
  { name: 'identities', key: ['issuer', 'subject'] },
  { name: 'sign_ins', key: ['id'] },
  { name: 'audit', key: ['id'] },
  { name: 'own_watches', key: ['id'] },
  { name: 'watch_imports', key: ['id'] },
  { name: 'watches', key: ['id'] },
  { name: 'queries', key: ['id'], blank: { ...noLease, reserved: 0, reserved_for: null } },
  { name: 'records', key: ['id'] },
  { name: 'entries', key: ['record_id', 'seq'] },
  { name: 'entry_dates', key: ['record_id', 'seq', 'position'] },
  { name: 'memberships', key: ['query_id', 'record_id'] },
  { name: 'notes', key: ['id'] },
  { name: 'stars', key: ['record_id'] },
  { name: 'quieted', key: ['watch_id', 'kind'] },
  { name: 'checks', key: ['id'] },
  { name: 'raw_responses', key: ['check_id', 'page'], large: true },
  { name: 'changes', key: ['id'] },
  { name: 'change_watches', key: ['change_id', 'watch_id'] },
  { name: 'acknowledged', key: ['change_id'] },
  { name: 'spending', key: ['day', 'operation'] },
  { name: 'account_spending', key: ['account', 'day'] },
  { name: 'past_watch_queries', key: ['watch_id', 'query_id'] },
  { name: 'pictures', key: ['path'], large: true },
  { name: 'pictures_due', key: ['record_id'] },
  { name: 'picture_looks', key: ['path'] },
  { name: 'own_looks', key: ['watch_id', 'seq'] },
  { name: 'nudge_sources', key: ['source', 'court'], blank: noLease },
  { name: 'nudge_items', key: ['source', 'court', 'item'] },
  { name: 'nudge_asks', key: ['id'] },
  { name: 'nudges', key: ['id'] },
  { name: 'own_designs', key: ['watch_id', 'own'] },
  { name: 'own_pictures', key: ['id'], large: true },
  { name: 'design_finds', key: ['watch_id', 'record_id'] },
  { name: 'design_reviews', key: ['watch_id', 'record_id', 'own'] },
  { name: 'channels', key: ['id'] },
  { name: 'holds', key: ['id'] },
  { name: 'held_changes', key: ['hold_id', 'change_id', 'watch_id', 'channel'] },
  { name: 'incidents', key: ['id'] },
  { name: 'alerts', key: ['id'], blank: noLease },
  { name: 'alert_changes', key: ['alert_id', 'change_id', 'watch_id'] },
  { name: 'arrived_parts', key: ['alert_id', 'part'] },
  { name: 'deliveries', key: ['id'] },
  { name: 'sent_messages', key: ['alert_id', 'part'], large: true },
  // Last, because with these rows searches become due in the copy.
  { name: 'watch_queries', key: ['watch_id', 'query_id'] },
];

/**
 * Tables that are not copied: the search index, running processes, the pace of calls, and the state of
 * the schema itself.
 */
export const notCopied: readonly RegExp[] = [
  /^(?:record|entry)_words/,
  /^processes$/,
  // The pace of calls, which is out of date at once.
  /^service_(?:pace|turns)$/,
  /^kysely_/,
];

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
