import type { Kysely } from 'kysely';
import { ending, fraction } from './columns.ts';

/** Budgets of watches and of matters: what each has spent, who pays a check, and whose money is kept for whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_spending')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('credits', fraction(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('account_spending_key', ['account', 'day'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  // null: nobody with a budget pays it; then the watches of the query do, evenly.
  await db.schema.alterTable('checks').addColumn('shares', 'text').execute();
  await db.schema.alterTable('queries').addColumn('reserved_for', 'text').execute();
  await db.schema
    .alterTable('watch_queries')
    .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
}
