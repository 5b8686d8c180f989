import { chunks, type Db } from '../database/store.ts';
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
  const found = new Map<string, Map<string, Outcome[]>>();
  for (const part of chunks(queryIds)) {
    const rows = await db
      .selectFrom('checks')
      .select((eb) => ['query_id', eb.fn<string>('substr', ['ended_at', eb.lit(1), eb.lit(10)]).as('day'), 'outcome'])
      .where('query_id', 'in', part)
      // Checks end nearly in the order of their ids; a search that is asked each minute has very many before these
      // days.
      .where('id', '>', first.id - idsBeside)
      .where('ended_at', '>=', since)
      .groupBy(['query_id', 'day', 'outcome'])
      .execute();
    for (const { query_id: queryId, day, outcome } of rows) {
      const days = found.get(queryId) ?? new Map<string, Outcome[]>();
      days.set(day, [...(days.get(day) ?? []), outcome]);
      found.set(queryId, days);
    }
  }
  return found;
}

/** A clock that was set back gave older moments to later checks. */
const idsBeside = 1000;
