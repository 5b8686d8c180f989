import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** Watches that people make on the page or with `tipstaff watches`, in addition to those of watches.yaml. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('own_watches')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('changed_by', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
}
