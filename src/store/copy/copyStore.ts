import { sql } from 'kysely';
import { TipstaffError } from '../../base/errors.ts';
import { counted } from '../../base/words/sentence.ts';
import { clearWords, indexEntries, indexRecords } from '../find/searchWordsTable.ts';
import { type RunningProcess, runningProcesses } from '../processes.ts';
import { everyRecord } from '../snapshot/recordsTable.ts';
import { type Db, putRows, type Store } from '../store.ts';

export type TableCopy = Readonly<{ table: string; rows: number }>;

export interface CopyOptions {
  readonly now: Date;
  readonly onProgress?: ((table: string, rows: number, of: number) => void) | undefined;
}

/** Copies all but work under way, in one transaction. @throws `copy.running`, `copy.target`, `copy.different` */
export async function copyStore(source: Store, target: Store, options: CopyOptions): Promise<TableCopy[]> {
  const running = await runningProcesses(source.db, options.now);
  if (running.length > 0) throw stillRunning(source, running);
  if (source.name === target.name) throw notATarget(target, 'is the database of the config itself');
  return target.transaction(async (to) => {
    await requireEmpty(to, target);
    const copied = await source.transaction(async (from) => {
      // Postgres may run this transaction again.
      await clear(to);
      const tables: TableCopy[] = [];
      for (const table of copiedTables) tables.push(await copyTable(from, to, table, options));
      await target.setLastIds(to, await source.lastIds(from));
      return tables;
    });
    await indexEverything(to);
    return copied;
  });
}

async function indexEverything(db: Db): Promise<void> {
  const entries = db.selectFrom('entries').select(['recordId', 'seq', 'description']);
  for await (const { id, record } of everyRecord(db)) {
    await indexRecords(db, [{ id, record }]);
    await indexEntries(db, await entries.where('recordId', '=', id).execute());
  }
}

async function requireEmpty(to: Db, target: Store): Promise<void> {
  const full: string[] = [];
  for (const { name } of copiedTables) {
    const rows = name === 'settings' ? 0 : await countTable(to, name);
    if (rows > 0) full.push(`${counted(rows, 'row')} in ${name}`);
  }
  if (full.length > 0) throw notATarget(target, `is not empty: it has ${full.slice(0, 3).join(', ')}`);
}

function notATarget({ name }: Store, why: string): TipstaffError {
  return new TipstaffError('copy.target', `${name} ${why}. Name a new file or an empty database with --to.`);
}

async function clear(to: Db): Promise<void> {
  for (const { name } of copiedTables.toReversed()) {
    if (name !== 'settings') await sql`delete from ${sql.table(name)}`.execute(to);
  }
  await clearWords(to);
  await to.deleteFrom('settings').where('name', '!=', 'schema').execute();
}

async function copyTable(from: Db, to: Db, table: CopiedTable, { onProgress }: CopyOptions): Promise<TableCopy> {
  const { name } = table;
  const [before, of] = [await countTable(to, name), await countTable(from, name)];
  let sent = 0;
  for await (const rows of readTable(from.withoutPlugins(), table)) {
    await putRows(to, name as 'settings', rows as never);
    sent += rows.length;
    onProgress?.(name, sent, of);
  }
  const rows = (await countTable(to, name)) - before;
  if (rows === sent) return { table: name, rows };
  throw new TipstaffError(
    'copy.different',
    `Of ${counted(sent, 'row')} of ${name}, ${rows} arrived. Nothing is copied; run the copy again.`,
  );
}

async function countTable(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
  return rows[0]?.n ?? 0;
}

const rowsAtOnce = 400;
const largeRowsAtOnce = 20;

type Row = Readonly<Record<string, unknown>>;

async function* readTable(db: Db, table: CopiedTable): AsyncGenerator<Row[]> {
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const limit = table.large ? largeRowsAtOnce : rowsAtOnce;
  for (let last: Row | undefined; ; ) {
    const after =
      last === undefined ? sql`` : sql`where (${key}) > (${sql.join(table.key.map((column) => last?.[column]))})`;
    const { rows } =
      await sql<Row>`select * from ${sql.table(table.name)} ${after} order by ${key} limit ${limit}`.execute(db);
    const copied = rows.filter((row) => !table.leftOut?.includes(String(row[table.key[0] ?? ''])));
    yield copied.map((row) => ({ ...row, ...table.blank }));
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
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

interface CopiedTable {
  readonly name: string; // Names are those of the database.
  readonly key: readonly string[]; // The primary key, which is also the order of reading.
  /** Columns about work under way, which is not copied, with their values in the copy. */
  readonly blank?: Readonly<Record<string, string | number | null>> | undefined;
  readonly leftOut?: readonly string[] | undefined;
  readonly large?: boolean | undefined;
}

const noLease = { claimed_by: null, lease_until: null };

/** Each table comes after those that it refers to. */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'settings', key: ['name'], leftOut: ['schema', 'ready-probe'] },
  { name: 'users', key: ['name'] },
  { name: 'access_keys', key: ['digest'] },
  { name: 'identities', key: ['issuer', 'subject'] },
  { name: 'sign_ins', key: ['id'] },
  { name: 'audit', key: ['id'] },
  { name: 'watches', key: ['id'] },
  { name: 'queries', key: ['id'], blank: { ...noLease, reserved: null } },
  { name: 'records', key: ['id'] },
  { name: 'entries', key: ['record_id', 'seq'] },
  { name: 'entry_dates', key: ['record_id', 'seq', 'position'] },
  { name: 'memberships', key: ['query_id', 'record_id'] },
  { name: 'left_out', key: ['query_id', 'record_id', 'watch_id'] },
  { name: 'notes', key: ['id'] },
  { name: 'checks', key: ['id'] },
  { name: 'raw_responses', key: ['check_id', 'page'], large: true },
  { name: 'changes', key: ['id'] },
  { name: 'change_watches', key: ['change_id', 'watch_id'] },
  { name: 'ledger', key: ['account', 'day', 'operation'] },
  { name: 'pictures', key: ['path'], large: true },
  { name: 'picture_looks', key: ['path'] },
  { name: 'own_looks', key: ['watch_id', 'seq'] },
  { name: 'nudge_sources', key: ['source', 'court'] },
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
  // Last, because these rows make queries due in the copy.
  { name: 'watch_queries', key: ['watch_id', 'query_id'] },
];
