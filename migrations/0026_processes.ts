import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/**
 * What processes on one database know about one another: the configs that they brought, the newest
 * last, and which processes run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('config_generations')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('watches', 'text', (c) => c.notNull())
    .addColumn('brought_at', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();

  await db.schema
    .createTable('processes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
}
