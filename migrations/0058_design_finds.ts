import type { Kysely } from 'kysely';
import { addId, bytes, ending, fraction } from './columns.ts';

/**
 * What the new designs of a watch look like: of each the own design that is most alike, or why it was not compared. The own designs of a
 * watch, by their numbers and as pictures that were uploaded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('own_designs')
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('own', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('added_at', 'text', (c) => c.notNull())
    .addColumn('added_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('own_designs_key', ['watch_id', 'own'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await addId(db, db.schema.createTable('own_pictures'))
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('own', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('bytes', bytes(db), (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('own_pictures_design').on('own_pictures').columns(['watch_id', 'own']).execute();
  await db.schema
    .createTable('design_finds')
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('record_id', 'integer', (c) => c.notNull())
    .addColumn('change_id', 'integer', (c) => c.notNull())
    .addColumn('found_at', 'text', (c) => c.notNull())
    .addColumn('own', 'text')
    .addColumn('likeness', fraction(db))
    .addColumn('rank', fraction(db))
    .addColumn('picture', 'text')
    .addColumn('own_picture', 'text')
    .addColumn('compared_at', 'text')
    .addColumn('why_not', 'text')
    .addColumn('waiting', 'integer', (c) => c.notNull())
    .addColumn('checked_at', 'text', (c) => c.notNull())
    .addColumn('own_seen', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('design_finds_key', ['watch_id', 'record_id'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema.createIndex('design_finds_found').on('design_finds').columns(['watch_id', 'found_at']).execute();
  await db.schema.createIndex('design_finds_record').on('design_finds').column('record_id').execute();
}
