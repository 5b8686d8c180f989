import { type Kysely, sql } from 'kysely';
import { onSqlite } from './columns.ts';

/**
 * Who holds a query or an alert stands in its row, on both databases. On Postgres nothing waits as a job any more, so what made
 * jobs of due times goes: the triggers, and the views of pg-boss's tables. A program that looks for waiting jobs would find none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const view of ['held_queries', 'held_alerts']) await db.schema.dropView(view).execute();
  if (onSqlite(db)) return;
  await sql`drop trigger watch_queries_planned on watch_queries`.execute(db);
  await sql`drop trigger alerts_planned on alerts`.execute(db);
  for (const made of functions) await sql.raw(`drop function ${made}`).execute(db);
}

const functions = [
  'watch_queries_planned',
  'alerts_planned',
  'plan_check(text)',
  'plan_alert(bigint)',
  'plan_job(text, text, timestamptz, integer)',
  'plan_queue(text, text)',
  'job_priority(timestamptz)',
];
