import type { Kysely } from 'kysely';

/**
 * Indexes for the lists of the pages: what is new since a moment, the checks of a day, how many records a query holds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('changes_detected').on('changes').columns(['detected_at', 'id']).execute();
  await db.schema.createIndex('checks_ended').on('checks').columns(['ended_at', 'id']).execute();
  await db.schema.createIndex('memberships_query_gone').on('memberships').columns(['query_id', 'gone_check']).execute();
}
