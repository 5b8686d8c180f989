import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import { longestHoldMs, longestWaitMs } from '../../search/http/pacing.ts';
import type { SharedPace, SharedTurn } from '../../search/http/sharedTurn.ts';
import { isDeadOwner, newLeaseOwner } from '../queue/leaseOwner.ts';
import type { Db } from '../store.ts';

/** A turn that is not renewed for so long ends by itself: its process has died. */
export const turnSeconds = 30;
const turnMs = turnSeconds * 1000;
const greatestSlowdown = 8;
/** How many calls have to succeed before the gap is halved again. */
const wentWellToRecover = 5;

interface PaceOf {
  /** Names the key, and holds no secret (`serviceKeyOf`). */
  readonly key: string;
  readonly requestsPerSecond: number;
  readonly concurrency: number;
}

/**
 * The pace that every process of the database keeps for one key: turns are leases, starts are reserved one behind the other. Each step is
 * one statement on its own, so that two processes cannot have the same turn or start.
 */
export function openSharedPace(db: Db, { key, requestsPerSecond, concurrency }: PaceOf): SharedPace {
  const gapMs = 1000 / requestsPerSecond;
  const now = () => nowOn(db);
  const process = newLeaseOwner();
  let turns = 0;
  let isThere = false;

  async function take(): Promise<SharedTurn> {
    if (!isThere) await makeRows(db, key, concurrency);
    isThere = true;
    turns += 1;
    const holder = `${process}/${turns}`;
    if (!(await claimTurn(db, { key, holder, concurrency, now: now() }))) {
      // After a restore or a crash of Postgres there are no rows: they are made again.
      isThere = false;
      await endTurnsOfTheDead(db, key);
      return { kind: 'full' };
    }
    const start = await reserveStart(db, { key, gapMs, concurrency, now: now() });
    const giveBack = () => endTurn(db, key, holder);
    if (start.kind === 'closed') {
      await giveBack();
      return start;
    }
    return { ...start, renew: () => renewTurn(db, key, holder, now()), giveBack };
  }

  return {
    take,
    slowDown: (holdMs) => slowDown(db, { key, gapMs, holdMs: Math.min(holdMs, longestHoldMs), now: now() }),
    wentWell: () => noteWentWell(db, key),
  };
}

type Now = RawBuilder<number>;

/**
 * The time that all processes use, in milliseconds since 1970. Those of a SQLite file are on one machine and share its clock. Machines on
 * one Postgres have clocks that differ, and one that is ahead would make all others wait: they use the server's.
 */
function nowOn(db: Db): Now {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  return isSqlite ? sql`${Date.now()}` : sql`(extract(epoch from clock_timestamp()) * 1000)::double precision`;
}

async function makeRows(db: Db, key: string, concurrency: number): Promise<void> {
  const numbers = Array.from({ length: concurrency }, (_, index) => index + 1);
  await db
    .insertInto('service_pace')
    .values({ service_key: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('service_turns')
    .values(numbers.map((number) => ({ service_key: key, number })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A lease that lasts longer than any can was taken by a clock that was wrong. */
function isFree(now: Now) {
  return sql<boolean>`(ends_at_ms <= ${now} or ends_at_ms > ${now} + ${sql.lit(2 * turnMs)})`;
}

/** @returns false when all are taken. */
async function claimTurn(
  db: Db,
  {
    key,
    holder,
    concurrency,
    now,
  }: { readonly key: string; readonly holder: string; readonly concurrency: number; readonly now: Now },
): Promise<boolean> {
  const claimed = await db
    .updateTable('service_turns')
    .set({ holder, ends_at_ms: sql`${now} + ${sql.lit(turnMs)}` })
    .where('service_key', '=', key)
    .where('number', '=', (eb) =>
      eb
        .selectFrom('service_turns as free')
        .select((free) => free.fn.min('free.number').as('number'))
        .where('free.service_key', '=', key)
        .where('free.number', '<=', concurrency)
        .where(isFree(now)),
    )
    // Again for the row itself: after waiting for another's update of it, the database checks this condition only.
    .where(isFree(now))
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

async function renewTurn(db: Db, key: string, holder: string, now: Now): Promise<void> {
  await db
    .updateTable('service_turns')
    .set({ ends_at_ms: sql`${now} + ${sql.lit(turnMs)}` })
    .where('service_key', '=', key)
    .where('holder', '=', holder)
    .execute();
}

async function endTurn(db: Db, key: string, holder: string): Promise<void> {
  await db
    .updateTable('service_turns')
    .set({ holder: null, ends_at_ms: 0 })
    .where('service_key', '=', key)
    .where('holder', '=', holder)
    .execute();
}

/** Ends the turns of this machine's dead processes at once, so that a restart after a crash need not wait for them. */
async function endTurnsOfTheDead(db: Db, key: string): Promise<void> {
  const held = await db
    .selectFrom('service_turns')
    .select('holder')
    .where('service_key', '=', key)
    .where('holder', 'is not', null)
    .execute();
  for (const { holder } of held) {
    if (holder !== null && isDeadOwner(holder)) await endTurn(db, key, holder);
  }
}

/** A stored moment, where it lies ahead and no further than it can be; else now. */
function believed(column: string, now: Now, mostMs: number) {
  const moment = sql.ref(column);
  return sql<number>`case when ${moment} > ${now} and ${moment} <= ${now} + ${sql.lit(mostMs)} then ${moment} else ${now} end`;
}

/** Each holder of a turn may have reserved a start, one gap after the other. */
function furthestStartMs({ gapMs, concurrency }: { readonly gapMs: number; readonly concurrency: number }): number {
  return (concurrency + 1) * gapMs * greatestSlowdown;
}

type Start =
  | { readonly kind: 'turn'; readonly waitMs: number; readonly slowed: boolean }
  | { readonly kind: 'closed'; readonly forMs: number };

async function reserveStart(
  db: Db,
  pace: { readonly key: string; readonly gapMs: number; readonly concurrency: number; readonly now: Now },
): Promise<Start> {
  const { key, gapMs, now } = pace;
  const next = believed('next_start_ms', now, furthestStartMs(pace));
  const opens = believed('not_before_ms', now, longestHoldMs);
  const start = sql<number>`(case when (${next}) > (${opens}) then ${next} else ${opens} end)`;
  const reserved = await db
    .updateTable('service_pace')
    .set({ next_start_ms: sql`${start} + ${sql.lit(gapMs)} * slowdown` })
    .where('service_key', '=', key)
    .where(sql<boolean>`${opens} <= ${now} + ${sql.lit(longestWaitMs)}`)
    .returning(['slowdown', sql<number>`next_start_ms - ${sql.lit(gapMs)} * slowdown - ${now}`.as('waitMs')])
    .executeTakeFirst();
  if (reserved !== undefined) {
    return { kind: 'turn', waitMs: Math.max(0, reserved.waitMs), slowed: reserved.slowdown > 1 };
  }
  const held = await db
    .selectFrom('service_pace')
    .select(sql<number>`${opens} - ${now}`.as('forMs'))
    .where('service_key', '=', key)
    .executeTakeFirst();
  return { kind: 'closed', forMs: Math.max(0, held?.forMs ?? 0) };
}

/** The service was busy: twice the gap, up to 8 times, and no start at all for `holdMs`. */
async function slowDown(
  db: Db,
  {
    key,
    gapMs,
    holdMs,
    now,
  }: { readonly key: string; readonly gapMs: number; readonly holdMs: number; readonly now: Now },
): Promise<void> {
  const opens = believed('not_before_ms', now, longestHoldMs);
  const asked = sql<number>`${now} + ${sql.lit(holdMs)}`;
  const slowdown = sql<number>`case when slowdown * 2 > ${sql.lit(greatestSlowdown)} then ${sql.lit(greatestSlowdown)} else slowdown * 2 end`;
  const next = sql<number>`${now} + ${sql.lit(gapMs)} * (${slowdown})`;
  await db
    .updateTable('service_pace')
    .set({
      slowdown,
      went_well: 0,
      not_before_ms: sql`case when (${opens}) > ${asked} then ${opens} else ${asked} end`,
      next_start_ms: sql`case when next_start_ms > ${next} then next_start_ms else ${next} end`,
    })
    .where('service_key', '=', key)
    .execute();
}

/** After some calls that went well the gap is halved. */
async function noteWentWell(db: Db, key: string): Promise<void> {
  const recovers = sql<boolean>`went_well + 1 >= ${sql.lit(wentWellToRecover)}`;
  await db
    .updateTable('service_pace')
    .set({
      slowdown: sql`case when ${recovers} then slowdown / 2 else slowdown end`,
      went_well: sql`case when ${recovers} then 0 else went_well + 1 end`,
    })
    .where('service_key', '=', key)
    .where('slowdown', '>', 1)
    .execute();
}
