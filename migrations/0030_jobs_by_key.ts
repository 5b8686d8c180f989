import { type Kysely, sql } from 'kysely';
import { onSqlite } from './columns.ts';

/**
 * On Postgres each key of the service gets its own queue of jobs (`checks`, `checks/NAME`), so that looking for work
 * of one key does not meet the work that waits for another. And a job is planned once per row that changes, and left
 * as it is where nothing moved it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (onSqlite(db)) return;
  await sql.raw(heldQueries).execute(db);
  for (const statement of [planQueue, planJob, planCheck, planAlert, planned]) await sql.raw(statement).execute(db);
  // A process that holds one of these loses it, as if it had hung, and commits nothing.
  await sql`delete from pgboss.job where name = 'checks' and policy = 'exclusive' and state <= 'active'
    and singleton_key in (select id collate "default" from queries where service is not null)`.execute(db);
  await sql`select plan_check(id) from queries where service is not null`.execute(db);
}

const heldQueries = `
  create or replace view held_queries as select singleton_key collate "C" as query_id, '9999' collate "C" as until
    from pgboss.job where (name = 'checks' or name like 'checks/%') and policy = 'exclusive' and state = 'active'`;

/** The unfinished job of a key, found by the index that makes it the only one. */
const isUnfinished = `name = job_queue and policy = 'exclusive' and coalesce(singleton_key, '') = job_key and state <= 'active'`;

/** Makes a queue like another one, unless it exists. */
const planQueue = `create or replace function plan_queue(wanted text, model text) returns void language sql as $$
  insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
      deletion_seconds, heartbeat_seconds, warning_queued, partition, table_name)
    select wanted, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
      deletion_seconds, heartbeat_seconds, warning_queued, partition, table_name
    from pgboss.queue where name = model and not exists (select from pgboss.queue where name = wanted)
    on conflict do nothing $$`;

// An active job is moved too, although nobody reads it: this way the transaction that ends it conflicts
// with this one, and runs again.
const planJob = `create or replace function plan_job(job_queue text, job_key text, due timestamptz, rank integer)
  returns void language plpgsql as $$ begin
    if due is null then
      delete from pgboss.job where ${isUnfinished} and state < 'active';
      return;
    end if;
    loop
      update pgboss.job set start_after = due, priority = rank
        where ${isUnfinished} and (state = 'active' or start_after <> due or priority <> rank);
      exit when found or exists (select from pgboss.job where ${isUnfinished});
      insert into pgboss.job (name, singleton_key, group_id, priority, start_after, created_on, keep_until, policy,
          retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, heartbeat_seconds)
        select name, job_key, job_key, rank, due, pgboss.job_now(), due + retention_seconds * interval '1 s', policy,
          retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, heartbeat_seconds
        from pgboss.queue where name = job_queue
        on conflict do nothing;
      exit when found;
    end loop;
  end $$`;

const planCheck = `create or replace function plan_check(query text) returns void language plpgsql as $$
  declare
    due timestamptz := (select min(next_due_at)::timestamptz from watch_queries where query_id = query);
    asked text := (select service collate "default" from queries where id = query);
    check_queue text := 'checks' || coalesce('/' || asked, '');
  begin
    if asked is not null and due is not null then
      perform plan_queue(check_queue, 'checks');
    end if;
    perform plan_job(check_queue, query collate "default", due, job_priority(due));
  end $$`;

// An alert that was deferred four times waits behind the others: one that the server does not
// accept must not hold up the rest.
const planAlert = `create or replace function plan_alert(alert bigint) returns void language plpgsql as $$
  declare
    kept record;
    due timestamptz;
    alert_queue text;
  begin
    select channel collate "default" as channel, state, due_at, attempts into kept from alerts where id = alert;
    alert_queue := 'alerts/' || kept.channel;
    if kept.state = 'waiting' then
      due := kept.due_at::timestamptz;
      perform plan_queue(alert_queue, 'alerts');
    end if;
    perform plan_job(alert_queue, alert::text, due, job_priority(due) - case when kept.attempts < 4 then 0 else 1073741824 end);
  end $$`;

const planned = `create or replace function watch_queries_planned() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then
      perform plan_check(old.query_id);
      return null;
    end if;
    if tg_op = 'UPDATE' and old.query_id <> new.query_id then perform plan_check(old.query_id); end if;
    perform plan_check(new.query_id);
    return null;
  end $$`;
