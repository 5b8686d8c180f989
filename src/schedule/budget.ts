import { dayMs, utcDay } from '../base/time.ts';
import type { CheckCause } from '../base/words/watchWords.ts';
import { type Budget, type Config, isLimit, type WatchConfig } from '../config/config.ts';
import { reservedByOthers } from '../store/claims/queries.ts';
import type { QueryClaim } from '../store/claims/queue.ts';
import {
  type CreditsDue,
  creditsDue,
  everything,
  matterAccount,
  roundedCredits,
  type Spent,
  spentBy,
  spentInAll,
  splitCredits,
  watchAccount,
} from '../store/snapshot/ledgerTable.ts';
import type { Db, Trx } from '../store/store.ts';
import { courtWeek, weeksOfNews } from './adaptive/nextCheck.ts';
import { slotsIn } from './nextDue.ts';

export interface Account {
  readonly key: string; // Key in the ledger: `everything`, `matter M-2026-014`, `watch widget`.
  readonly name: string; // Name that anybody may read; '' for everything.
  readonly option: string;
  readonly budget: Budget;
  readonly watchId?: string | undefined;
  readonly matter?: string | undefined; // Of a matter, or of a watch that is not confidential.
}

/** `watchId` is empty for a preview, which no watch pays. */
export type Payer = Readonly<{ watchId: string; accounts: readonly Account[] }>;

export function payerOf(watchId: string, watch: WatchConfig | undefined, config: Accounted): Payer {
  const { matter, budget = {}, confidential = false } = watch ?? {};
  const name = confidential ? `a confidential watch${matter === undefined ? '' : ` of matter ${matter}`}` : undefined;
  const own: Account = {
    key: watchAccount(watchId),
    name: name ?? `watch ${watchId}`,
    option: confidential ? 'its own budget' : `watches[${watchId}].budget`,
    budget,
    watchId,
    matter: confidential ? undefined : matter,
  };
  return { watchId, accounts: [everythingOf(config.budget), ...matterAccounts(matter, config.matters), own] };
}

type Accounted = Partial<Pick<Config, 'budget' | 'matters'>>;

function matterAccounts(matter: string | undefined, matters: Accounted['matters']): Account[] {
  if (matter === undefined) return [];
  const budget = matters?.[matter]?.budget ?? {};
  return [{ key: matterAccount(matter), name: `matter ${matter}`, option: `matters.${matter}.budget`, budget, matter }];
}

export function everythingOf(budget: Budget = {}): Account {
  return { key: everything, name: '', option: 'budget', budget };
}

export function limitedAccounts(payers: readonly Payer[]): Account[] {
  const limited = payers.flatMap(({ accounts }) => accounts.filter(({ budget }) => isLimit(budget)));
  return [...new Map(limited.map((account) => [account.key, account])).values()];
}

/** Returns each account and period with a limit, such as `everything day`. */
export function limitedPeriods(config: Accounted & Pick<Config, 'watches'>): Set<string> {
  const payers = config.watches.map((watch) => payerOf(watch.id, watch, config));
  const limited = limitedAccounts([...payers, { watchId: '', accounts: [everythingOf(config.budget)] }]);
  return new Set(
    limited.flatMap(({ key, budget: { perDay, perMonth } }) => [
      ...(perDay === undefined ? [] : [`${key} day`]),
      ...(perMonth === undefined ? [] : [`${key} month`]),
    ]),
  );
}

export interface Refusal {
  readonly ok: false;
  readonly period: 'day' | 'month';
  readonly reason: string;
  readonly account: Account;
  readonly isKept: boolean; // True if credits exist, but are kept for watches of higher priority.
  readonly isForGood: boolean; // True if the check costs more than a whole period of the budget.
}

export function causeOf({ account, period, isKept }: Refusal): CheckCause {
  if (isKept) return 'priority';
  if (account.key === everything) return 'budget';
  return account.watchId === undefined ? `matter-${period}` : `watch-${period}`;
}

/** Says which checks stop, why, and what lets them resume. */
export function skippedWords({ period, reason, account: { name }, isForGood }: Refusal): string {
  const until = isForGood
    ? `No ${period} can pay for them: raise the budget in the config.`
    : `They resume when the next ${period} begins (UTC), or with a larger budget in the config.`;
  return `Checks${name === '' ? '' : ` of ${name}`} are skipped: ${reason}. ${until}`;
}

export type Affordability = { readonly ok: true } | Refusal;

export interface Kept {
  readonly today: number;
  readonly thisMonth: number;
  readonly byPriority: boolean; // For watches of higher priority; false: for searches that were checked before.
}

export type AccountState = Readonly<{ spent: Spent; reserved: number; kept?: Kept | undefined }>;

/** True if the credits fit into the budget, including an exact fit. */
export function affords(account: Account, credits: number, { spent, reserved, kept: keptFor }: AccountState) {
  const { budget, option } = account;
  const need = account.key === everything ? 'the check needs' : 'its share of the check is';
  // The month comes first: a day's budget is renewed tomorrow, so the month is what to report.
  const periods = [
    ['month', budget.perMonth, spent.thisMonth, keptFor?.thisMonth ?? 0, `${option}.perMonth`],
    ['day', budget.perDay, spent.today, keptFor?.today ?? 0, `${option}.perDay`],
  ] as const;
  for (const [period, limit, ofPeriod, kept, where] of periods) {
    const taken = roundedCredits(ofPeriod + reserved);
    if (limit === undefined || roundedCredits(taken + kept + credits) <= limit) continue;
    const whom = keptFor?.byPriority ? 'watches of higher priority' : 'searches that were checked before';
    const others = kept === 0 ? '' : `, ${whom} need ${kept} more,`;
    const isForGood = credits > limit;
    const reason = isForGood
      ? `${need} about ${credits} credits, more than the ${limit} of a whole ${period} (${where})`
      : `${period === 'day' ? 'today' : 'this month'} (UTC) ${taken} of ${limit} credits are spent${others} and ` +
        `${need} about ${credits} (${where})`;
    const isKept = keptFor?.byPriority === true && taken + credits <= limit;
    return { ok: false, period, reason, account, isKept, isForGood } satisfies Refusal;
  }
  return { ok: true } as const;
}

/** Returns undefined while the budget of everything can pay for the cheapest check. */
export async function spentBudget(db: Db, config: Pick<Config, 'budget' | 'service'>, now: Date) {
  const { pacer, wipo } = config.service.prices;
  const spent = await spentInAll(db, utcDay(now));
  const affordable = affords(everythingOf(config.budget), Math.min(pacer, wipo), { spent, reserved: 0 });
  return affordable.ok ? undefined : affordable;
}

export interface Split {
  /** Earlier shares by watch, from before a payer ran out of budget. */
  readonly before: ReadonlyMap<string, number>;
  /** Current payers. Credits that cannot be divided go to the first ones. */
  readonly payers: readonly Payer[];
  readonly credits: number;
}

/** Returns credits by watch. The shares add up exactly to what was charged. */
export function sharesOf({ before, payers, credits }: Split, more = 0): Map<string, number> {
  const shares = new Map(before);
  const parts = splitCredits(roundedCredits(credits + more), payers.length);
  for (const [place, { watchId }] of payers.entries())
    shares.set(watchId, roundedCredits((shares.get(watchId) ?? 0) + (parts[place] ?? 0)));
  return shares;
}

/** Returns what these payers are charged when one split replaces another, by account key. */
export function chargedBetween(payers: readonly Payer[], split: Split, next: Split, more = 0): Map<string, number> {
  const [before, after] = [sharesOf(split), sharesOf(next, more)];
  const charged = new Map<string, number>();
  for (const { watchId, accounts } of payers) {
    const credits = (after.get(watchId) ?? 0) - (before.get(watchId) ?? 0);
    for (const { key } of accounts) charged.set(key, roundedCredits((charged.get(key) ?? 0) + credits));
  }
  return charged;
}

/** Drops payers who cannot pay their share, so the other shares grow. @returns also why each account dropped out */
export function whoPays(split: Split, credits: number, stateOf: (account: Account) => AccountState) {
  const gaveWay: Refusal[] = [];
  let { payers } = split;
  for (;;) {
    const isSame = payers.length === split.payers.length;
    const next = isSame ? split : { before: sharesOf(split), payers, credits: 0 };
    const charged = chargedBetween(payers, split, next, credits);
    const refusals = limitedAccounts(payers).flatMap((account) => {
      const affordable = affords(account, charged.get(account.key) ?? 0, stateOf(account));
      // Another day, those who dropped out may pay their shares.
      return affordable.ok ? [] : [{ ...affordable, isForGood: affordable.isForGood && isSame }];
    });
    if (refusals.length === 0) return { split: next, gaveWay };
    gaveWay.push(...refusals);
    const refused = new Set(refusals.map(({ account }) => account.key));
    payers = payers.filter(({ accounts }) => !accounts.some(({ key }) => refused.has(key)));
  }
}

const ranks: Readonly<Record<NonNullable<WatchConfig['priority']>, number>> = { low: 0, normal: 1, high: 2 };

/** Returns the rank of a watch. When a budget is short, the lowest rank is dropped first. */
export function rankOf({ priority = 'normal' }: Pick<WatchConfig, 'priority'>): number {
  return ranks[priority];
}

/** Returns credits per remaining day; undefined without a budget. @param daysLeft of this month, including today */
export function perDayLeft({ perDay, perMonth }: Budget, spentThisMonth: number, daysLeft: number): number | undefined {
  const ofMonth = perMonth === undefined ? [] : [Math.max(0, perMonth - spentThisMonth) / Math.max(1, daysLeft)];
  const limits = [...(perDay === undefined ? [] : [perDay]), ...ofMonth];
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Returns the start of the next day or month (UTC), when the budget is renewed. */
export function startOfNext(period: 'day' | 'month', now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return new Date(period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1));
}

export interface Asking {
  readonly rank: number; // The highest rank of the query's watches (`rankOf`).
  readonly isFirst: boolean;
}

/** Takes into account what is spent, kept for others, or reserved by other checks than `claim`. */
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

type AskedFor = Readonly<{ config: Pick<Config, 'watches'>; now: Date; claim?: QueryClaim | undefined }>;

export const nothingSpent: AccountState = { spent: { today: 0, thisMonth: 0 }, reserved: 0 };

/** A first check, possibly of 900 new case numbers, also leaves today's credits to queries that were checked before. */
async function keptCredits(
  trx: Trx,
  { budget, key, watchId, matter }: Account,
  { rank, isFirst }: Asking,
  { config, now }: AskedFor,
): Promise<Kept | undefined> {
  if (watchId !== undefined && rank > behindAll.rank) return undefined;
  const isLower = config.watches.some((watch) => rankOf(watch) > rank);
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

/** For checks that must leave every schedule the credits it needs. */
export const behindAll: Asking = { rank: -1, isFirst: true };

const nothing = { credits: 0, byPriority: false };

/** Estimates credits until `end`: adaptive queries by their pace and a week's news, and no missed slots. */
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
