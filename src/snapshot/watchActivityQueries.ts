import type { Db } from '../database/store.ts';

/** How many changes each of these watches had on each day since `since` (ISO): watch id → UTC day → number. */
export async function changesPerDay(
  db: Db,
  watchIds: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  if (watchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('changes')
    .innerJoin('change_watches', 'change_watches.change_id', 'changes.id')
    .select((eb) => [
      'watch_id',
      eb.fn<string>('substr', ['detected_at', eb.lit(1), eb.lit(10)]).as('day'),
      eb.fn.countAll<number | string>().as('changes'),
    ])
    .where('detected_at', '>=', since)
    .where('watch_id', 'in', watchIds)
    .groupBy(['watch_id', 'day'])
    .execute();
  const byWatch = Map.groupBy(rows, (row) => row.watch_id);
  return new Map([...byWatch].map(([id, days]) => [id, new Map(days.map((row) => [row.day, Number(row.changes)]))]));
}

/**
 * What the checks of each watch's queries cost since `since` (ISO), in credits. A check that several watches
 * share counts in full for each.
 */
export async function creditsPerWatch(
  db: Db,
  watchIds: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, number>> {
  if (watchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('checks')
    .innerJoin('watch_queries', 'watch_queries.query_id', 'checks.query_id')
    .select((eb) => ['watch_id', eb.fn.sum<number | string>('credits').as('credits')])
    .where('ended_at', '>=', since)
    .where('watch_id', 'in', watchIds)
    .groupBy('watch_id')
    .execute();
  return new Map(rows.map((row) => [row.watch_id, Math.round(Number(row.credits) * 1e6) / 1e6]));
}
