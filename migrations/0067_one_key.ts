import type { Kysely } from 'kysely';

/** An installation has one key of the service, and one ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('queries').dropColumn('service').execute();
  await db.schema.dropTable('service_spending').execute();
}
