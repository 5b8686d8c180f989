import type { Kysely } from 'kysely';
import { addId, ending } from './columns.ts';

/** The outbox: alerts, the changes they tell, and every attempt to hand one over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channels')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('paused_at', 'text')
    .addColumn('paused_until', 'text')
    .addColumn('pause_reason', 'text')
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failing_since', 'text')
    .addColumn('retry_at', 'text')
    .modifyEnd(ending(db))
    .execute();

  await addId(db, db.schema.createTable('alerts'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('fence', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_answer', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('payload', 'text')
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('alerts_state').on('alerts').column('state').execute();
  await db.schema.createIndex('alerts_channel').on('alerts').columns(['channel', 'state', 'due_at']).execute();

  await db.schema
    .createTable('alert_changes')
    .addColumn('alert_id', 'integer', (c) => c.notNull().references('alerts.id'))
    .addColumn('change_id', 'integer', (c) => c.notNull().references('changes.id'))
    .addColumn('watch_id', 'text', (c) => c.notNull().references('watches.id'))
    .addPrimaryKeyConstraint('alert_changes_pk', ['alert_id', 'change_id', 'watch_id'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
  await db.schema.createIndex('alert_changes_change').on('alert_changes').column('change_id').execute();

  await addId(db, db.schema.createTable('deliveries'))
    .addColumn('alert_id', 'integer', (c) => c.notNull().references('alerts.id'))
    .addColumn('attempted_at', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .modifyEnd(ending(db))
    .execute();
  await db.schema.createIndex('deliveries_alert').on('deliveries').column('alert_id').execute();
}
