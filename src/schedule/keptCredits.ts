import { dayMs, utcDay } from '../base/time.ts';
import type { Config } from '../config/config.ts';
import { reservedByOthers } from '../store/claims/queries.ts';
import type { QueryClaim } from '../store/claims/queue.ts';
import { type CreditsDue, creditsDue, everything, spentBy } from '../store/snapshot/ledgerTable.ts';
import type { Trx } from '../store/store.ts';
import { courtWeek, weeksOfNews } from './adaptive/nextCheck.ts';
import {
  type Account,
  type AccountState,
  type Kept,
  limitedAccounts,
  type Refusal,
  ranksOf,
  type Split,
  startOfNext,
  whoPays,
} from './budget.ts';
import { slotsIn } from './nextDue.ts';

export interface Asking {
  /** The highest of its watches (`rankOf`). */
  readonly rank: number;
  /** Nothing of it is known yet. */
  readonly isFirst: boolean;
}

/**
 * Beside what is spent, reserved by other checks and kept for others.
 * @param asking.claim its own reservation is not among the others'
 */
export async function paysNow(
  trx: Trx,
  split: Split,
  credits: number,
  { config, now, claim, ...asking }: Asking & AskedFor,
): Promise<{ readonly split: Split; readonly gaveWay: readonly Refusal[] }> {
  const accounts = limitedAccounts(split.payers);
  const keys = accounts.map(({ key }) => key);
  const reserved = await reservedByOthers(trx, claim, now);
  const spent = await spentBy(trx, keys, utcDay(now));
  const states = new Map<string, AccountState>();
  for (const account of accounts)
    states.set(account.key, {
      spent: spent.get(account.key) ?? nothingSpent.spent,
      reserved: reserved.get(account.key) ?? 0,
      kept: await keptCredits(trx, account, asking, { config, now }),
    });
  return whoPays(split, credits, ({ key }) => states.get(key) ?? nothingSpent);
}

interface AskedFor {
  readonly config: Pick<Config, 'watches'>;
  readonly now: Date;
  readonly claim?: QueryClaim | undefined;
}

export const nothingSpent: AccountState = { spent: { today: 0, thisMonth: 0 }, reserved: 0 };

/**
 * For watches of higher priority all that their slots of the day and month will cost. A first check, which may be of
 * nine hundred numbers that somebody just entered, also leaves today's credits to what is watched already.
 */
async function keptCredits(
  trx: Trx,
  { budget, key, watchId, matter }: Account,
  { rank, isFirst }: Asking,
  { config, now }: AskedFor,
): Promise<Kept | undefined> {
  if (watchId !== undefined && rank > behindAll.rank) return undefined;
  const isLower = ranksOf(config.watches).highest > rank;
  const isHigher = ({ priority }: CreditsDue) => priority > rank;
  const kept = async (period: 'day' | 'month', isOurs: (rule: CreditsDue) => boolean) => {
    const end = startOfNext(period, now);
    const whose = key === everything ? {} : { watchId, matter };
    const rules = (await creditsDue(trx, end.toISOString(), now, whose)).filter(isOurs);
    return { credits: creditsUntil(end, rules, now), byPriority: rules.some(isHigher) };
  };
  const isKnown = (rule: CreditsDue) => isHigher(rule) || (isFirst && rule.priority === rank);
  const day = budget.perDay !== undefined && (isLower || isFirst) ? await kept('day', isKnown) : nothing;
  const month = budget.perMonth !== undefined && isLower ? await kept('month', isHigher) : nothing;
  return { today: day.credits, thisMonth: month.credits, byPriority: day.byPriority || month.byPriority };
}

/** Whoever is to leave to every schedule what it needs. */
export const behindAll: Asking = { rank: -1, isFirst: true };

const nothing = { credits: 0, byPriority: false };

/** Adaptive ones at their own pace, which follows the news of a week. Slots that were missed are not made up for. */
function creditsUntil(end: Date, rules: readonly CreditsDue[], now: Date): number {
  const cost = (rule: CreditsDue) => {
    const from = new Date(Math.max(now.getTime(), Date.parse(rule.nextDueAt)));
    const { slots, evenly } = slotsIn(rule, from, new Date(end.getTime() - 1));
    const runs = evenly === undefined ? slots.length : Math.floor((evenly * (end.getTime() - from.getTime())) / dayMs);
    const byPace = rule.perWeek === 0 ? 0 : rule.perWeek * weeksOfNews(courtWeek(rule.timezone), from, end);
    return rule.credits - rule.underWay + Math.max(rule.credits * runs, byPace);
  };
  return Math.round(rules.reduce((sum, rule) => sum + cost(rule), 0));
}
