import type { Kysely } from 'kysely';
import { addId, ending } from './columns.ts';

/** The snapshot: records once each, entries as rows, and which query found which record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addId(db, db.schema.createTable('records'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('other_key', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('shown_hash', 'text', (c) => c.notNull())
    .addColumn('first_seen_at', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('records_key', ['type', 'key'])
    .modifyEnd(ending(db))
    .execute();
  // Dockets have none.
  await db.schema
    .createIndex('records_other_key')
    .on('records')
    .column('other_key')
    .where('other_key', 'is not', null)
    .execute();

  await db.schema
    .createTable('entries')
    .addColumn('record_id', 'integer', (c) => c.notNull().references('records.id'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('document_number', 'text', (c) => c.notNull())
    .addColumn('date_filed', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('document_href', 'text')
    .addColumn('pdf_url', 'text', (c) => c.notNull())
    .addColumn('more', 'text')
    .addColumn('first_check', 'integer')
    .addPrimaryKeyConstraint('entries_pk', ['record_id', 'seq'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();

  await db.schema
    .createTable('memberships')
    .addColumn('query_id', 'text', (c) => c.notNull().references('queries.id'))
    .addColumn('record_id', 'integer', (c) => c.notNull().references('records.id'))
    .addColumn('found_check', 'integer')
    .addColumn('whole_word', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('missed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('gone_check', 'integer')
    .addPrimaryKeyConstraint('memberships_pk', ['query_id', 'record_id'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema.createIndex('memberships_record').on('memberships').column('record_id').execute();
}
