import type { Kysely } from 'kysely';
import { addId, ending } from './columns.ts';

/** Watches and records that somebody does not want to hear of for a while, and what was held back meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addId(db, db.schema.createTable('mutes'))
    .addColumn('watch_id', 'text', (c) => c.references('watches.id'))
    .addColumn('record_id', 'integer', (c) => c.references('records.id'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('began_at', 'text', (c) => c.notNull())
    .addColumn('until', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text')
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('mutes_running').on('mutes').columns(['ended_at', 'until']).execute();

  await db.schema
    .createTable('muted_changes')
    .addColumn('mute_id', 'integer', (c) => c.notNull().references('mutes.id'))
    .addColumn('change_id', 'integer', (c) => c.notNull().references('changes.id'))
    .addColumn('watch_id', 'text', (c) => c.notNull().references('watches.id'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('muted_changes_pk', ['mute_id', 'change_id', 'watch_id', 'channel'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
}
