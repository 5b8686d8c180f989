import type { Kysely } from 'kysely';
import { addId, ending } from './columns.ts';

/** Imports of watches, each with what its watches were before: so that it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addId(db, db.schema.createTable('watch_imports'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('undone_at', 'text')
    .modifyEnd(ending(db))
    .execute();
}
