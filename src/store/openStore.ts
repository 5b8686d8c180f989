import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { lastBreakingStep, migrations } from '../../migrations/index.ts';
import { codeOf, messageOf, TipstaffError } from '../base/errors.ts';
import { isPostgres } from '../base/redact.ts';
import type { Db } from './schema/tables.ts';
import { openFile, readFile } from './sqlite/openFile.ts';
import { committed, type Engine, readSetting, type Store, writeSetting } from './store.ts';

const busySeconds = 30;

/** Opens a database. @throws `store.newer`, `.other-program`, `.history-lost`, `.unreadable` */
export async function openStore(database: string, options: OpenOptions = {}): Promise<Store> {
  const seconds = options.busySeconds ?? busySeconds;
  const engine = isPostgres(database)
    ? (await import('./postgres/server.ts')).openServer(database, seconds)
    : openFile(database, seconds);
  const { db, queue, lost } = engine;
  const former = options.keepsFormer === false ? { keepFormer: async () => {} } : {};
  const migrated = await migrateOrClose({ ...engine, ...former });
  let closing: Promise<void> | undefined;
  return {
    ...engine,
    migrated,
    transaction: (work) => committed(engine, work),
    ping: async () => void (await sql`select 1`.execute(db)),
    close: () => {
      closing ??= (lost.aborted ? Promise.resolve() : engine.optimize())
        .finally(() => queue.close())
        .finally(() => db.destroy());
      return closing;
    },
  };
}

interface OpenOptions {
  readonly busySeconds?: number | undefined;
  readonly keepsFormer?: boolean; // Default true: copies a file before migrating its schema.
}

async function migrateOrClose(engine: Engine): Promise<string[]> {
  try {
    return await engine.migrating(() => migrateToLatest(engine));
  } catch (error) {
    await engine.db.destroy();
    throw error instanceof TipstaffError ? error : engine.cannotOpen(error);
  }
}

/** Reads without writing. @param onUnreadable gets the reason @returns undefined unless the schema is exactly ours */
export async function readOnly<T>(
  database: string,
  read: (db: Db) => Promise<T>,
  onUnreadable?: (error: unknown) => void,
): Promise<T | undefined> {
  const opened = isPostgres(database)
    ? (await import('./postgres/server.ts')).readServer(database)
    : readFile(database);
  if (opened === undefined) return undefined;
  const { db } = opened;
  try {
    if (await hasOurSteps(db)) return await read(db);
    await compareSchema(db).catch((error: unknown) => onUnreadable?.(error));
    return undefined;
  } catch (error) {
    if (!opened.isUnreadable(error)) throw error;
    onUnreadable?.(error);
    return undefined;
  } finally {
    await db.destroy();
  }
}

async function hasOurSteps(db: Db): Promise<boolean> {
  const applied = await appliedSteps(db);
  return applied.length === Object.keys(migrations).length && applied.every((name) => name in migrations);
}

/** Applies each step completely or not at all. Accepts newer steps that only added, for upgrades machine by machine. */
export async function migrateToLatest({ db, ...engine }: Pick<Engine, 'db' | 'keepFormer' | 'explain'>) {
  // Inspecting all tables, as the steps require, takes longer than most commands.
  if (await isUpToDate(db)) return [];
  const schema = await whoseSchema(db);
  if (schema === 'newer') return [];
  // The note is also written before the steps, so that no process sees the steps without the note.
  if (schema === 'ours') await noteSchema(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const next = schema === 'ours' ? (await migrator.getMigrations()).find((step) => !step.executedAt) : undefined;
  if (next !== undefined) await engine.keepFormer(next.name);
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw migrationFailed(failed, engine.explain(error));
  }
  await noteSchema(db);
  return (results ?? []).map((result) => result.migrationName);
}

async function isUpToDate(db: Db): Promise<boolean> {
  try {
    return (await hasOurSteps(db)) && isNoted(await readSetting<SchemaNote>(db, noteSetting));
  } catch (error) {
    if (noSuchTable.includes(codeOf(error))) return false;
    throw error;
  }
}

const noSuchTable = ['SQLITE_ERROR', '42P01'];

function migrationFailed(step: string | undefined, cause: unknown): TipstaffError {
  const at = step === undefined ? '' : ` (${step})`;
  return new TipstaffError(
    'store.migration',
    `The database could not be brought up to date${at}, and is unchanged, so the earlier version can ` +
      `continue with it: ${messageOf(cause)}`,
    { retryable: cause instanceof TipstaffError && cause.retryable, cause },
  );
}

async function whoseSchema(db: Db): Promise<'none' | 'ours' | 'newer'> {
  const tables = await ownTables(db);
  if (!tables.some((table) => table.name === 'kysely_migration')) {
    if (tables.length > 0) throw otherProgram(tables.map((table) => table.name));
    return 'none';
  }
  // Another process may be running the first step.
  return tables.some((table) => table.name === 'settings') ? compareSchema(db) : 'none';
}

/** Compares the applied steps with this program's, also while another process migrates. */
export async function compareSchema(db: Db): Promise<'ours' | 'newer'> {
  const before = await appliedSteps(db);
  if (before.every((name) => name in migrations)) return 'ours';
  const note = await readSetting<SchemaNote>(db, noteSetting);
  // Another process may have migrated between the two reads. The note then describes the newer steps.
  const applied = note?.step === before.at(-1) ? before : await appliedSteps(db);
  if (note !== undefined && note.step === applied.at(-1) && note.breaking in migrations) return 'newer';
  const unknown = applied.filter((name) => !(name in migrations));
  throw new TipstaffError(
    'store.newer',
    'The database was written by a newer Tipstaff, or by one from before 0.3.0: it has the steps ' +
      `${unknown.join(', ')}, which this program cannot work with. Run that program, or restore a backup made ` +
      'before the upgrade: tipstaff restore FILE.',
  );
}

async function appliedSteps(db: Db): Promise<string[]> {
  const untyped = db as unknown as Kysely<{ kysely_migration: { name: string } }>;
  const steps = await untyped.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return steps.map(({ name }) => name);
}

/** On Postgres other schemas may belong to other programs. */
async function ownTables(db: Db) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.every((table) => table.schema === undefined)) return tables;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return tables.filter((table) => table.schema === rows[0]?.name);
}

interface SchemaNote {
  readonly step: string;
  /** The last step that did more than add. A program that knows this step can work with the schema. */
  readonly breaking: string;
}

const noteSetting = 'schema';

const note: SchemaNote = { step: Object.keys(migrations).at(-1) ?? '', breaking: lastBreakingStep };

const isNoted = (known: SchemaNote | undefined) => known?.step === note.step && known.breaking === note.breaking;

async function noteSchema(db: Db): Promise<void> {
  const known = await readSetting<SchemaNote>(db, noteSetting);
  // A newer program that is about to migrate wrote the note.
  const isOthers = known !== undefined && !(known.step in migrations);
  if (!isOthers && !isNoted(known)) await writeSetting(db, noteSetting, note);
}

function otherProgram(tables: readonly string[]): TipstaffError {
  return new TipstaffError(
    'store.other-program',
    `The database belongs to another program: it has the tables ${tables.slice(0, 5).join(', ')}, and none of ` +
      'Tipstaff\'s. Name another one under "database" in the config, or put Tipstaff\'s ' +
      'backup in its place: tipstaff restore FILE.',
  );
}
