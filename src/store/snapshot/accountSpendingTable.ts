import type { Db } from '../store.ts';
import { creditsPerWatch } from './gaugesQueries.ts';
import { roundedCredits } from './spendingTable.ts';

/** What an account has spent, in credits; day and month are those of UTC. */
export interface AccountSpent {
  readonly spentToday: number;
  readonly spentThisMonth: number;
}

/** Adds to what an account has spent on a day (`YYYY-MM-DD`, UTC). */
export async function recordAccountSpending(db: Db, account: string, day: string, credits: number): Promise<void> {
  await db
    .insertInto('account_spending')
    .values({ account, day, credits })
    .onConflict((conflict) =>
      conflict.columns(['account', 'day']).doUpdateSet((eb) => ({
        credits: eb('account_spending.credits', '+', eb.ref('excluded.credits')),
      })),
    )
    .execute();
}

/** What an account has spent on a day and in its month; undefined where nothing was charged to it in that month yet. */
export async function accountSpent(db: Db, account: string, day: string): Promise<AccountSpent | undefined> {
  const rows = await db
    .selectFrom('account_spending')
    .select(['day', 'credits'])
    .where('account', '=', account)
    .where('day', '>=', `${day.slice(0, 7)}-01`)
    .where('day', '<=', `${day.slice(0, 7)}-31`)
    .execute();
  if (rows.length === 0) return undefined;
  const sum = (some: typeof rows) => roundedCredits(some.reduce((total, row) => total + row.credits, 0));
  return { spentToday: sum(rows.filter((row) => row.day === day)), spentThisMonth: sum(rows) };
}

/**
 * Opens an account with what its watches have paid in this month already: a budget that is set in the middle of a month
 * counts from the month's first day.
 */
export async function openAccount(
  db: Db,
  account: string,
  day: string,
  watchIds: readonly string[],
): Promise<AccountSpent> {
  const first = `${day.slice(0, 7)}-01`;
  const paidSince = async (since: string) => {
    const perWatch = await creditsPerWatch(db, watchIds, `${since}T00:00:00.000Z`, { by: 'started_at' });
    return roundedCredits([...perWatch.values()].reduce((sum, credits) => sum + credits, 0));
  };
  const [spentThisMonth, spentToday] = [await paidSince(first), await paidSince(day)];
  await recordAccountSpending(db, account, day, spentToday);
  if (day !== first) await recordAccountSpending(db, account, first, roundedCredits(spentThisMonth - spentToday));
  return { spentToday, spentThisMonth };
}
