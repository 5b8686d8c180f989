import type { Kysely } from 'kysely';

/** The moment whose checks an alert waits for, and what a digest that was sent said about its watches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts').addColumn('moment', 'text').execute();
  await db.schema.alterTable('alerts').addColumn('coverage', 'text').execute();
}
