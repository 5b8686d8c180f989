import { type Kysely, sql } from 'kysely';

/**
 * A user can be disabled without losing their name in the log, and can have a time zone and locale of their own.
 * Designs are indexed again, because they are now also found by the patents of their cases.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('disabled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('users').addColumn('timezone', 'text').execute();
  await db.schema.alterTable('users').addColumn('locale', 'text').execute();
  await sql`insert into pending_texts (id) select cast(id as bigint) * 1048576 from records where type = 'design' on conflict do nothing`.execute(
    db,
  );
}
