import type { Kysely } from 'kysely';

/** A user can be disabled without losing their name in the log, and has a time zone and locale of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('users').addColumn('timezone', 'text').execute();
  await db.schema.alterTable('users').addColumn('locale', 'text').execute();
}
