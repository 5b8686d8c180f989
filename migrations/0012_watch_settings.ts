import type { Kysely } from 'kysely';

/**
 * What the changes of a watch are reported by: a process whose config lacks the watch reports by it. Filled when a config is read
 * next; until then there is nothing to report by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('watches').addColumn('settings', 'text').execute();
}
