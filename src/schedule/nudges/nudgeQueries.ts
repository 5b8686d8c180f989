import { sql } from 'kysely';
import { adaptiveBounds } from '../../config/fields/schedule.ts';
import { loadNudge, lockQuery, lockWatchQueries, type StoredNudge } from '../../store/claims/due.ts';
import { lastCosts, loadQueries } from '../../store/claims/queries.ts';
import { counts, heldNow } from '../../store/snapshot/membershipsTable.ts';
import { allOf, type Db, hasOneWriter, type Trx } from '../../store/store.ts';
import type { DueReason } from '../describeSchedule.ts';
import type { WatchedCase } from './signals.ts';

export interface Nudge {
  readonly source: string; // As shown to readers: `court-feeds (nysd)`.
  readonly seenAt: Date;
  readonly expectedFilings: number;
  readonly settleSeconds?: number | undefined; // Merges a burst of signals into one check. Default 120.
}

/** The nudge is stored until a check that began after it ends. @returns undefined if no watch can be checked */
export async function nudge(trx: Trx, queryId: string, seen: Nudge): Promise<Date | undefined> {
  const { source, expectedFilings, settleSeconds = 120 } = seen;
  const dueAt = new Date(seen.seenAt.getTime() + settleSeconds * 1000).toISOString();
  const stored: StoredNudge = { source, seenAt: seen.seenAt.toISOString(), expectedFilings, dueAt };
  await lockQuery(trx, queryId);
  await lockWatchQueries(trx, queryId);
  const due = await dueTimes(trx, queryId);
  const moved = due.filter((one) => one.at > dueAt && isWorthIt(one, stored));
  const times = due.map((one) => (moved.includes(one) ? dueAt : one.at));
  // Also stored if the query is due anyway, because a check under way may have begun too early.
  if (moved.length > 0 || times.some((at) => at <= dueAt)) await storeNudge(trx, queryId, stored);
  const ids = moved.map(({ watchId }) => watchId);
  const ofQuery = trx.updateTable('watchQueries').set({ nextDueAt: dueAt }).where('queryId', '=', queryId);
  await ofQuery.where('watchId', 'in', ids).execute();
  const [first] = times.sort();
  return first === undefined ? undefined : new Date(first);
}

type DueTime = Awaited<ReturnType<typeof dueTimes>>[number];

async function dueTimes(trx: Trx, queryId: string) {
  const rows = await trx
    .selectFrom('watchQueries')
    .innerJoin('queries', 'queries.id', 'watchQueries.queryId')
    .select(['watchId', 'nextDueAt as at', 'schedule', 'baselineAt', 'dueReason'])
    .where('queryId', '=', queryId)
    .execute();
  return rows.flatMap(({ watchId, at, schedule, baselineAt, dueReason }) => {
    if (at === null) return [];
    const isChosen = adaptiveBounds(schedule) !== undefined && dueReason !== null;
    /** Minutes of waiting that a check must save. */
    const { worthMinutes } = isChosen ? (JSON.parse(dueReason) as DueReason) : { worthMinutes: 0 };
    return [{ watchId, at, worthMinutes: baselineAt === null ? Number.POSITIVE_INFINITY : worthMinutes }];
  });
}

function isWorthIt({ at, worthMinutes }: DueTime, { dueAt, expectedFilings }: StoredNudge): boolean {
  return (expectedFilings * (Date.parse(at) - Date.parse(dueAt))) / 60_000 >= worthMinutes;
}

/** Keeps the latest signal of a burst, so the check must begin after all of them. */
async function storeNudge(trx: Trx, queryId: string, stored: StoredNudge): Promise<void> {
  const before = await loadNudge(trx, queryId);
  if (before !== undefined && before.seenAt >= stored.seenAt) return;
  const text = JSON.stringify(stored);
  await trx.updateTable('queries').set({ nudge: text }).where('id', '=', queryId).execute();
}

/** Returns a field of a docket, spelled as in the index `records_court_case`. */
function fieldOf(db: Db, field: 'courtId' | 'pacerCaseId' | 'docketNumber') {
  const body = sql.ref('records.body');
  return hasOneWriter(db)
    ? sql<string | null>`json_extract(${body}, ${sql.lit(`$.${field}`)})`
    : sql<string | null>`(${body}::json ->> ${sql.lit(field)})`;
}

function courtField(db: Db) {
  return sql<string | null>`lower(${fieldOf(db, 'courtId')})`;
}

function watchedDockets(db: Db) {
  const isWatched = sql<boolean>`exists (
    select 1 from memberships
    join watch_queries on watch_queries.query_id = memberships.query_id
    where memberships.record_id = records.id and memberships.gone_check is null and ${counts})`;
  return db.selectFrom('records').where('type', '=', 'docket').where(isWatched);
}

export async function watchedCases(db: Db, court: string): Promise<WatchedCase[]> {
  return watchedDockets(db)
    .select(['id as recordId', 'firstSeenAt', fieldOf(db, 'pacerCaseId').as('pacerCaseId')])
    .select(fieldOf(db, 'docketNumber').as('docketNumber'))
    .where(courtField(db), '=', court)
    .orderBy('id')
    .execute();
}

export async function watchedCourts(db: Db): Promise<Map<string, number>> {
  const count = db.fn.countAll<number | string>().as('cases');
  const byCourt = watchedDockets(db)
    .select([courtField(db).as('court'), count])
    .groupBy(courtField(db));
  const rows = await byCourt.execute();
  return new Map(rows.flatMap(({ court, cases }) => (court === null ? [] : [[court, Number(cases)] as const])));
}

/** Returns queries with a complete check, each with the cost of the last one. */
export async function queriesOfRecord(db: Db, recordId: number) {
  const finding = heldNow(db)
    .innerJoin('queries', 'queries.id', 'memberships.queryId')
    .select('queries.id')
    .distinct()
    .where('recordId', '=', recordId)
    .where(counts)
    .where('lastCompleteCheck', 'is not', null)
    .orderBy('queries.id');
  const ids = await allOf(finding, 'id');
  const [queries, costs] = [await loadQueries(db, ids), await lastCosts(db, ids)];
  return [...queries.values()].map((query) => ({ query, cost: costs.get(query.id) ?? { pages: 1 } }));
}
