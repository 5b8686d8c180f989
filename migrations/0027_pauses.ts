import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/**
 * Watches that are paused, when each of their searches would have been due, and what other watches'
 * checks found for them meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pauses')
    .addColumn('watch_id', 'text', (c) => c.primaryKey())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('began_at', 'text', (c) => c.notNull())
    .addColumn('until', 'text')
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema
    .createTable('paused_changes')
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('change_id', 'integer', (c) => c.notNull().references('changes.id'))
    .addPrimaryKeyConstraint('paused_changes_pk', ['watch_id', 'change_id'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema.alterTable('watch_queries').addColumn('paused_due_at', 'text').execute();
}
