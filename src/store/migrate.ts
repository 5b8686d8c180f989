import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from '../../migrations/index.ts';
import { messageOf, TipstaffError } from '../errors.ts';

/**
 * Brings the schema up to date, each step whole or not at all; a second process waits, then finds nothing to do.
 * @throws TipstaffError `store.newer` when the schema knows steps that this program does not;
 * `store.other-program` when its tables are not ours; `store.migration` when a step fails.
 * @returns the names of the steps applied now.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<string[]> {
  await refuseOtherSchema(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first step';
    throw migrationFailed(failed, error);
  }
  return (results ?? []).map((result) => result.migrationName);
}

function migrationFailed(step: string, cause: unknown): TipstaffError {
  const retryable = cause instanceof TipstaffError && cause.retryable;
  return new TipstaffError(
    'store.migration',
    `The database could not be brought up to date (${step}): ${messageOf(cause)}`,
    {
      retryable,
      cause,
    },
  );
}

async function refuseOtherSchema<T>(db: Kysely<T>): Promise<void> {
  const tables = await ownTables(db);
  if (!tables.some((table) => table.name === 'kysely_migration')) {
    if (tables.length > 0) throw otherProgram(tables.map((table) => table.name));
    return;
  }
  const untyped = db as unknown as Kysely<{ kysely_migration: { name: string } }>;
  const applied = await untyped.selectFrom('kysely_migration').select('name').execute();
  const unknown = applied.map((row) => row.name).filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new TipstaffError(
    'store.newer',
    `The database was written by a newer Tipstaff: it has the steps ${unknown.join(', ')}, which this program does not know. Run the newer program, or restore a backup made before the upgrade.`,
  );
}

/** On Postgres those of our schema: beside it there may be others, of other programs. */
async function ownTables<T>(db: Kysely<T>) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.every((table) => table.schema === undefined)) return tables;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return tables.filter((table) => table.schema === rows[0]?.name);
}

function otherProgram(tables: readonly string[]): TipstaffError {
  return new TipstaffError(
    'store.other-program',
    `The database is another program's: it has the tables ${tables.slice(0, 5).join(', ')}, and none of Tipstaff's. Name another one under "database" in the config, or put Tipstaff's backup in its place.`,
  );
}
