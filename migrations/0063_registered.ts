import { type Kysely, sql } from 'kysely';
import { textInJson } from './columns.ts';

/** The day on which a design was registered, beside its body, and the order of a gallery: by that day, else first sight. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('records').addColumn('registered', 'text').execute();
  const shown = textInJson(db, 'body', 'registered');
  await sql`update records set registered = ${shown} where type = 'design' and ${shown} like '____-__-__'`.execute(db);
  await db.schema
    .createIndex('records_registered')
    .on('records')
    .expression(sql`type, coalesce(registered, first_seen_at), id`)
    .execute();
}
