import { sql } from 'kysely';
import { lastCosts, loadQueries } from '../../store/claims/queries.ts';
import { counts } from '../../store/snapshot/foundByQueries.ts';
import { type Db, hasOneWriter } from '../../store/store.ts';
import type { WatchedCase } from './matchCases.ts';

/** A field of a docket, spelled as in the index `records_court_case`. */
function fieldOf(db: Db, field: 'courtId' | 'pacerCaseId' | 'docketNumber') {
  const body = sql.ref('records.body');
  return hasOneWriter(db)
    ? sql<string | null>`json_extract(${body}, ${sql.lit(`$.${field}`)})`
    : sql<string | null>`(${body}::json ->> ${sql.lit(field)})`;
}

/** The court of a docket, in small letters. */
export function courtField(db: Db) {
  return sql<string | null>`lower(${fieldOf(db, 'courtId')})`;
}

function isWatched() {
  return sql<boolean>`exists (
    select 1 from memberships
    join watch_queries on watch_queries.query_id = memberships.query_id
    where memberships.record_id = records.id and memberships.gone_check is null and ${counts})`;
}

export async function watchedCases(db: Db, court: string): Promise<WatchedCase[]> {
  return db
    .selectFrom('records')
    .select(['id as recordId', 'first_seen_at as firstSeenAt', fieldOf(db, 'pacerCaseId').as('pacerCaseId')])
    .select(fieldOf(db, 'docketNumber').as('docketNumber'))
    .where('type', '=', 'docket')
    .where(courtField(db), '=', court)
    .where(isWatched())
    .orderBy('id')
    .execute();
}

/** How many dockets of each court watches hold, by the id of the court. */
export async function watchedCourts(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('records')
    .select([courtField(db).as('court'), (eb) => eb.fn.countAll<number | string>().as('cases')])
    .where('type', '=', 'docket')
    .where(isWatched())
    .groupBy(courtField(db))
    .execute();
  return new Map(rows.flatMap(({ court, cases }) => (court === null ? [] : [[court, Number(cases)] as const])));
}

/** The queries of watches that show a record and were checked before, each with what its last complete check took. */
export async function queriesOfRecord(db: Db, recordId: number) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('queries', 'queries.id', 'memberships.query_id')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'memberships.query_id')
    .select('queries.id')
    .distinct()
    .where('record_id', '=', recordId)
    .where('gone_check', 'is', null)
    .where(counts)
    .where('last_complete_check', 'is not', null)
    .orderBy('queries.id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const [queries, costs] = [await loadQueries(db, ids), ids.length === 0 ? new Map() : await lastCosts(db, ids)];
  return [...queries.values()].map((query) => ({ query, cost: costs.get(query.id) ?? { pages: 1 } }));
}
