import type { Kysely } from 'kysely';

/**
 * The turns of the calls under way stand in the row of their key's pace, so that one change of one row starts a call. They were rows of their
 * own: a program that still takes those would not see ours, and is refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('service_pace')
    .addColumn('turns', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await db.schema
    .alterTable('service_pace')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.dropTable('service_turns').execute();
}
