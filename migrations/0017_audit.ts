import type { Kysely } from 'kysely';
import { addId, ending } from './columns.ts';

/** Who did what on the page or through the API. Rows are added, never changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addId(db, db.schema.createTable('audit'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
}
