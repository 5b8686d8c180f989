import { type Db, inParts } from '../database/store.ts';
import type { Outcome } from './checksTable.ts';

/**
 * How the checks of each of these queries ended on each UTC day since `since` (ISO): query id → day → the outcomes of
 * that day.
 */
export async function outcomesPerDay(
  db: Db,
  queryIds: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly Outcome[]>>> {
  const first = await db
    .selectFrom('checks')
    .select('id')
    .where('ended_at', '>=', since)
    .orderBy('ended_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return new Map();
  const rows = await inParts(queryIds, (part) =>
    db
      .selectFrom('checks')
      .select((eb) => ['query_id', eb.fn<string>('substr', ['ended_at', eb.lit(1), eb.lit(10)]).as('day'), 'outcome'])
      .where('query_id', 'in', part)
      // Checks end nearly in the order of their ids; a search that is asked each minute has very many before these
      // days.
      .where('id', '>', first.id - idsBeside)
      .where('ended_at', '>=', since)
      .groupBy(['query_id', 'day', 'outcome'])
      .execute(),
  );
  const days = (some: typeof rows) =>
    [...Map.groupBy(some, (row) => row.day)].map(([day, ofDay]) => [day, ofDay.map(({ outcome }) => outcome)] as const);
  const byQuery = [...Map.groupBy(rows, (row) => row.query_id)];
  return new Map(byQuery.map(([queryId, some]) => [queryId, new Map(days(some))]));
}

/** A clock that was set back gave older moments to later checks. */
const idsBeside = 1000;
