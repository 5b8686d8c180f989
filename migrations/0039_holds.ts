import { type Kysely, sql } from 'kysely';
import { addId, ending, onSqlite } from './columns.ts';

/**
 * Mutes and pauses become holds: what keeps a watch or a record quiet until a moment, and the changes that it has kept.
 * A hold that ended stays, so past pauses are holds like others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await copyHolds(db);
  for (const table of ['muted_changes', 'mutes', 'paused_changes', 'pauses', 'past_pauses']) {
    await db.schema.dropTable(table).execute();
  }
  await db.schema.alterTable('watch_queries').renameColumn('paused_due_at', 'held_due_at').execute();
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await addId(db, db.schema.createTable('holds'))
    .addColumn('watch_id', 'text')
    .addColumn('record_id', 'integer', (c) => c.references('records.id'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('began_at', 'text', (c) => c.notNull())
    .addColumn('until', 'text')
    .addColumn('is_checked', 'integer', (c) => c.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('ended_by', 'text')
    .modifyEnd(ending(db))
    .execute();
  await db.schema
    .createTable('held_changes')
    .addColumn('hold_id', 'integer', (c) => c.notNull().references('holds.id'))
    .addColumn('change_id', 'integer', (c) => c.notNull().references('changes.id'))
    .addColumn('watch_id', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('held_changes_pk', ['hold_id', 'change_id', 'watch_id', 'channel'])
    .modifyEnd(ending(db, { keyedOnly: true }))
    .execute();
}

/** Only mutes have rows that refer to them by their id, so they keep it. A change kept for a paused watch has no channel yet. */
async function copyHolds(db: Kysely<unknown>): Promise<void> {
  const columns = sql`watch_id, record_id, label, author, reason, began_at, until, is_checked, ended_at, ended_by`;
  await sql`insert into holds (id, ${columns}) select id, watch_id, record_id, label, author, reason, began_at,
    nullif(until, '9999-12-31T00:00:00.000Z'), 1, ended_at, null from mutes order by id`.execute(db);
  // On Postgres an id that is given does not move the sequence.
  if (!onSqlite(db)) {
    await sql`select setval(pg_get_serial_sequence('holds', 'id'), max(id)) from holds having count(*) > 0`.execute(db);
  }
  await sql`insert into holds (${columns}) select watch_id, null, watch_id, author, reason, began_at,
    null, 0, ended_at, ended_by from past_pauses order by id`.execute(db);
  await sql`insert into holds (${columns}) select watch_id, null, watch_id, author, reason, began_at,
    until, 0, null, null from pauses order by watch_id`.execute(db);
  await sql`insert into held_changes (hold_id, change_id, watch_id, channel)
    select mute_id, change_id, watch_id, channel from muted_changes`.execute(db);
  await sql`insert into held_changes (hold_id, change_id, watch_id, channel)
    select holds.id, change_id, holds.watch_id, '' from paused_changes
    inner join holds on holds.watch_id = paused_changes.watch_id and is_checked = 0 and holds.ended_at is null`.execute(
    db,
  );
  await sql`create unique index holds_one_running on holds
    (coalesce(watch_id, ''), coalesce(record_id, 0), is_checked) where ended_at is null`.execute(db);
  await db.schema.createIndex('holds_by_watch').on('holds').columns(['watch_id', 'ended_at']).execute();
}
