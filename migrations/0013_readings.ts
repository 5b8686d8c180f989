import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/**
 * What the text of each entry says, and which days it sets, moves or cancels. Entries stored before have version 0: they are read
 * in the background (src/check/readOldEntries.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('entries').addColumn('reading', 'text').execute();
  await db.schema.alterTable('entries').addColumn('entry_type', 'text').execute();
  await db.schema
    .alterTable('entries')
    .addColumn('reading_version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('entries_reading_version').on('entries').column('reading_version').execute();

  await db.schema
    .createTable('entry_dates')
    .addColumn('record_id', 'integer', (c) => c.notNull().references('records.id'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('date', 'text')
    .addColumn('time', 'text')
    .addColumn('days', 'integer')
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('more', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('entry_dates_pk', ['record_id', 'seq', 'position'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema
    .createIndex('entry_dates_date')
    .on('entry_dates')
    .column('date')
    .where('date', 'is not', null)
    .execute();
}
