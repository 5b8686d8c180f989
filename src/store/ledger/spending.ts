import type { Db } from '../store.ts';
import type { SpendingTable } from '../tables.ts';

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
export async function spentOn(db: Db, day: string): Promise<number> {
  return sumCredits(db, day, day);
}

/** Credits spent in a month (`YYYY-MM`, UTC), both operations together. */
export async function spentInMonth(db: Db, month: string): Promise<number> {
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
  return lines.map((line) => ({ ...line, credits: rounded(line.credits) }));
}

async function sumCredits(db: Db, firstDay: string, lastDay: string): Promise<number> {
  const row = await db
    .selectFrom('spending')
    .select((eb) => eb.fn.sum<number | string | null>('credits').as('credits'))
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .executeTakeFirst();
  return rounded(Number(row?.credits ?? 0));
}

/** Sums of tenths go astray in the last binary digit, and would miss a budget that they use up exactly. */
function rounded(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}
