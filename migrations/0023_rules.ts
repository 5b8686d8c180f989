import { type Kysely, sql } from 'kysely';
import { onSqlite } from './columns.ts';

/**
 * Rules that the database enforces, whoever writes at the same moment: one alert that others join, and one open
 * incident and one running mute per subject. And the order in which changes were listed. Existing duplicates are
 * merged into the first of their kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await openAlerts(db);
  await oneOpenIncident(db);
  await oneRunningMute(db);
  await orderOfListing(db);
  await noteTexts(db);
}

/** `open_for` says what may still join an alert that waits (src/store/outbox/addToAlert.ts). */
async function openAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts').addColumn('open_for', 'text').execute();
  const openFor = sql`case when kind = 'baseline' then 'any' when moment is not null then 'moment' else due_at end`;
  await sql`update alerts set open_for = ${openFor} where id in (
    select min(id) from alerts
    where state = 'waiting' and attempts = 0 and lease_owner is null
      and (kind = 'baseline' or moment is not null or due_at > created_at)
    group by channel, kind, ${openFor})`.execute(db);
  await sql`create unique index alerts_open on alerts (channel, kind, open_for) where open_for is not null`.execute(db);
}

async function oneOpenIncident(db: Kysely<unknown>): Promise<void> {
  await sql`update troubles set ended_at = began_at where ended_at is null and id not in (
    select min(id) from troubles where ended_at is null group by kind, subject)`.execute(db);
  await db.schema.dropIndex('troubles_open').execute();
  await sql`create unique index troubles_open on troubles (kind, subject) where ended_at is null`.execute(db);
}

/** The latest author, reason and end of a mute are kept, and whatever its duplicates muted goes to it. */
async function oneRunningMute(db: Kysely<unknown>): Promise<void> {
  const first = sql`(select min(first.id) from mutes as first where first.ended_at is null
    and coalesce(first.watch_id, '') = coalesce(mutes.watch_id, '')
    and coalesce(first.record_id, 0) = coalesce(mutes.record_id, 0))`;
  const last = sql`(select max(last.id) from mutes as last where last.ended_at is null
    and coalesce(last.watch_id, '') = coalesce(mutes.watch_id, '')
    and coalesce(last.record_id, 0) = coalesce(mutes.record_id, 0))`;
  const isDouble = sql`mutes.ended_at is null and mutes.id <> ${first}`;
  await sql`insert into muted_changes (mute_id, change_id, watch_id, channel)
    select distinct ${first}, change_id, muted_changes.watch_id, channel
    from muted_changes inner join mutes on mutes.id = muted_changes.mute_id
    where ${isDouble} on conflict do nothing`.execute(db);
  await sql`delete from muted_changes where mute_id in (select id from mutes where ${isDouble})`.execute(db);
  for (const column of ['author', 'reason', 'until'] as const) {
    await sql`update mutes set ${sql.ref(column)} = (select latest.${sql.ref(column)} from mutes as latest where latest.id = ${last})
      where ended_at is null and id = ${first}`.execute(db);
  }
  await sql`update mutes set ended_at = began_at where ${isDouble}`.execute(db);
  await sql`create unique index mutes_one_running on mutes (coalesce(watch_id, ''), coalesce(record_id, 0)) where ended_at is null`.execute(
    db,
  );
}

/**
 * Ids are assigned before a transaction commits, so changes are listed in another order
 * (src/store/snapshot/storeChanges.ts).
 */
async function orderOfListing(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('change_watches').addColumn('position', 'integer').execute();
  await db.schema.alterTable('change_watches').addColumn('listed_at', 'text').execute();
  await sql`update change_watches set position = change_id,
    listed_at = (select detected_at from changes where changes.id = change_watches.change_id)`.execute(db);
  await db.schema.createIndex('change_watches_position').on('change_watches').column('position').execute();
  await db.schema.createIndex('change_watches_listed').on('change_watches').column('listed_at').execute();
  await sql`create index change_watches_unlisted on change_watches (change_id, watch_id) where position is null`.execute(
    db,
  );
}

/**
 * New triggers for the search (0020). On SQLite they allow many rows to be written in one statement: `insert or ignore`
 * in a trigger gives way to the conflict rule of the statement that fires it. On Postgres they make sure that a text
 * which is being indexed at that very moment is indexed once more.
 */
async function noteTexts(db: Kysely<unknown>): Promise<void> {
  for (const [name, event, id] of triggers) {
    if (onSqlite(db)) {
      await sql`drop trigger ${sql.ref(name)}`.execute(db);
      await sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} begin
        insert into pending_texts (id) values (${sql.raw(id)}) on conflict do nothing; end`.execute(db);
    } else {
      await sql`create or replace function ${sql.ref(name)}() returns trigger language plpgsql as $$ begin
        insert into pending_texts (id) values (${sql.raw(id)}) on conflict (id) do update set id = excluded.id; return null; end $$`.execute(
        db,
      );
    }
  }
}

const triggers = [
  ['records_inserted', 'insert on records', 'new.id * 1048576'],
  ['records_updated', 'update of body on records', 'new.id * 1048576'],
  ['records_deleted', 'delete on records', 'old.id * 1048576'],
  ['entries_inserted', 'insert on entries', 'new.record_id * 1048576 + new.seq'],
  ['entries_updated', 'update of description, document_number on entries', 'new.record_id * 1048576 + new.seq'],
  ['entries_deleted', 'delete on entries', 'old.record_id * 1048576 + old.seq'],
] as const;
