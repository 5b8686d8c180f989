import { type Kysely, sql } from 'kysely';

/** Finds the few queries whose checks have set credits aside, beside thousands that have not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('queries_reserved')
    .on('queries')
    .column('reserved')
    .where(sql.ref('reserved'), '>', 0)
    .execute();
}
