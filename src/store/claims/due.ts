import { hourMs } from '../../base/time.ts';
import { budgetCauses } from '../../base/words/watchWords.ts';
import { type Db, hasOneWriter, isAny, type Trx } from '../store.ts';
import { isFree } from './queries.ts';
import type { DueRequest } from './queue.ts';

/** Other processes may know many of the first queries, so that a page of a few rows might find none of ours. */
const rowsAtOnce = 100;

/** Returns queries with a due watch and no lease in force that this process knows, the longest due first. */
export async function dueQueries(db: Db, now: Date, limit: number, isKnown: DueRequest['isKnown'] = () => true) {
  const due = new Set<string>();
  for (let offset = 0; due.size < limit; offset += rowsAtOnce) {
    const rows = await db
      .selectFrom('watch_queries')
      .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
      .select('watch_queries.query_id')
      .where('watch_queries.next_due_at', '<=', now.toISOString())
      .where(isFree(now.toISOString()))
      .orderBy('watch_queries.next_due_at')
      .limit(rowsAtOnce)
      .offset(offset)
      .execute();
    for (const { query_id } of rows) if (isKnown(query_id)) due.add(query_id);
    if (rows.length < rowsAtOnce) break;
  }
  return [...due].slice(0, limit);
}

export async function nextDueAt(db: Db, after?: Date): Promise<Date | undefined> {
  const all = db.selectFrom('watch_queries').select(db.fn.min('next_due_at').as('at'));
  const later = after === undefined ? all : all.where('next_due_at', '>', after.toISOString());
  const row = await later.executeTakeFirst();
  return row?.at ? new Date(row.at) : undefined;
}

export async function countDue(db: Db, watchIds: readonly string[], now: Date): Promise<number> {
  const count = db.fn.count<number | string>('query_id').distinct().as('due');
  const due = db.selectFrom('watch_queries').select(count).where('next_due_at', '<=', now.toISOString());
  return Number((await due.where('watch_id', 'in', watchIds).executeTakeFirstOrThrow()).due);
}

export async function schedulesDueAfter(db: Db, moment: Date) {
  const rows = await db
    .selectFrom('watch_queries')
    .select(({ fn }) => ['schedule', 'timezone', fn.max('next_due_at').as('latestDueAt')])
    .where('next_due_at', '>', moment.toISOString())
    .groupBy(['schedule', 'timezone'])
    .execute();
  return rows.map((row) => ({ ...row, latestDueAt: row.latestDueAt ?? '' }));
}

export async function makeDueNow(db: Db, watchId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const watchQueries = db.updateTable('watch_queries').set({ next_due_at: at }).where('watch_id', '=', watchId);
  await watchQueries.where((eb) => eb.or([eb('next_due_at', 'is', null), eb('next_due_at', '>', at)])).execute();
}

export type DueWatch = Readonly<{ watchId: string; schedule: string; timezone: string }>;

/** @param nextDueAt null: never again */
export async function setNextDue(trx: Trx, { watchId, queryId, nextDueAt }: NextDue): Promise<void> {
  const moved = trx.updateTable('watch_queries').set({ next_due_at: nextDueAt }).where('watch_id', '=', watchId);
  await moved.where('query_id', '=', queryId).execute();
}

type NextDue = Readonly<{ watchId: string; queryId: string; nextDueAt: string | null }>;

/** Makes skipped checks due after a restart or reload, when the key may work or the budget may be larger. */
export async function retrySkipped(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('watch_queries')
    .set({ next_due_at: at })
    .where('next_due_at', '>', at)
    .where('query_id', 'in', (eb) =>
      eb
        .selectFrom('queries')
        .innerJoin('checks', 'checks.id', 'queries.last_check')
        .select('queries.id')
        .where((check) =>
          check.or([check('outcome', '=', 'skipped'), check('cause', 'in', [...budgetCauses, 'account', 'credits'])]),
        ),
    )
    .execute();
}

/** True when another query waits for a budget: that of this watch, of this matter, or by default any. */
export async function anyWaitsForBudget(
  db: Db,
  queryId: string,
  { watchId, matter }: { readonly watchId?: string | undefined; readonly matter?: string | undefined } = {},
): Promise<boolean> {
  const ofMatter = db
    .selectFrom('watches')
    .select('watches.id')
    .where('matter', '=', matter ?? '');
  const waiting = db
    .selectFrom('queries')
    .innerJoin('checks', 'checks.id', 'queries.last_check')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'queries.id')
    .where('queries.id', '!=', queryId)
    .$if(watchId !== undefined, (some) => some.where('watch_id', '=', watchId ?? ''))
    .$if(watchId === undefined && matter !== undefined, (some) => some.where('watch_id', 'in', ofMatter))
    .where('cause', 'in', budgetCauses);
  return isAny(waiting);
}

/** Keeps others from moving due times and baselines, of a query or of all, until this transaction ends. */
export async function lockWatchQueries(trx: Trx, queryId?: string): Promise<void> {
  if (hasOneWriter(trx)) return;
  const rows = trx.selectFrom('watch_queries').select('watch_id').orderBy('query_id').orderBy('watch_id').forUpdate();
  await rows.$if(queryId !== undefined, (query) => query.where('query_id', '=', queryId ?? '')).execute();
}

/** Comes before `lockWatchQueries` when the query's row changes too, because a check that ends locks in this order. */
export async function lockQuery(trx: Trx, queryId: string): Promise<void> {
  if (hasOneWriter(trx)) return;
  await trx.selectFrom('queries').select('id').where('id', '=', queryId).forNoKeyUpdate().execute();
}

/** A nudge that no check has followed yet. Times are ISO. */
export type StoredNudge = Readonly<{ source: string; seenAt: string; expectedFilings: number; dueAt: string }>;

export async function loadNudge(db: Db, queryId: string): Promise<StoredNudge | undefined> {
  const row = await db.selectFrom('queries').select('nudge').where('id', '=', queryId).executeTakeFirst();
  return row?.nudge == null ? undefined : (JSON.parse(row.nudge) as StoredNudge);
}

/** After this long, only regular checks look for what a nudge announced. */
export const nudgeFollowedHours = 48;

/** Ends a followed nudge. @returns the due time of a nudge still to follow; possibly in the past */
export async function settleNudge(
  trx: Trx,
  queryId: string,
  { startedAt, wasRead }: { readonly startedAt: Date; readonly wasRead: boolean },
): Promise<Date | undefined> {
  const stored = await loadNudge(trx, queryId);
  if (stored === undefined) return undefined;
  const isOld = startedAt.getTime() - Date.parse(stored.seenAt) > nudgeFollowedHours * hourMs;
  if (stored.seenAt > startedAt.toISOString() || (!wasRead && !isOld)) return new Date(stored.dueAt);
  await trx.updateTable('queries').set({ nudge: null }).where('id', '=', queryId).execute();
  return undefined;
}
