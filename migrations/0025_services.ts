import { type Kysely, sql } from 'kysely';
import { ending, fraction, onSqlite } from './columns.ts';

/**
 * Several keys of the service. Each has a pace that all processes keep together, and a
 * ledger of what was spent with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // null: the service under `service:` in the config, as before.
  await db.schema.alterTable('queries').addColumn('service', 'text').execute();

  // In addition to `spending`, which continues to hold the sum, because older programs go on writing to it.
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

/** A table that need not survive a power failure: Postgres keeps it out of its log. On SQLite it is like any other. */
function passing(db: Kysely<unknown>, name: string) {
  const table = db.schema.createTable(name);
  return onSqlite(db) ? table : table.modifyFront(sql`unlogged`);
}
