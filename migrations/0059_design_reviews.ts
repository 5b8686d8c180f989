import type { Kysely } from 'kysely';
import { ending, fraction } from './columns.ts';

/** What people said of a design beside one of their own: kept, also where the watch is removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('design_reviews')
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('record_id', 'integer', (c) => c.notNull())
    .addColumn('own', 'text', (c) => c.notNull())
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('likeness', fraction(db))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('design_reviews_key', ['watch_id', 'record_id', 'own'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema.createIndex('design_reviews_at').on('design_reviews').columns(['watch_id', 'at']).execute();
}
