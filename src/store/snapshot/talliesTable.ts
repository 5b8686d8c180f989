import { countRows, type Db, firstOf } from '../store.ts';

export type Marks = Readonly<{ checks: IdMark; changes: IdMark; deliveries: IdMark }>;

/** `counted`: the ids near the newest that were counted. */
type IdMark = Readonly<{ newest: number; counted: ReadonlySet<number> }>;

/** Ids are assigned before they commit, so these last ids are read again. */
const lateAtMost = 1000;

/** What happened between two marks, in any process: one element per row. */
export type Tallies = Awaited<ReturnType<typeof tallySince>>['tallies'];

export async function readMarks(db: Db): Promise<Marks> {
  const begin = async (table: keyof Marks) =>
    markAfter(0, await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(lateAtMost).execute());
  return { checks: await begin('checks'), changes: await begin('changes'), deliveries: await begin('deliveries') };
}

export async function tallySince(db: Db, since: Marks) {
  const checks = await db
    .selectFrom('checks')
    .innerJoin('queries', 'queries.id', 'checks.queryId')
    .select(['checks.id', 'operation', 'outcome', 'cause', 'requests', 'credits'])
    .where('checks.id', '>', since.checks.newest - lateAtMost)
    .execute();
  const found = db.selectFrom('changes').select(['id', 'kind']);
  const changes = await found.where('changes.id', '>', since.changes.newest - lateAtMost).execute();
  const deliveries = await db
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select(['deliveries.id', 'channel', 'outcome', 'attemptedAt', 'dueAt'])
    .select((eb) =>
      eb
        .selectFrom('deliveries as first')
        .select(({ fn }) => fn.min('first.attemptedAt').as('at'))
        .whereRef('first.alertId', '=', 'alerts.id')
        .as('firstAttemptAt'),
    )
    .where('deliveries.id', '>', since.deliveries.newest - lateAtMost)
    .execute();
  return {
    tallies: {
      checks: uncounted(checks, since.checks),
      changes: uncounted(changes, since.changes),
      deliveries: uncounted(deliveries, since.deliveries),
    },
    marks: {
      checks: markAfter(since.checks.newest, checks),
      changes: markAfter(since.changes.newest, changes),
      deliveries: markAfter(since.deliveries.newest, deliveries),
    },
  };
}

type WithId = { readonly id: number };

function uncounted<Row extends WithId>(rows: readonly Row[], { counted }: IdMark): Row[] {
  return rows.filter(({ id }) => !counted.has(id));
}

function markAfter(before: number, rows: readonly WithId[]): IdMark {
  const newest = rows.reduce((most, { id }) => Math.max(most, id), before);
  return { newest, counted: new Set(rows.flatMap(({ id }) => (id > newest - lateAtMost ? id : []))) };
}

export async function countUndeliveredAlerts(db: Db) {
  return db
    .selectFrom('alerts')
    .select(['channel', 'state', ({ fn }) => fn.countAll<number>().as('alerts')])
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy(['channel', 'state'])
    .execute();
}

/** Returns when the oldest alert that is due or was tried was made (ISO). A digest that only waits does not count. */
export async function oldestOverdueAlert(db: Db, now: Date): Promise<string | undefined> {
  const waiting = db.selectFrom('alerts').select(db.fn.min('createdAt').as('at')).where('state', '=', 'waiting');
  const late = waiting.where((eb) => eb.or([eb('attempts', '>', 0), eb('dueAt', '<=', now.toISOString())]));
  return firstOf(late, 'at');
}

/** @param since ISO */
export async function changesPerWatch(db: Db, watchIds: readonly string[], since: string) {
  const rows = await db
    .selectFrom('changes')
    .innerJoin('changeWatches', 'changeWatches.changeId', 'changes.id')
    .select((eb) => ['watchId', eb.fn.countAll<number>().as('changes')])
    .where('detectedAt', '>=', since)
    .where('watchId', 'in', watchIds)
    .groupBy('watchId')
    .execute();
  return new Map(rows.map((row) => [row.watchId, Number(row.changes)]));
}

/** Returns undefined before the first check. */
export async function lastCheckEndedAt(db: Db): Promise<string | undefined> {
  return firstOf(db.selectFrom('checks').select(db.fn.max('endedAt').as('at')), 'at');
}

export async function countChangesSince(db: Db, since: string): Promise<number> {
  return countRows(db.selectFrom('changes').where('detectedAt', '>', since));
}

/** Returns watch and query id → UTC day since `since` (ISO) → the outcomes of that day's checks for the watch. */
export async function outcomesPerDay(db: Db, watchIds: readonly string[], since: string) {
  const checks = db.selectFrom('checks').select('id').where('endedAt', '>=', since);
  const first = await firstOf(checks.orderBy('endedAt').orderBy('id').limit(1), 'id');
  if (first === undefined) return new Map();
  const rows = await db
    .selectFrom('checks')
    .innerJoin('watchQueries', 'watchQueries.queryId', 'checks.queryId')
    .select((eb) => [
      'watchId',
      'checks.queryId',
      eb.fn<string>('substr', ['endedAt', eb.lit(1), eb.lit(10)]).as('day'),
    ])
    .select('outcome')
    .where('watchId', 'in', watchIds)
    // Checks end nearly in the order of their ids, and a query may have very many before these days.
    .where('checks.id', '>', first - idsBeside)
    .where('endedAt', '>=', since)
    .whereRef('endedAt', '>=', 'beganAt')
    .groupBy(['watchId', 'checks.queryId', 'day', 'outcome'])
    .execute();
  const days = (some: typeof rows) =>
    [...Map.groupBy(some, (row) => row.day)].map(([day, ofDay]) => [day, ofDay.map(({ outcome }) => outcome)] as const);
  const bySearch = [...Map.groupBy(rows, (row) => `${row.watchId} ${row.queryId}`)];
  return new Map(bySearch.map(([search, some]) => [search, new Map(days(some))]));
}

/** A margin, because a clock that was set back gave earlier times to later checks. */
const idsBeside = 1000;
