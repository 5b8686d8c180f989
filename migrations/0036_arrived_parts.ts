import type { Kysely } from 'kysely';
import { ending } from './columns.ts';

/** What of an alert has arrived while the rest of it still waits: messages of several, recipients of one mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('arrived_parts')
    .addColumn('alert_id', 'integer', (c) => c.notNull().references('alerts.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('refusal', 'text')
    .addPrimaryKeyConstraint('arrived_parts_key', ['alert_id', 'part'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
}
