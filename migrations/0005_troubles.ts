import { type Kysely, sql } from 'kysely';
import { addId, ending } from './columns.ts';

/** What the operators are told once when it begins and once when it ends; and single values worth remembering. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addId(db, db.schema.createTable('troubles'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('began_at', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text')
    .modifyEnd(ending(db))
    .execute();
  // Few are open, whatever went wrong over the years.
  await db.schema
    .createIndex('troubles_open')
    .on('troubles')
    .columns(['kind', 'subject'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute();

  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
}
