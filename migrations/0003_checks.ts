import type { Kysely } from 'kysely';
import { addId, bytes, ending } from './columns.ts';

/** What was asked, what it cost, what came of it, and the raw answers for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addId(db, db.schema.createTable('checks'))
    .addColumn('query_id', 'text', (c) => c.notNull().references('queries.id'))
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('credits', 'integer', (c) => c.notNull())
    .addColumn('hits', 'integer', (c) => c.notNull())
    .addColumn('total', 'integer')
    .addColumn('evidence', 'text')
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('checks_query').on('checks').columns(['query_id', 'id']).execute();

  await addId(db, db.schema.createTable('changes'))
    .addColumn('check_id', 'integer', (c) => c.notNull().references('checks.id'))
    .addColumn('record_id', 'integer', (c) => c.notNull().references('records.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('detected_at', 'text', (c) => c.notNull())
    .addColumn('entry', 'text')
    .addColumn('fields', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('rule', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('changes_record').on('changes').columns(['record_id', 'id']).execute();
  await db.schema.createIndex('changes_check').on('changes').column('check_id').execute();

  await db.schema
    .createTable('change_watches')
    .addColumn('change_id', 'integer', (c) => c.notNull().references('changes.id'))
    .addColumn('watch_id', 'text', (c) => c.notNull().references('watches.id'))
    .addPrimaryKeyConstraint('change_watches_pk', ['change_id', 'watch_id'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema.createIndex('change_watches_watch').on('change_watches').columns(['watch_id', 'change_id']).execute();

  await db.schema
    .createTable('raw_answers')
    .addColumn('check_id', 'integer', (c) => c.notNull().references('checks.id'))
    .addColumn('page', 'integer', (c) => c.notNull())
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addColumn('body', bytes(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('raw_answers_pk', ['check_id', 'page'])
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('raw_answers_received').on('raw_answers').column('received_at').execute();

  await db.schema
    .createTable('spending')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('credits', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('spending_pk', ['day', 'operation'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
}
