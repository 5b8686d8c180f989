import { sql } from 'kysely';
import { isHeld } from '../claims/queries.ts';
import type { LedgerTable } from '../schema/snapshotTables.ts';
import { allOf, type Db } from '../store.ts';

// A call is charged to `everything`, and in parts to the watches that pay for it and to their matters.

export const everything = 'everything';

export function watchAccount(id: string): string {
  return `watch ${id}`;
}

export function matterAccount(matter: string): string {
  return `matter ${matter}`;
}

/** Adds lines to the rows of their account, day and operation, in a fixed order, so that row locks cannot deadlock. */
export async function book(db: Db, lines: readonly LedgerTable[]): Promise<void> {
  const rows = [...Map.groupBy(lines, ({ account, day, operation }) => `${account} ${day} ${operation}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, same]) => {
      const requests = same.reduce((sum, line) => sum + line.requests, 0);
      const credits = roundedCredits(same.reduce((sum, line) => sum + line.credits, 0));
      return same[0] === undefined || (requests === 0 && credits === 0) ? [] : [{ ...same[0], requests, credits }];
    });
  if (rows.length === 0) return;
  await db
    .insertInto('ledger')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'day', 'operation'])
        .doUpdateSet((eb) => ({
          requests: eb('ledger.requests', '+', eb.ref('excluded.requests')),
          credits: eb('ledger.credits', '+', eb.ref('excluded.credits')),
        })),
    )
    .execute();
}

/** Credits of a day and of a month, both in UTC. */
export type Spent = Readonly<{ today: number; thisMonth: number }>;

/** Returns what each account spent on a day (`YYYY-MM-DD`, UTC) and in its month. Absent: nothing. */
export async function spentBy(db: Db, accounts: readonly string[], day: string): Promise<ReadonlyMap<string, Spent>> {
  const month = day.slice(0, 7);
  const rows = await db
    .selectFrom('ledger')
    .select(['account', 'day', 'credits'])
    .where('account', 'in', accounts)
    // Days are text and sort as text. No day sorts after `-31`.
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .execute();
  const sum = (some: typeof rows) => roundedCredits(some.reduce((total, row) => total + row.credits, 0));
  const byAccount = [...Map.groupBy(rows, ({ account }) => account)];
  const spentOf = (some: typeof rows) => ({ today: sum(some.filter((row) => row.day === day)), thisMonth: sum(some) });
  return new Map(byAccount.map(([account, some]) => [account, spentOf(some)]));
}

export async function spentInAll(db: Db, day: string): Promise<Spent> {
  return (await spentBy(db, [everything], day)).get(everything) ?? { today: 0, thisMonth: 0 };
}

export async function listSpending(db: Db, sinceDay: string): Promise<Omit<LedgerTable, 'account'>[]> {
  const since = db.selectFrom('ledger').where('account', '=', everything).where('day', '>=', sinceDay);
  const columns = since.select(['day', 'operation', 'requests', 'credits']);
  const lines = await columns.orderBy('day', 'desc').orderBy('operation').execute();
  return lines.map((line) => ({ ...line, credits: roundedCredits(line.credits) }));
}

/** @param among counts only these watches, so a query that they share with others is charged to them in full */
export async function creditsPerWatch(
  db: Db,
  watchIds: readonly string[],
  sinceDay: string,
  among?: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('ledger')
    .select(['account', ({ fn }) => fn.sum<number>('credits').as('credits')])
    .where('account', 'in', watchIds.map(watchAccount))
    .where('day', '>=', sinceDay)
    .groupBy('account')
    .execute();
  const paid = new Map(rows.map(({ account, credits }) => [account, roundedCredits(credits)]));
  const beside = among === undefined ? undefined : await paidBesideOthers(db, among, sinceDay);
  return new Map(
    watchIds.flatMap((id) => {
      const credits = beside?.get(id) ?? paid.get(watchAccount(id));
      return credits === undefined ? [] : [[id, credits] as const];
    }),
  );
}

async function paidBesideOthers(db: Db, known: readonly string[], sinceDay: string): Promise<Map<string, number>> {
  const ofOthers = db.selectFrom('watchQueries').select('queryId').where('watchId', 'not in', known);
  const sharing = db.selectFrom('watchQueries').select('watchId').distinct().where('watchId', 'in', known);
  const ids = await allOf(sharing.where('queryId', 'in', ofOthers), 'watchId');
  const credits = new Map(ids.map((id) => [id, 0]));
  if (credits.size === 0) return credits;
  const asking = await db
    .selectFrom('watchQueries')
    .innerJoin('checks', 'checks.queryId', 'watchQueries.queryId')
    .select(['watchQueries.queryId', 'watchId', ({ fn }) => fn.sum<number>('credits').as('credits')])
    .where('watchId', 'in', known)
    .where('watchQueries.queryId', 'in', (eb) =>
      eb.selectFrom('watchQueries').select('queryId').where('watchId', 'in', ids),
    )
    .where('endedAt', '>=', sinceDay)
    .groupBy(['watchQueries.queryId', 'watchId'])
    .orderBy('watchId')
    .execute();
  for (const some of Map.groupBy(asking, (one) => one.queryId).values()) {
    const parts = splitCredits(some[0]?.credits ?? 0, some.length);
    for (const [place, { watchId: id }] of some.entries())
      if (credits.has(id)) credits.set(id, roundedCredits((credits.get(id) ?? 0) + (parts[place] ?? 0)));
  }
  return credits;
}

/** Splits credits into whole ones as evenly as possible. The first parts get the remainder. */
export function splitCredits(credits: number, count: number): number[] {
  const each = Math.floor(credits / Math.max(1, count));
  const left = roundedCredits(credits - each * count);
  const [whole, rest] = [Math.floor(left), roundedCredits(left - Math.floor(left))];
  return Array.from({ length: count }, (_, place) =>
    roundedCredits(each + (place < whole ? 1 : 0) + (place === 0 ? rest : 0)),
  );
}

/** Rounds sums, because tenths are inexact in binary and a budget that is used up exactly would be missed. */
export function roundedCredits(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}

export interface CreditsDue {
  readonly schedule: string;
  readonly timezone: string;
  readonly credits: number;
  /** The weekly credits of adaptive queries, as their last checks chose; 0 where unknown. */
  readonly perWeek: number;
  readonly underWay: number; // The part of `credits` for checks under way.
  readonly priority: number;
  readonly nextDueAt: string;
}

/** Returns what is due before `until` (ISO), at the cost of the last complete checks. @param whose absent: all */
export async function creditsDue(
  db: Db,
  until: string,
  now: Date,
  whose: { readonly watchId?: string | undefined; readonly matter?: string | undefined } = {},
): Promise<CreditsDue[]> {
  const { watchId, matter } = whose;
  const ofMatter = sql`select id from watches where matter = ${matter ?? ''}`;
  const isTheirs = watchId === undefined ? sql`watch_id in (${ofMatter})` : sql`watch_id = ${watchId}`;
  const isAll = watchId === undefined && matter === undefined;
  const share = isAll ? sql<number>`1.0` : sql<number>`avg(case when ${isTheirs} then 1.0 else 0.0 end)`;
  const isUnderWay = sql`${isHeld('queries', now)} and due.next_due_at <= ${now.toISOString()}`;
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('watchQueries')
        .select([
          'queryId',
          share.as('share'),
          // One of the query's schedules, with the zone of that schedule.
          sql<string>`min(schedule || '|' || timezone)`.as('rule'),
          ({ fn }) => fn.max('priority').as('priority'),
          ({ fn }) => fn.min('nextDueAt').as('nextDueAt'),
        ])
        .where('baselineAt', 'is not', null)
        .where('nextDueAt', '<', until)
        .groupBy('queryId')
        .as('due'),
    )
    .innerJoin('queries', 'queries.id', 'due.queryId')
    .innerJoin('checks', 'checks.id', 'queries.lastCompleteCheck')
    .select(['due.rule', 'due.priority'])
    .select(sql<number>`sum(checks.credits * due.share)`.as('credits'))
    .select(sql<number>`sum(checks.credits * due.share * coalesce(queries.checks_per_week, 0))`.as('perWeek'))
    .select(sql<number>`sum(case when ${isUnderWay} then checks.credits * due.share else 0 end)`.as('underWay'))
    .select(({ fn }) => fn.min('due.nextDueAt').as('nextDueAt'))
    .groupBy(['due.rule', 'due.priority'])
    .execute();
  return rows.map(({ rule, credits, perWeek, underWay, nextDueAt, priority }) => {
    const [schedule = '', timezone = ''] = rule.split('|');
    const rounded = { credits: roundedCredits(credits), underWay: roundedCredits(underWay) };
    return { schedule, timezone, priority, ...rounded, perWeek, nextDueAt: nextDueAt ?? until };
  });
}
