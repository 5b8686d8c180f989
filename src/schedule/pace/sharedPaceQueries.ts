import { type RawBuilder, type Selectable, SqliteAdapter, sql } from 'kysely';
import { isDeadOwner, newLeaseOwner } from '../../database/claims/leaseOwner.ts';
import type { ServicePaceTable } from '../../database/schema/queueTables.ts';
import type { Db } from '../../database/store.ts';
import {
  askToStart,
  endTurns,
  gapOf,
  type Pace,
  type PaceLimits,
  renewTurn,
  slowDown,
  speedUp,
} from '../../service/http/pace.ts';
import type { SharedPace } from '../../service/http/turns.ts';

interface PaceOf extends PaceLimits {
  /** Names the key, and holds no secret (`serviceKeyOf`). */
  readonly key: string;
}

/**
 * The pace that every process of the database keeps for one key: one row, whose rules are those of search/http/pace.ts. Who changes the
 * row names the version that it has seen, so that two processes never have the same turn or start.
 */
export function openSharedPace(db: Db, limits: PaceOf): SharedPace {
  const { key, concurrency } = limits;
  const process = newLeaseOwner();
  let calls = 0;

  /** Changes the row by a rule, which is asked again where another process came between. */
  async function change(rule: (pace: Pace, nowMs: number) => Pace): Promise<void> {
    for (;;) {
      const { row, pace } = await load(db, key);
      if (await replace(db, row, rule(pace, row.nowMs))) return;
    }
  }

  return {
    concurrency,
    gapMs: gapOf(limits),
    async ask() {
      calls += 1;
      const holder = `${process}/${calls}`;
      for (;;) {
        const { row, pace } = await load(db, key);
        // Those of this machine's dead processes end at once, so that a restart after a crash need not wait for them.
        const alive = endTurns(pace, isDeadOwner);
        const asked = askToStart(alive, limits, holder, row.nowMs);
        if (asked.kind !== 'started') return asked;
        if (!(await replace(db, row, asked.pace))) continue;
        return {
          kind: 'started',
          slowed: pace.slowdown > 1,
          renew: () => change((now, nowMs) => renewTurn(now, holder, nowMs)),
          end: () => change((now) => endTurns(now, (one) => one === holder)),
        };
      }
    },
    slowDown: (holdMs) => change((pace, nowMs) => slowDown(pace, limits, holdMs, nowMs)),
    speedUp: () => change(speedUp),
  };
}

type Row = Selectable<ServicePaceTable> & { readonly nowMs: number };

async function load(db: Db, key: string): Promise<{ row: Row; pace: Pace }> {
  for (;;) {
    const row = await db
      .selectFrom('service_pace')
      .selectAll()
      .select(nowOn(db).as('nowMs'))
      .where('service_key', '=', key)
      .executeTakeFirst();
    if (row !== undefined) return { row, pace: paceOf(row) };
    // The first time; after a restore or a crash of Postgres again.
    await db
      .insertInto('service_pace')
      .values({ service_key: key })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function paceOf(row: Row): Pace {
  return {
    nextStartMs: row.next_start_ms,
    notBeforeMs: row.not_before_ms,
    slowdown: row.slowdown,
    wentWell: row.went_well,
    turns: JSON.parse(row.turns) as Pace['turns'],
  };
}

/** @returns false when another process has changed the row since it was read. */
async function replace(db: Db, seen: Row, pace: Pace): Promise<boolean> {
  // Between reading and writing another transaction may take its time: the gap is counted from the writing.
  const nextStartMs = sql<number>`${pace.nextStartMs} + (${nowOn(db)} - ${seen.nowMs})`;
  const replaced = await db
    .updateTable('service_pace')
    .set({
      next_start_ms: pace.nextStartMs === seen.next_start_ms ? seen.next_start_ms : nextStartMs,
      not_before_ms: pace.notBeforeMs,
      slowdown: pace.slowdown,
      went_well: pace.wentWell,
      turns: JSON.stringify(pace.turns),
      version: seen.version + 1,
    })
    .where('service_key', '=', seen.service_key)
    .where('version', '=', seen.version)
    .executeTakeFirst();
  return replaced.numUpdatedRows > 0n;
}

/**
 * The time that all processes use, in milliseconds since 1970, when the statement runs. Those of a SQLite file are on one machine and share
 * its clock. Machines on one Postgres have clocks that differ, and one that is ahead would make all others wait: they use the server's.
 */
function nowOn(db: Db): RawBuilder<number> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const seconds = isSqlite ? sql`unixepoch('subsec')` : sql`extract(epoch from clock_timestamp())::double precision`;
  return sql<number>`(${seconds} * 1000)`;
}
