import type { Kysely } from 'kysely';

/** What became of a daemon's last attempt to take another config. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('processes').addColumn('reloaded', 'text').execute();
}
