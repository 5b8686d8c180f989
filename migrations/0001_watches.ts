import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** Watches as last read from the config, the queries they stand for, and when each falls due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('watches')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('matter', 'text')
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'text')
    .modifyEnd(ending(db))
    .execute();

  await db.schema
    .createTable('queries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('fence', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('reserved', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('known_answer', 'text')
    .addColumn('last_check', 'integer')
    .addColumn('last_complete_check', 'integer')
    .modifyEnd(ending(db))
    .execute();

  await db.schema
    .createTable('watch_queries')
    .addColumn('watch_id', 'text', (c) => c.notNull().references('watches.id'))
    .addColumn('query_id', 'text', (c) => c.notNull().references('queries.id'))
    .addColumn('schedule', 'text', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('next_due_at', 'text')
    .addColumn('baseline_started_at', 'text')
    .addColumn('baseline_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('baseline_at', 'text')
    .addPrimaryKeyConstraint('watch_queries_pk', ['watch_id', 'query_id'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();

  await db.schema.createIndex('watch_queries_due').on('watch_queries').column('next_due_at').execute();
  await db.schema.createIndex('watch_queries_query').on('watch_queries').column('query_id').execute();
}
