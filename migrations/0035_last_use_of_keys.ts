import type { Kysely } from 'kysely';

/** When a session, key or link was last used, to the hour (ISO); null: not since this step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('access_keys').addColumn('last_used_at', 'text').execute();
}
