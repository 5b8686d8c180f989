import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** Designs that somebody has starred, for all who may see them: their dates and changes lead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stars')
    .addColumn('record_id', 'integer', (c) => c.primaryKey().references('records.id'))
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
}
