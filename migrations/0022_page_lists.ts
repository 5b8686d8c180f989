import { type Kysely, sql } from 'kysely';
import { textInJson } from './columns.ts';

/**
 * Indexes for lists of all records that are held, in their order; and the days by which they are filtered, as columns
 * beside the body that contains them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('records').addColumn('terminated', 'text').execute();
  await db.schema.alterTable('records').addColumn('expires', 'text').execute();
  await sql`update records set terminated = nullif(${textInJson(db, 'body', 'dateTerminated')}, '') where type = 'docket'`.execute(
    db,
  );
  await sql`update records set expires = nullif(${textInJson(db, 'body', 'expires')}, '') where type = 'design'`.execute(
    db,
  );
  await db.schema
    .createIndex('records_expires')
    .on('records')
    .column('expires')
    .where('expires', 'is not', null)
    .execute();
  await db.schema.createIndex('records_changed').on('records').columns(['type', 'changed_at', 'id']).execute();
  await db.schema.createIndex('records_seen').on('records').columns(['type', 'first_seen_at', 'id']).execute();
}
