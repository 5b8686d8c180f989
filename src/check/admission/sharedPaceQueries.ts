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
  readonly key: string; // Identifies the service key without revealing it (`serviceKeyOf`).
}

/** One row holds the next start for a key. A single statement assigns it, so no two calls get the same. */
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

/** Assigns the next start: one gap after the previous one, when the service allows it, and not in the past. */
async function giveStart(db: Db, limits: PaceOf): Promise<GivenStart | Closed> {
  const now = nowOn(db);
  const gap = sql`${sql.lit(gapOf(limits))} * slowdown`;
  const next = believed(db, 'nextStartMs', farthestStartMs(limits));
  const notBefore = believed(db, 'notBeforeMs', longestHoldMs);
  const row = await db
    .updateTable('servicePace')
    .set({ nextStartMs: sql<number>`${greatest(db)}(${now}, ${next}, ${notBefore}) + ${gap}` })
    .where('serviceKey', '=', limits.key)
    .where(sql<boolean>`${notBefore} - ${now} <= ${sql.lit(longestWaitMs)}`)
    .returning([sql<number>`next_start_ms - ${gap} - ${now}`.as('waitMs'), 'slowdown'])
    .executeTakeFirst();
  if (row !== undefined) return { kind: 'given', waitMs: Math.max(0, row.waitMs), slowed: row.slowdown > 1 };
  const forMs = await holdMs(db, limits.key);
  if (forMs > longestWaitMs) return { kind: 'closed', forMs };
  // The row is missing at the first call, and after a restore or a crash of Postgres.
  await putPace(db, limits.key);
  return giveStart(db, limits);
}

async function putPace(db: Db, key: string): Promise<void> {
  await putRows(db, 'servicePace', [{ serviceKey: key }], 'keep');
}

export async function hasCalled(db: Db, key: string): Promise<boolean> {
  return isAny(db.selectFrom('servicePace').where('serviceKey', '=', key));
}

async function holdMs(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('servicePace')
    .select(sql<number>`${believed(db, 'notBeforeMs', longestHoldMs)} - ${nowOn(db)}`.as('forMs'))
    .where('serviceKey', '=', key)
    .executeTakeFirst();
  return row?.forMs ?? 0;
}

async function slowDown(db: Db, limits: PaceOf, forMs: number): Promise<void> {
  const now = nowOn(db);
  const most = sql.lit(greatestSlowdown);
  const slowdown = sql<number>`case when slowdown * 2 < ${most} then slowdown * 2 else ${most} end`;
  const next = believed(db, 'nextStartMs', farthestStartMs(limits));
  const notBefore = believed(db, 'notBeforeMs', longestHoldMs);
  const untilMs = sql<number>`${now} + ${sql.lit(Math.min(forMs, longestHoldMs))}`;
  await putPace(db, limits.key);
  await db
    .updateTable('servicePace')
    .set({
      slowdown,
      wentWell: 0,
      notBeforeMs: sql<number>`${greatest(db)}(${notBefore}, ${untilMs})`,
      nextStartMs: sql<number>`${greatest(db)}(${next}, ${now} + ${sql.lit(gapOf(limits))} * (${slowdown}))`,
    })
    .where('serviceKey', '=', limits.key)
    .execute();
}

async function speedUp(db: Db, key: string): Promise<void> {
  const recovers = sql<boolean>`went_well + 1 >= ${sql.lit(successesToRecover)}`;
  await db
    .updateTable('servicePace')
    .set({
      wentWell: sql<number>`case when ${recovers} then 0 else went_well + 1 end`,
      slowdown: sql<number>`case when ${recovers} and slowdown > 1 then slowdown / 2 else slowdown end`,
    })
    .where('serviceKey', '=', key)
    .execute();
}

/** A stored time; 0 if it is further ahead than possible, since a wrong clock has stored it. */
function believed(db: Db, column: 'nextStartMs' | 'notBeforeMs', mostMs: number): RawBuilder<number> {
  const moment = sql.ref(column);
  return sql<number>`case when ${moment} - ${nowOn(db)} > ${sql.lit(mostMs)} then 0 else ${moment} end`;
}

function greatest(db: Db): RawBuilder<unknown> {
  return hasOneWriter(db) ? sql`max` : sql`greatest`;
}

/** Milliseconds since 1970 by the database's clock. A machine with a fast clock would delay all others. */
function nowOn(db: Db): RawBuilder<number> {
  const seconds = hasOneWriter(db)
    ? sql`unixepoch('subsec')`
    : sql`extract(epoch from clock_timestamp())::double precision`;
  return sql<number>`(${seconds} * 1000)`;
}

function gapOf({ requestsPerSecond }: PaceLimits): number {
  return 1000 / requestsPerSecond;
}

/** More calls than this never wait. A start further ahead was stored by a wrong clock. */
const mostWaiting = 100;

function farthestStartMs(limits: PaceLimits): number {
  return mostWaiting * greatestSlowdown * gapOf(limits);
}
