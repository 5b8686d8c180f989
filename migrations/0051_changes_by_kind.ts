import type { Kysely } from 'kysely';

/** The page of all changes shows the newest of a kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('changes_kind').on('changes').columns(['kind', 'id']).execute();
}
