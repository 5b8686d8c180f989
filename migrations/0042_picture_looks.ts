import type { Kysely } from 'kysely';
import { bytes, ending } from './columns.ts';

/** How stored pictures look, to be compared: 128 bytes for each figure, and the version of what made them; or why there is nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('picture_looks')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('looks', bytes(db), (c) => c.notNull())
    .addColumn('reason', 'text')
    .modifyEnd(ending(db))
    .execute();
}
