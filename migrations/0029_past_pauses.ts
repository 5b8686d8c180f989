import type { Kysely } from 'kysely';
import { addId, ending } from './columns.ts';

/**
 * Pauses that are over. Evidence files show when nobody checked, and a watch is not overdue
 * for the time that it was paused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addId(db, db.schema.createTable('past_pauses'))
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('began_at', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text', (c) => c.notNull())
    .addColumn('ended_by', 'text')
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('past_pauses_by_watch').on('past_pauses').columns(['watch_id', 'ended_at']).execute();
}
