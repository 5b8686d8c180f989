import { type Config, isLimit, type WatchConfig } from '../config/config.ts';
import { roundedCredits, splitCredits } from '../store/snapshot/spendingTable.ts';
import { type Account, type Affordability, affords, type Kept } from './budget.ts';

// Who pays a check that several watches share, and whether each of them can. Pure.

/** A watch that pays its share of a check, and the budgets that this is charged to: its own, and that of its matter. */
export interface Payer {
  readonly watchId: string;
  readonly accounts: readonly Account[];
}

/** The budgets that the share of a watch is charged to. */
export function accountsOf(watch: WatchConfig, { matters = {} }: Partial<Pick<Config, 'matters'>>): Account[] {
  const { id, matter, budget, confidential = false } = watch;
  const ofMatter = matter !== undefined && Object.hasOwn(matters, matter) ? matters[matter]?.budget : undefined;
  const own: Omit<Account, 'budget'> = {
    key: `watch ${id}`,
    name: confidential ? `a confidential watch${matter === undefined ? '' : ` of matter ${matter}`}` : `watch ${id}`,
    option: confidential ? 'its own budget' : `watches[${id}].budget`,
    watchId: id,
    matter: confidential ? undefined : matter,
  };
  return [
    ...(isLimit(budget) ? [{ ...own, budget }] : []),
    ...(matter !== undefined && isLimit(ofMatter) ? [{ ...accountOfMatter(matter), budget: ofMatter }] : []),
  ];
}

function accountOfMatter(matter: string): Omit<Account, 'budget'> {
  return { key: `matter ${matter}`, name: `matter ${matter}`, option: `matters.${matter}.budget`, matter };
}

/** What each watch has paid of a check so far, and who pays what comes. */
export interface Split {
  /** Paid while others paid too that have no money left now, by watch. */
  readonly before: ReadonlyMap<string, number>;
  /** Who pays now, in the order in which credits that cannot be divided go to them. */
  readonly payers: readonly Payer[];
  /** What these have paid together. */
  readonly credits: number;
}

/**
 * What each watch has paid, by its id, when these pay so many credits more. To the credit: the shares add up to what
 * was charged.
 */
export function sharesOf({ before, payers, credits }: Split, more = 0): Map<string, number> {
  const shares = new Map(before);
  const parts = splitCredits(roundedCredits(credits + more), payers.length);
  for (const [place, { watchId }] of payers.entries())
    shares.set(watchId, roundedCredits((shares.get(watchId) ?? 0) + (parts[place] ?? 0)));
  return shares;
}

/** The same split, paid from now on by these alone. */
export function paidBy(split: Split, payers: readonly Payer[]): Split {
  if (payers.length === split.payers.length) return split;
  return { before: sharesOf(split), payers, credits: 0 };
}

/** What is charged to each account between two states of a check, by its key. */
export function chargedBetween(
  all: readonly Payer[],
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Map<string, number> {
  const charged = new Map<string, number>();
  for (const { watchId, accounts } of all) {
    const credits = (after.get(watchId) ?? 0) - (before.get(watchId) ?? 0);
    for (const { key } of accounts) charged.set(key, roundedCredits((charged.get(key) ?? 0) + credits));
  }
  return charged;
}

/** What the ledger and the checks under way leave of an account. */
export interface AccountState {
  readonly spentToday: number;
  readonly spentThisMonth: number;
  /** By other checks. */
  readonly reserved: number;
  /** For other checks. */
  readonly kept?: Kept | undefined;
}

export type Refusal = Extract<Affordability, { readonly ok: false }>;

/**
 * Who of the payers can pay `credits` more of a check. Those whose own budget, or that of their matter, cannot bear the
 * share give way; the shares of the others grow by theirs, until all that are left can pay.
 * @returns the split that they make, without a payer where none can pay; and why each account gave way
 */
export function whoPays(
  split: Split,
  credits: number,
  stateOf: (account: Account) => AccountState,
): { readonly split: Split; readonly gaveWay: readonly Refusal[] } {
  const gaveWay = new Map<string, Refusal>();
  let payers = split.payers;
  for (;;) {
    const next = paidBy(split, payers);
    const charged = chargedBetween(payers, sharesOf(split), sharesOf(next, credits));
    const refused = refusalsOf(payers, charged, stateOf);
    if (refused.size === 0) return { split: next, gaveWay: [...gaveWay.values()] };
    for (const [key, refusal] of refused) gaveWay.set(key, refusal);
    payers = payers.filter(({ accounts }) => !accounts.some(({ key }) => refused.has(key)));
  }
}

function refusalsOf(
  payers: readonly Payer[],
  charged: ReadonlyMap<string, number>,
  stateOf: (account: Account) => AccountState,
): Map<string, Refusal> {
  const accounts = new Map(payers.flatMap((payer) => payer.accounts.map((account) => [account.key, account])));
  const refused = new Map<string, Refusal>();
  for (const [key, account] of accounts) {
    const { spentToday, spentThisMonth, reserved, kept } = stateOf(account);
    const affordable = affords({
      budget: account.budget,
      account,
      kept,
      spentToday: roundedCredits(spentToday + reserved),
      spentThisMonth: roundedCredits(spentThisMonth + reserved),
      estimatedCredits: charged.get(key) ?? 0,
    });
    if (!affordable.ok) refused.set(key, affordable);
  }
  return refused;
}
