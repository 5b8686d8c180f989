import { hourMs } from '../../base/time.ts';
import { budgetCauses } from '../../base/words/watchWords.ts';
import { type Db, firstOf, hasOneWriter, isAny, type Trx } from '../store.ts';
import { isFree } from './queries.ts';
import type { DueRequest } from './queue.ts';

/** Other processes may know many of the first queries, so that a page of a few rows might find none of ours. */
const rowsAtOnce = 100;

/** Returns queries with a due watch and no lease in force that this process knows, the longest due first. */
export async function dueQueries(db: Db, now: Date, limit: number, isKnown: DueRequest['isKnown'] = () => true) {
  const due = new Set<string>();
  for (let offset = 0; due.size < limit; offset += rowsAtOnce) {
    const rows = await db
      .selectFrom('watchQueries')
      .innerJoin('queries', 'queries.id', 'watchQueries.queryId')
      .select('watchQueries.queryId')
      .where('watchQueries.nextDueAt', '<=', now.toISOString())
      .where(isFree(now.toISOString()))
      .orderBy('watchQueries.nextDueAt')
      .limit(rowsAtOnce)
      .offset(offset)
      .execute();
    for (const { queryId } of rows) if (isKnown(queryId)) due.add(queryId);
    if (rows.length < rowsAtOnce) break;
  }
  return [...due].slice(0, limit);
}

export async function nextDueAt(db: Db): Promise<string | undefined> {
  return firstOf(db.selectFrom('watchQueries').select(db.fn.min('nextDueAt').as('at')), 'at');
}

export async function countDue(db: Db, watchIds: readonly string[], now: Date): Promise<number> {
  const due = db.selectFrom('watchQueries').select(['watchId', 'queryId']).where('nextDueAt', '<=', now.toISOString());
  const wanted = new Set(watchIds);
  return new Set((await due.execute()).flatMap(({ watchId, queryId }) => (wanted.has(watchId) ? queryId : []))).size;
}

export async function schedulesDueAfter(db: Db, moment: Date) {
  return db
    .selectFrom('watchQueries')
    .select(({ fn }) => ['schedule', 'timezone', fn.max<string>('nextDueAt').as('latestDueAt')])
    .where('nextDueAt', '>', moment.toISOString())
    .groupBy(['schedule', 'timezone'])
    .execute();
}

export async function makeDueNow(db: Db, watchId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const watchQueries = db.updateTable('watchQueries').set({ nextDueAt: at }).where('watchId', '=', watchId);
  await watchQueries.where((eb) => eb.or([eb('nextDueAt', 'is', null), eb('nextDueAt', '>', at)])).execute();
}

export type DueWatch = Readonly<{ watchId: string; schedule: string; timezone: string }>;

/** @param nextDueAt null: never again */
export async function setNextDue(trx: Trx, { watchId, queryId, nextDueAt }: NextDue): Promise<void> {
  const moved = trx.updateTable('watchQueries').set({ nextDueAt }).where('watchId', '=', watchId);
  await moved.where('queryId', '=', queryId).execute();
}

type NextDue = Readonly<{ watchId: string; queryId: string; nextDueAt: string | null }>;

/** Makes skipped checks due after a restart or reload, when the key may work or the budget may be larger. */
export async function retrySkipped(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('watchQueries')
    .set({ nextDueAt: at })
    .where('nextDueAt', '>', at)
    .where('queryId', 'in', (eb) =>
      eb
        .selectFrom('queries')
        .innerJoin('checks', 'checks.id', 'queries.lastCheck')
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
    .innerJoin('checks', 'checks.id', 'queries.lastCheck')
    .innerJoin('watchQueries', 'watchQueries.queryId', 'queries.id')
    .where('queries.id', '!=', queryId)
    .$if(watchId !== undefined, (some) => some.where('watchId', '=', watchId ?? ''))
    .$if(watchId === undefined && matter !== undefined, (some) => some.where('watchId', 'in', ofMatter))
    .where('cause', 'in', budgetCauses);
  return isAny(waiting);
}

/** Keeps others from moving due times and baselines, of a query or of all, until this transaction ends. */
export async function lockWatchQueries(trx: Trx, queryId?: string): Promise<void> {
  if (hasOneWriter(trx)) return;
  const rows = trx.selectFrom('watchQueries').select('watchId').orderBy('queryId').orderBy('watchId').forUpdate();
  await rows.$if(queryId !== undefined, (query) => query.where('queryId', '=', queryId ?? '')).execute();
}

/** Comes before `lockWatchQueries` when the query's row changes too, because a check that ends locks in this order. */
export async function lockQuery(trx: Trx, queryId: string): Promise<void> {
  await trx.selectFrom('queries').select('id').where('id', '=', queryId).forNoKeyUpdate().execute();
}

/** A nudge that no check has followed yet. Times are ISO. */
export type StoredNudge = Readonly<{ source: string; seenAt: string; expectedFilings: number; dueAt: string }>;

export async function loadNudge(db: Db, queryId: string): Promise<StoredNudge | undefined> {
  const nudge = await firstOf(db.selectFrom('queries').select('nudge').where('id', '=', queryId), 'nudge');
  return nudge === undefined ? undefined : (JSON.parse(nudge) as StoredNudge);
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
