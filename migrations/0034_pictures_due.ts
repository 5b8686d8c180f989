import { type Kysely, sql } from 'kysely';
import { ending } from './columns.ts';

/** Designs whose first pictures are still to be kept (src/check/evidence/firstPictures.ts): at first all that are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pictures_due')
    .addColumn('record_id', 'integer', (c) => c.primaryKey().references('records.id'))
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_at', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('pictures_due_next').on('pictures_due').columns(['next_at', 'record_id']).execute();
  await sql`insert into pictures_due (record_id, next_at) select id, changed_at from records where type = 'design'`.execute(
    db,
  );
}
