import { type Kysely, sql } from 'kysely';
import { ending, fraction, onSqlite } from './columns.ts';

/** Several keys of the service, each with a pace that all processes keep together, and with what was spent by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // null: the service of the config's `service:`, as it always was.
  await db.schema.alterTable('queries').addColumn('service', 'text').execute();

  // Beside `spending`, which goes on to hold the sum: a program of before goes on to write it.
  await db.schema
    .createTable('service_spending')
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('credits', fraction(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('service_spending_key', ['service', 'day', 'operation'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();

  await passing(db, 'service_pace')
    .addColumn('service_key', 'text', (c) => c.primaryKey())
    .addColumn('next_start_ms', fraction(db), (c) => c.notNull().defaultTo(0))
    .addColumn('not_before_ms', fraction(db), (c) => c.notNull().defaultTo(0))
    .addColumn('slowdown', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('went_well', 'integer', (c) => c.notNull().defaultTo(0))
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();

  await passing(db, 'service_turns')
    .addColumn('service_key', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('holder', 'text')
    .addColumn('ends_at_ms', fraction(db), (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('service_turns_key', ['service_key', 'number'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
}

/** A table that need not outlast a power failure: Postgres keeps it out of its log, SQLite does not wait for the disk. */
function passing(db: Kysely<unknown>, name: string) {
  const table = db.schema.createTable(name);
  return onSqlite(db) ? table : table.modifyFront(sql`unlogged`);
}
