import type { Kysely } from 'kysely';

/**
 * A result is recognised as the last one by its pages and by what the query holds; hits are no longer known one by one. What was
 * remembered in the old form matches nothing: the first check after this step compares, and remembers anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('known_hits').execute();
  await db.schema.alterTable('queries').dropColumn('settled').execute();
  await db.schema.alterTable('queries').renameColumn('known_answer', 'last_result').execute();
}
