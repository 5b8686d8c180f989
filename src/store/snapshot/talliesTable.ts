import { type SqlBool, sql } from 'kysely';
import { allOf, countRows, type Db, firstOf } from '../store.ts';

export type Marks = Readonly<{ checks: IdMark; changes: IdMark; deliveries: IdMark }>;

/** What happened between two marks, in any process: one element per row. */
export type Tallies = Awaited<ReturnType<typeof tallySince>>['tallies'];

export async function readMarks(db: Db, now: Date): Promise<Marks> {
  const begin = async (table: keyof Marks) => {
    const tail = db.selectFrom(table).select('id').orderBy('id', 'desc').limit(missingAtMost);
    return beginAt(await allOf(tail, 'id'), now);
  };
  return { checks: await begin('checks'), changes: await begin('changes'), deliveries: await begin('deliveries') };
}

export async function tallySince(db: Db, since: Marks, now: Date) {
  const checks = await db
    .selectFrom('checks')
    .innerJoin('queries', 'queries.id', 'checks.queryId')
    .select(['checks.id', 'operation', 'outcome', 'cause', 'requests', 'credits'])
    .where(isAfter('checks.id', since.checks))
    .execute();
  const found = db.selectFrom('changes').select(['id', 'kind']);
  const changes = await found.where(isAfter('changes.id', since.changes)).execute();
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
    .where(isAfter('deliveries.id', since.deliveries))
    .execute();
  return {
    tallies: { checks, changes, deliveries },
    marks: {
      checks: markAfter(since.checks, idsOf(checks), now),
      changes: markAfter(since.changes, idsOf(changes), now),
      deliveries: markAfter(since.deliveries, idsOf(deliveries), now),
    },
  };
}

function isAfter(column: 'checks.id' | 'changes.id' | 'deliveries.id', { newest, missing }: IdMark) {
  const id = sql.ref(column);
  if (missing.size === 0) return sql<SqlBool>`${id} > ${newest}`;
  return sql<SqlBool>`(${id} > ${newest} or ${id} in (${sql.join([...missing.keys()])}))`;
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** Ids are assigned before they commit, so an id missing below the newest is looked for during an hour. */
interface IdMark {
  readonly newest: number;
  readonly missing: ReadonlyMap<number, number>; // Id → when it was first found missing, in milliseconds.
}

const lookedForMs = 3_600_000;
export const missingAtMost = 1000;

/** @param tail the newest `missingAtMost` ids of the table */
export function beginAt(tail: readonly number[], now: Date): IdMark {
  const newest = Math.max(0, ...tail);
  return markAfter({ newest: Math.max(0, newest - missingAtMost), missing: new Map() }, tail, now);
}

export function markAfter(before: IdMark, read: readonly number[], now: Date): IdMark {
  const seen = new Set(read);
  const newest = Math.max(before.newest, ...read);
  const since = now.getTime();
  const missing = new Map([...before.missing].filter(([id, at]) => !seen.has(id) && since - at < lookedForMs));
  for (let id = Math.max(before.newest, newest - missingAtMost) + 1; id < newest; id += 1) {
    if (!seen.has(id)) missing.set(id, since);
  }
  return { newest, missing: new Map([...missing].slice(-missingAtMost)) };
}

export async function countUndeliveredAlerts(db: Db) {
  const inState = (state: 'waiting' | 'failed') =>
    db
      .selectFrom('alerts')
      .select((eb) => ['channel', eb.val(state).as('state'), eb.fn.countAll<number>().as('alerts')])
      .where('state', '=', state)
      .groupBy('channel')
      .execute();
  return [...(await inState('waiting')), ...(await inState('failed'))];
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
