import type { Kysely } from 'kysely';
import { bytes } from './columns.ts';

/** What was sent of an alert, so that its page shows it later as it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sent_messages')
    .addColumn('alert_id', 'integer', (c) => c.notNull().references('alerts.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('sent_at', 'text', (c) => c.notNull())
    .addColumn('body', bytes(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('sent_messages_key', ['alert_id', 'part'])
    .execute();
  await db.schema.createIndex('sent_messages_sent_at').on('sent_messages').column('sent_at').execute();
}
