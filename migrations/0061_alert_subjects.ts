import type { Kysely } from 'kysely';

/** The subject of an alert as it was last handed over; null for those of before, whose lists make it anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts').addColumn('subject', 'text').execute();
}
