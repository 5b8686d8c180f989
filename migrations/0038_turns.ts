import type { Kysely } from 'kysely';
import { ending, fraction, passing } from './columns.ts';

/**
 * The turns of the calls under way are rows of their own: one statement gives a call its start, and the end of a call changes no row that
 * others wait for. A program that keeps them in the row of the pace would not see these, and is refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await passing(db, 'service_turns')
    .addColumn('holder', 'text', (c) => c.primaryKey())
    .addColumn('service_key', 'text', (c) => c.notNull())
    .addColumn('ends_at_ms', fraction(db), (c) => c.notNull())
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  for (const column of ['turns', 'version']) await db.schema.alterTable('service_pace').dropColumn(column).execute();
}
