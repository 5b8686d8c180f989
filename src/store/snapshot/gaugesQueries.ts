import { anyOf, type Db, inParts } from '../store.ts';
import type { Outcome } from './checksTable.ts';

/**
 * How many alerts of a channel are not delivered yet (including those that wait for a digest), or never will be by
 * themselves.
 */
export interface AlertCount {
  readonly channel: string;
  readonly state: 'waiting' | 'failed';
  readonly alerts: number;
}

export async function countUndeliveredAlerts(db: Db): Promise<AlertCount[]> {
  const inState = (state: AlertCount['state']) =>
    db
      .selectFrom('alerts')
      .select((eb) => ['channel', eb.val(state).as('state'), eb.fn.countAll<number>().as('alerts')])
      .where('state', '=', state)
      .groupBy('channel')
      .execute();
  return [...(await inState('waiting')), ...(await inState('failed'))];
}

/**
 * Since when the oldest undelivered alert has waited for a delivery that works: it is due, or was tried already. An
 * alert that only waits for its digest does not count.
 */
export async function oldestOverdueAlert(db: Db, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('due_at', '<=', now.toISOString())]))
    .executeTakeFirst();
  return row?.at ? new Date(row.at) : undefined;
}

/** How many changes each of these watches had since a moment (ISO). */
export async function changesPerWatch(
  db: Db,
  watchIds: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, number>> {
  if (watchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('changes')
    .innerJoin('change_watches', 'change_watches.change_id', 'changes.id')
    .select((eb) => ['watch_id', eb.fn.countAll<number>().as('changes')])
    .where('detected_at', '>=', since)
    .where('watch_id', 'in', anyOf(db, watchIds))
    .groupBy('watch_id')
    .execute();
  return new Map(rows.map((row) => [row.watch_id, Number(row.changes)]));
}

/** When the last check of a database ended; undefined: it never made one. */
export async function lastCheckEndedAt(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('checks')
    .select((eb) => eb.fn.max('ended_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** How many changes were found after that moment. */
export async function countChangesSince(db: Db, since: string): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((eb) => eb.fn.countAll<number>().as('changes'))
    .where('detected_at', '>', since)
    .executeTakeFirstOrThrow();
  return row.changes;
}

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
