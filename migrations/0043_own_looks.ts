import type { Kysely } from 'kysely';
import { bytes, ending } from './columns.ts';

/** What a watch's new designs are compared with: each figure of its own designs, as it is, mirrored and turned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('own_looks')
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('own', 'text', (c) => c.notNull())
    .addColumn('picture', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('looks', bytes(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('own_looks_key', ['watch_id', 'seq'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
}
