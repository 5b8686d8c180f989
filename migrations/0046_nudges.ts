import { type Kysely, sql } from 'kysely';
import { addId, ending, fraction, textInJson } from './columns.ts';

/** Free signals: their sources, what was seen there, the checks that they caused, and what came of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('nudge_sources')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('court', 'text', (c) => c.notNull())
    .addColumn('next_at', 'text', (c) => c.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('asked_at', 'text')
    .addColumn('read_at', 'text')
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('error', 'text')
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('{}'))
    .addPrimaryKeyConstraint('nudge_sources_key', ['source', 'court'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema
    .createTable('nudge_items')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('court', 'text', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('nudge_items_key', ['source', 'court', 'item'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema.createIndex('nudge_items_seen').on('nudge_items').column('seen_at').execute();
  await addId(db, db.schema.createTable('nudge_asks'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('record_id', 'integer', (c) => c.notNull().references('records.id'))
    .addColumn('query_id', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'text', (c) => c.notNull())
    .addColumn('credits', fraction(db), (c) => c.notNull())
    .addColumn('check_id', 'integer')
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('nudge_asks_asked').on('nudge_asks').column('asked_at').execute();
  await db.schema.createIndex('nudge_asks_record').on('nudge_asks').columns(['record_id', 'asked_at']).execute();
  await db.schema.createIndex('nudge_asks_check').on('nudge_asks').column('check_id').execute();
  await addId(db, db.schema.createTable('nudges'))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('court', 'text', (c) => c.notNull())
    .addColumn('record_id', 'integer', (c) => c.notNull().references('records.id'))
    .addColumn('document', 'text')
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('published_at', 'text')
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('steps', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('ask_at', 'text', (c) => c.notNull())
    .addColumn('ask_id', 'integer')
    .addColumn('settled_at', 'text')
    .addColumn('found_check', 'integer')
    .addColumn('found_at', 'text')
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('nudges_state').on('nudges').columns(['state', 'ask_at']).execute();
  await db.schema.createIndex('nudges_record').on('nudges').columns(['record_id', 'state']).execute();
  await db.schema.createIndex('nudges_settled').on('nudges').column('settled_at').execute();
  await db.schema
    .createIndex('records_court_case')
    .on('records')
    .expression(sql`lower(${textInJson(db, 'body', 'courtId')}), (${textInJson(db, 'body', 'pacerCaseId')})`)
    .where(sql.ref('type'), '=', 'docket')
    .execute();
}
