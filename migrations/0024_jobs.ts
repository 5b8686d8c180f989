import { type Kysely, sql } from 'kysely';
import { onSqlite } from './columns.ts';

/**
 * Views of who holds a query or an alert now, the same on both databases: on SQLite by the leases in the rows, on
 * Postgres by the active jobs of pg-boss. On Postgres, jobs follow the rows by triggers, so that no code which writes a
 * due time can forget the job. A query with a due time has a job deferred to the earliest of its watches, and a waiting
 * alert has one deferred to its moment; each is made in the transaction that makes it necessary. The lease columns are
 * unused there (src/store/postgres/jobs).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await (onSqlite(db) ? viewLeases(db) : planJobs(db));
}

async function viewLeases(db: Kysely<unknown>): Promise<void> {
  await sql`create view held_queries as
    select id as query_id, lease_until as until from queries where lease_until is not null`.execute(db);
  await sql`create view held_alerts as
    select id as alert_id, lease_until as until from alerts where lease_owner is not null and state = 'waiting'`.execute(
    db,
  );
}

async function planJobs(db: Kysely<unknown>): Promise<void> {
  await sql.raw(heldViews).execute(db);
  for (const statement of [...planning, ...triggers]) await sql.raw(statement).execute(db);
  await sql`select plan_check(query_id) from (select distinct query_id from watch_queries) as watched`.execute(db);
  await sql`select plan_alert(id) from alerts where state = 'waiting'`.execute(db);
}

/**
 * Held as long as the job is active. When its holder gives no sign of life, pg-boss ends that, whatever our clocks say.
 */
const heldViews = `
  create view held_queries as select singleton_key collate "C" as query_id, '9999' collate "C" as until
    from pgboss.job where name = 'checks' and policy = 'exclusive' and state = 'active';
  create view held_alerts as select singleton_key::bigint as alert_id, '9999' collate "C" as until
    from pgboss.job where name like 'alerts/%' and policy = 'exclusive' and state = 'active'`;

/** The unfinished job of a key, found by the index that makes it the only one. */
const isUnfinished = `policy = 'exclusive' and coalesce(singleton_key, '') = job_key and state <= 'active'`;

const planning = [
  // The longest due comes first: pg-boss takes the highest priority. It is seconds since 2020, negative;
  // due times from 2054 on share one.
  `create function job_priority(due timestamptz) returns integer language sql stable as $$
    select greatest(-1073741823, least(0, -floor(extract(epoch from due) - 1577836800)))::integer $$`,

  // An active job is moved too, although nobody reads it: this way the transaction that ends it conflicts
  // with this one, and runs again.
  `create function plan_job(job_queue text, job_key text, due timestamptz, rank integer) returns void language plpgsql as $$ begin
    if due is null then
      delete from pgboss.job where name = job_queue and ${isUnfinished} and state < 'active';
      return;
    end if;
    loop
      update pgboss.job set start_after = due, priority = rank where name = job_queue and ${isUnfinished};
      exit when found;
      insert into pgboss.job (name, singleton_key, group_id, priority, start_after, created_on, keep_until, policy,
          retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, heartbeat_seconds)
        select name, job_key, job_key, rank, due, pgboss.job_now(), due + retention_seconds * interval '1 s', policy,
          retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, heartbeat_seconds
        from pgboss.queue where name = job_queue
        on conflict do nothing;
      exit when found;
    end loop;
  end $$`,

  `create function plan_check(query text) returns void language plpgsql as $$
  declare due timestamptz := (select min(next_due_at)::timestamptz from watch_queries where query_id = query);
  begin
    perform plan_job('checks', query collate "default", due, job_priority(due));
  end $$`,

  // An alert that was deferred four times waits behind the others: one that the server does not
  // accept must not hold up the rest.
  `create function plan_alert(alert bigint) returns void language plpgsql as $$
  declare
    kept record;
    due timestamptz;
    alert_queue text;
  begin
    select channel collate "default" as channel, state, due_at, attempts into kept from alerts where id = alert;
    alert_queue := 'alerts/' || kept.channel;
    if kept.state = 'waiting' then
      due := kept.due_at::timestamptz;
      insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
          deletion_seconds, heartbeat_seconds, warning_queued, partition, table_name)
        select alert_queue, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
          deletion_seconds, heartbeat_seconds, warning_queued, partition, table_name
        from pgboss.queue where name = 'alerts' and not exists (select from pgboss.queue where name = alert_queue)
        on conflict do nothing;
    end if;
    perform plan_job(alert_queue, alert::text, due, job_priority(due) - case when kept.attempts < 4 then 0 else 1073741824 end);
  end $$`,
];

const triggers = [
  `create function watch_queries_planned() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform plan_check(old.query_id); end if;
    if tg_op <> 'DELETE' then perform plan_check(new.query_id); end if;
    return null;
  end $$`,
  `create trigger watch_queries_planned after insert or delete or update of next_due_at, query_id on watch_queries
    for each row execute function watch_queries_planned()`,
  `create function alerts_planned() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then
      perform plan_job('alerts/' || old.channel collate "default", old.id::text, null, 0);
    else
      perform plan_alert(new.id);
    end if;
    return null;
  end $$`,
  `create trigger alerts_planned after insert or delete or update of state, due_at on alerts
    for each row execute function alerts_planned()`,
];
