import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** What a watch searched before, and until when: an evidence file has those checks too, those that found nothing included. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('past_watch_queries')
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('query_id', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('past_watch_queries_pk', ['watch_id', 'query_id'])
    .modifyEnd(ending(db))
    .execute();
}
