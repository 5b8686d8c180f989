import { later, utcDay } from '../../base/time.ts';
import type { Account, Affordability } from '../../schedule/budget.ts';
import { type Asking, keptCredits } from '../../schedule/keptCredits.ts';
import {
  type AccountState,
  accountsOf,
  chargedBetween,
  type Payer,
  type Refusal,
  type Split,
  sharesOf,
  whoPays,
} from '../../schedule/shares.ts';
import {
  loadWatchQueries,
  reservedForAccounts,
  type StoredQuery,
  type WatchQuery,
} from '../../store/claims/queries.ts';
import type { QueryClaim } from '../../store/claims/queue.ts';
import { accountSpent, openAccount, recordAccountSpending } from '../../store/snapshot/accountSpendingTable.ts';
import { oneAtATime, type Trx } from '../../store/store.ts';
import type { CheckParts } from '../checkParts.ts';

interface Booking {
  readonly day: string;
  readonly account: string;
  readonly credits: number;
}

/**
 * Divides what a check costs among its watches, where one of them or its matter has a budget. The watches that were due
 * pay, in equal shares; of a check on demand, for which none was due, all of its watches that are not paused.
 */
export class SharedPayment {
  readonly #parts: CheckParts;
  readonly #claim: QueryClaim;
  readonly #all: readonly Payer[];
  readonly #accounts: readonly Account[];
  #split: Split;
  #gaveWay: readonly Refusal[] = [];
  #unstored: readonly Booking[] = [];

  private constructor(parts: CheckParts, claim: QueryClaim, payers: readonly Payer[]) {
    this.#parts = parts;
    this.#claim = claim;
    this.#all = payers;
    const accounts = payers.flatMap((payer) => payer.accounts);
    // Always in one order, in which they are locked.
    this.#accounts = [...new Map(accounts.map((one) => [one.key, one])).values()].sort((a, b) =>
      a.key < b.key ? -1 : 1,
    );
    this.#split = { before: new Map(), payers, credits: 0 };
  }

  /** Undefined where no watch of the query has a budget, nor its matter: then nothing more is asked or written. */
  static async open(parts: CheckParts, query: StoredQuery, claim: QueryClaim): Promise<SharedPayment | undefined> {
    const { config, watches, store, clock } = parts;
    const asking = await loadWatchQueries(store.db, [query.id]);
    const payerOf = ({ watchId }: WatchQuery): Payer => {
      const watch = watches.get(watchId);
      return { watchId, accounts: watch === undefined ? [] : accountsOf(watch, config) };
    };
    if (asking.every((one) => payerOf(one).accounts.length === 0)) return undefined;
    const payers = dueOf(asking, later(claim.servesUntil, clock())).map(payerOf);
    return payers.length === 0 ? undefined : new SharedPayment(parts, claim, inTurn(payers, claim.fence));
  }

  /** Why accounts gave way while others pay the check, each once. */
  get gaveWay(): readonly Refusal[] {
    return [...new Map(this.#gaveWay.map((one) => [one.account?.key, one])).values()];
  }

  get shares(): Readonly<Record<string, number>> {
    return Object.fromEntries(sharesOf(this.#split));
  }

  async lock(trx: Trx): Promise<void> {
    for (const { key } of this.#accounts) await oneAtATime(trx, `budget of ${key}`);
  }

  /** Whether so many credits could be paid on the first day of a month, with nothing spent. */
  couldEverAfford(credits: number): boolean {
    return whoPays(this.#split, credits, () => nothingSpent).split.payers.length > 0;
  }

  /** Whether somebody can pay so many credits more, under the lock. Then who can pays from now on. */
  async afford(trx: Trx, credits: number, { now, asking }: { now: Date; asking: Asking }): Promise<Affordability> {
    const { config } = this.#parts;
    const reserved = await reservedForAccounts(trx, this.#claim, now);
    const states = new Map<string, AccountState>();
    for (const account of this.#accounts) {
      const spent = await this.#spent(trx, account, utcDay(now));
      const { watchId, matter, budget } = account;
      const kept = watchId === undefined ? await keptCredits(trx, asking, { config, now, budget, matter }) : undefined;
      states.set(account.key, { ...spent, reserved: reserved.get(account.key) ?? 0, kept });
    }
    const { split, gaveWay } = whoPays(this.#split, credits, ({ key }) => states.get(key) ?? nothingSpent);
    if (split.payers.length === 0) return soonest(gaveWay) ?? { ok: true };
    this.#split = split;
    this.#gaveWay = [...this.#gaveWay, ...gaveWay];
    return { ok: true };
  }

  async #spent(trx: Trx, { key, watchId, matter }: Account, day: string) {
    const ofMatter = () => this.#parts.config.watches.filter((watch) => watch.matter === matter).map(({ id }) => id);
    const ids = () => (watchId === undefined ? ofMatter() : [watchId]);
    return (await accountSpent(trx, key, day)) ?? openAccount(trx, key, day, ids());
  }

  /** Charges credits to whoever pays now; a negative number gives them back. */
  spend(day: string, credits: number): void {
    const before = sharesOf(this.#split);
    this.#split = { ...this.#split, credits: this.#split.credits + credits };
    const charged = chargedBetween(this.#all, before, sharesOf(this.#split));
    this.#unstored = [...this.#unstored, ...[...charged].map(([account, part]) => ({ day, account, credits: part }))];
  }

  reservedFor(credits: number): Map<string, number> {
    return chargedBetween(this.#all, sharesOf(this.#split), sharesOf(this.#split, credits));
  }

  /** Stores what was charged. @returns what to do once that is committed */
  async write(trx: Trx): Promise<() => void> {
    const bookings = this.#unstored;
    const lines = Map.groupBy(bookings, ({ account, day }) => `${day} ${account}`);
    for (const [, [first, ...more]] of [...lines].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (first === undefined) continue;
      const credits = more.reduce((sum, booking) => sum + booking.credits, first.credits);
      if (credits !== 0) await recordAccountSpending(trx, first.account, first.day, credits);
    }
    return () => {
      this.#unstored = this.#unstored.filter((booking) => !bookings.includes(booking));
    };
  }
}

const nothingSpent: AccountState = { spentToday: 0, spentThisMonth: 0, reserved: 0 };

/** The watches for which a query is asked: those that are due; of a check on demand all that are not paused. */
export function dueOf(asking: readonly WatchQuery[], now: Date): readonly WatchQuery[] {
  const checked = asking.filter(({ isChecked }) => isChecked);
  const due = checked.filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt <= now.toISOString());
  return [due, checked, asking].find((some) => some.length > 0) ?? [];
}

/** A credit that cannot be divided goes to another watch each time. */
function inTurn(payers: readonly Payer[], check: number): Payer[] {
  const sorted = payers.toSorted((a, b) => (a.watchId < b.watchId ? -1 : 1));
  const first = check % sorted.length;
  return [...sorted.slice(first), ...sorted.slice(0, first)];
}

/** Of several reasons the one that passes first: then there is somebody again who pays. */
function soonest(reasons: readonly Refusal[]): Refusal | undefined {
  return reasons.find(({ period }) => period === 'day') ?? reasons[0];
}
