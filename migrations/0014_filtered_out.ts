import type { Kysely } from 'kysely';

/** Why a watch's `report` left a change out, beside the change that it would have been told of; null where it was reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_watches').addColumn('filtered_out', 'text').execute();
}
