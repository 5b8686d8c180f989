import { sql } from 'kysely';
import { isHeld } from '../claims/queries.ts';
import type { SpendingTable } from '../schema/snapshotTables.ts';
import type { Db } from '../store.ts';

/** Adds what a check cost to the ledger line of its day (`YYYY-MM-DD`, UTC) and operation. */
export async function recordSpending(db: Db, { day, operation, requests, credits }: SpendingTable): Promise<void> {
  await db
    .insertInto('spending')
    .values({ day, operation, requests, credits })
    .onConflict((conflict) =>
      conflict.columns(['day', 'operation']).doUpdateSet((eb) => ({
        requests: eb('spending.requests', '+', eb.ref('excluded.requests')),
        credits: eb('spending.credits', '+', eb.ref('excluded.credits')),
      })),
    )
    .execute();
}

/** Credits spent on a day (`YYYY-MM-DD`, UTC), both operations together. */
export function spentOn(db: Db, day: string): Promise<number> {
  return sumCredits(db, day, day);
}

/** Credits spent in a month (`YYYY-MM`, UTC), both operations together. */
export function spentInMonth(db: Db, month: string): Promise<number> {
  // Days are text and sort as text; no day sorts after `-31`.
  return sumCredits(db, `${month}-01`, `${month}-31`);
}

/** The ledger from `sinceDay` (`YYYY-MM-DD`, UTC) on, newest day first, one line per day and operation. */
export async function listSpending(db: Db, sinceDay: string): Promise<SpendingTable[]> {
  const lines = await db
    .selectFrom('spending')
    .selectAll()
    .where('day', '>=', sinceDay)
    .orderBy('day', 'desc')
    .orderBy('operation')
    .execute();
  return lines.map((line) => ({ ...line, credits: roundedCredits(line.credits) }));
}

async function sumCredits(db: Db, firstDay: string, lastDay: string): Promise<number> {
  const row = await db
    .selectFrom('spending')
    .select((eb) => eb.fn.sum<number | null>('credits').as('credits'))
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .executeTakeFirst();
  return roundedCredits(row?.credits ?? 0);
}

/** Credits split between so many, to the credit: whole ones as evenly as they go, the first getting what is left. */
export function splitCredits(credits: number, count: number): number[] {
  const each = Math.floor(credits / Math.max(1, count));
  const left = roundedCredits(credits - each * count);
  const [whole, rest] = [Math.floor(left), roundedCredits(left - Math.floor(left))];
  return Array.from({ length: count }, (_, place) =>
    roundedCredits(each + (place < whole ? 1 : 0) + (place === 0 ? rest : 0)),
  );
}

/** Sums of tenths are inexact in the last binary digit. Unrounded, they would miss a budget that is used up exactly. */
export function roundedCredits(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}

/** What one run of some queries costs, by the schedule and the priority that they share. */
export interface CreditsDue {
  readonly schedule: string;
  readonly timezone: string;
  readonly credits: number;
  /** Part of them: of the checks that are under way for what is due now. */
  readonly underWay: number;
  /** The highest of their watches: 0 low, 1 normal, 2 high. */
  readonly priority: number;
  /** When the first of them is due, ISO. */
  readonly nextDueAt: string;
}

/**
 * What the queries that have a baseline and fall due until a moment (ISO) cost each time, as their last complete check
 * did.
 * @param matter only the share of this matter's watches; absent: all
 */
export async function creditsDue(db: Db, until: string, now: Date, matter?: string): Promise<CreditsDue[]> {
  const ofMatter = sql`select id from watches where matter = ${matter ?? ''}`;
  const isOurs = sql<number>`case when watch_id in (${ofMatter}) then 1.0 else 0.0 end`;
  const share = matter === undefined ? sql<number>`1.0` : sql<number>`avg(${isOurs})`;
  const isUnderWay = sql`${isHeld('queries', now)} and due.next_due_at <= ${now.toISOString()}`;
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('watch_queries')
        .select([
          'query_id',
          share.as('share'),
          ({ fn }) => fn.min('schedule').as('schedule'),
          ({ fn }) => fn.min('timezone').as('timezone'),
          ({ fn }) => fn.max('priority').as('priority'),
          ({ fn }) => fn.min('next_due_at').as('next_due_at'),
        ])
        .where('baseline_at', 'is not', null)
        .where('next_due_at', '<', until)
        .groupBy('query_id')
        .as('due'),
    )
    .innerJoin('queries', 'queries.id', 'due.query_id')
    .innerJoin('checks', 'checks.id', 'queries.last_complete_check')
    .select(['due.schedule', 'due.timezone', 'due.priority'])
    .select(sql<number>`sum(checks.credits * due.share)`.as('credits'))
    .select(sql<number>`sum(case when ${isUnderWay} then checks.credits * due.share else 0 end)`.as('underWay'))
    .select(({ fn }) => fn.min('due.next_due_at').as('nextDueAt'))
    .groupBy(['due.schedule', 'due.timezone', 'due.priority'])
    .execute();
  return rows.map(({ credits, underWay, nextDueAt, ...rule }) => ({
    ...rule,
    credits: roundedCredits(credits),
    underWay: roundedCredits(underWay),
    nextDueAt: nextDueAt ?? until,
  }));
}
