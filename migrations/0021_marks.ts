import type { Kysely } from 'kysely';
import { addId, ending } from './columns.ts';

/** What people mark for their colleagues: changes that they have dealt with, and notes on records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('acknowledged')
    .addColumn('change_id', 'integer', (c) => c.primaryKey().references('changes.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();

  await addId(db, db.schema.createTable('notes'))
    .addColumn('record_id', 'integer', (c) => c.notNull().references('records.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('notes_record').on('notes').columns(['record_id', 'id']).execute();
}
