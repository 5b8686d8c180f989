import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** What readers do not want reported of a watch any more: types of entries and kinds of change, beside what its config says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quieted')
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('quieted_key', ['watch_id', 'kind'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
}
