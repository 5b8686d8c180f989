import { type RawBuilder, sql } from 'kysely';
import {
  type Closed,
  type GivenStart,
  greatestSlowdown,
  longestHoldMs,
  longestWaitMs,
  type PaceLimits,
  type SharedPace,
  successesToRecover,
} from '../../service/http/turns.ts';
import { type Db, hasOneWriter, isAny, putRows, type Store } from '../../store/store.ts';

interface PaceOf extends PaceLimits {
  readonly key: string; // Names the key, and holds no secret (`serviceKeyOf`).
}

/** A row says when the next call with a key may start, and one statement gives it: no two calls have the same. */
export function openSharedPace({ db, transaction }: Pick<Store, 'db' | 'transaction'>, limits: PaceOf): SharedPace {
  const { key, concurrency } = limits;
  return {
    concurrency,
    gapMs: gapOf(limits),
    start: (alongside) =>
      alongside === undefined
        ? giveStart(db, limits)
        : transaction(async (trx) => {
            await alongside(trx);
            return giveStart(trx, limits);
          }),
    startAgain: async () => ((await holdMs(db, key)) > 0 ? giveStart(db, limits) : undefined),
    slowDown: (forMs) => slowDown(db, limits, forMs),
    speedUp: () => speedUp(db, key),
  };
}

/** One gap after that of the call before, not before the service wants it, and not in the past. */
async function giveStart(db: Db, limits: PaceOf): Promise<GivenStart | Closed> {
  const now = nowOn(db);
  const gap = sql`${sql.lit(gapOf(limits))} * slowdown`;
  const next = believed(db, 'next_start_ms', farthestStartMs(limits));
  const notBefore = believed(db, 'not_before_ms', longestHoldMs);
  const row = await db
    .updateTable('service_pace')
    .set({ next_start_ms: sql<number>`${greatest(db)}(${now}, ${next}, ${notBefore}) + ${gap}` })
    .where('service_key', '=', limits.key)
    .where(sql<boolean>`${notBefore} - ${now} <= ${sql.lit(longestWaitMs)}`)
    .returning([sql<number>`next_start_ms - ${gap} - ${now}`.as('waitMs'), 'slowdown'])
    .executeTakeFirst();
  if (row !== undefined) return { kind: 'given', waitMs: Math.max(0, row.waitMs), slowed: row.slowdown > 1 };
  const forMs = await holdMs(db, limits.key);
  if (forMs > longestWaitMs) return { kind: 'closed', forMs };
  // The first time; after a restore or a crash of Postgres again.
  await putPace(db, limits.key);
  return giveStart(db, limits);
}

async function putPace(db: Db, key: string): Promise<void> {
  await putRows(db, 'service_pace', [{ service_key: key }], 'keep');
}

export async function hasCalled(db: Db, key: string): Promise<boolean> {
  return isAny(db.selectFrom('service_pace').where('service_key', '=', key));
}

async function holdMs(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('service_pace')
    .select(sql<number>`${believed(db, 'not_before_ms', longestHoldMs)} - ${nowOn(db)}`.as('forMs'))
    .where('service_key', '=', key)
    .executeTakeFirst();
  return row?.forMs ?? 0;
}

async function slowDown(db: Db, limits: PaceOf, forMs: number): Promise<void> {
  const now = nowOn(db);
  const most = sql.lit(greatestSlowdown);
  const slowdown = sql<number>`case when slowdown * 2 < ${most} then slowdown * 2 else ${most} end`;
  const next = believed(db, 'next_start_ms', farthestStartMs(limits));
  const notBefore = believed(db, 'not_before_ms', longestHoldMs);
  const untilMs = sql<number>`${now} + ${sql.lit(Math.min(forMs, longestHoldMs))}`;
  await putPace(db, limits.key);
  await db
    .updateTable('service_pace')
    .set({
      slowdown,
      went_well: 0,
      not_before_ms: sql<number>`${greatest(db)}(${notBefore}, ${untilMs})`,
      next_start_ms: sql<number>`${greatest(db)}(${next}, ${now} + ${sql.lit(gapOf(limits))} * (${slowdown}))`,
    })
    .where('service_key', '=', limits.key)
    .execute();
}

async function speedUp(db: Db, key: string): Promise<void> {
  const recovers = sql<boolean>`went_well + 1 >= ${sql.lit(successesToRecover)}`;
  await db
    .updateTable('service_pace')
    .set({
      went_well: sql<number>`case when ${recovers} then 0 else went_well + 1 end`,
      slowdown: sql<number>`case when ${recovers} and slowdown > 1 then slowdown / 2 else slowdown end`,
    })
    .where('service_key', '=', key)
    .execute();
}

/** A stored moment; 0 where it is further ahead than it can be: a clock that was wrong has stored it. */
function believed(db: Db, column: 'next_start_ms' | 'not_before_ms', mostMs: number): RawBuilder<number> {
  const moment = sql.ref(column);
  return sql<number>`case when ${moment} - ${nowOn(db)} > ${sql.lit(mostMs)} then 0 else ${moment} end`;
}

function greatest(db: Db): RawBuilder<unknown> {
  return hasOneWriter(db) ? sql`max` : sql`greatest`;
}

/** In milliseconds since 1970. A machine whose clock is ahead would make all others wait: they use the server's. */
function nowOn(db: Db): RawBuilder<number> {
  const seconds = hasOneWriter(db)
    ? sql`unixepoch('subsec')`
    : sql`extract(epoch from clock_timestamp())::double precision`;
  return sql<number>`(${seconds} * 1000)`;
}

function gapOf({ requestsPerSecond }: PaceLimits): number {
  return 1000 / requestsPerSecond;
}

/** No more calls wait for a start than this: one further ahead was stored by a clock that was wrong. */
const mostWaiting = 100;

function farthestStartMs(limits: PaceLimits): number {
  return mostWaiting * greatestSlowdown * gapOf(limits);
}
