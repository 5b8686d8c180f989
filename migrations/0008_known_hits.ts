import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** The hits of each query's last complete answer, by which they are known again. Beside the queries, which every check writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_hits')
    .addColumn('query_id', 'text', (c) => c.primaryKey().references('queries.id'))
    .addColumn('pages', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
}
