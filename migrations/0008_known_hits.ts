import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/**
 * The hits of each query's last complete answer, by which they are known again: beside the queries, which every check writes. And
 * whether the store still holds what that answer showed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_hits')
    .addColumn('query_id', 'text', (c) => c.primaryKey().references('queries.id'))
    .addColumn('pages', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
  await db.schema
    .alterTable('queries')
    .addColumn('settled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
