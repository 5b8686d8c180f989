import type { Kysely } from 'kysely';

/** After which of its checks the next look of an adaptive query was chosen, so that it is chosen once after each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('queries').addColumn('chosen_check', 'integer').execute();
}
