import { later, utcDay } from '../../base/time.ts';
import { whyUnwatched } from '../../base/words/watchWords.ts';
import { watchesById } from '../../config/config.ts';
import { pricePerPage } from '../../records/query.ts';
import {
  type Account,
  type Affordability,
  type Asking,
  type Refusal as BudgetRefusal,
  chargedBetween,
  everythingOf,
  limitedAccounts,
  nothingSpent,
  type Payer,
  payerOf,
  paysNow,
  rankOf,
  type Split,
  startOfNext,
  whoPays,
} from '../../schedule/budget.ts';
import { checkCost } from '../../schedule/costs.ts';
import { isDue } from '../../schedule/nextDue.ts';
import type { CallAccount } from '../../service/http/client.ts';
import { costOf, loadWatchQueries, type StoredQuery, type WatchQuery } from '../../store/claims/queries.ts';
import { ClaimLost, type QueryClaim } from '../../store/claims/queue.ts';
import { book, everything, roundedCredits } from '../../store/snapshot/ledgerTable.ts';
import { afterCommit, oneAtATime, type Trx } from '../../store/store.ts';
import type { CheckParts, Refusal } from '../checkParts.ts';
import { claimProbe, loadKeySuspension, lockKeySuspension } from './serviceKey.ts';

type AdmitParts = Pick<CheckParts, 'store' | 'config'>;

export async function admit(
  parts: AdmitParts,
  reservation: BudgetReservation,
  { now, onDemand }: { readonly now: Date; readonly onDemand: boolean },
): Promise<Refusal | undefined> {
  const suspension = onDemand ? undefined : await suspensionInForce(parts, reservation, now);
  if (suspension !== undefined) {
    const reason = `${whyUnwatched(suspension.errorClass)} since ${suspension.since}: ${suspension.reason}`;
    return { reason, retryAt: new Date(suspension.nextProbeAt) };
  }
  const budget = await reservation.reserve();
  if (budget.ok) return undefined;
  return { reason: `over budget: ${budget.reason}`, retryAt: startOfNext(budget.period, now), budget };
}

async function suspensionInForce({ store, config }: AdmitParts, reservation: BudgetReservation, now: Date) {
  if ((await loadKeySuspension(store.db, config.service)) === undefined) return undefined;
  return store.transaction(async (trx) => {
    await reservation.take(trx);
    const found = await lockKeySuspension(trx, config.service);
    const isProbe = found === undefined || (await claimProbe(trx, config.service, found, now));
    return isProbe ? undefined : found;
  });
}

/** Reserves credits in the store, so concurrent checks stay within budgets, and books each call before it is sent. */
export class BudgetReservation implements CallAccount {
  requests = 0;
  credits = 0;
  readonly #parts: CheckParts;
  readonly #query: StoredQuery;
  readonly #claim: QueryClaim | undefined;
  readonly #isOfWatches: boolean;
  #split: Split;
  #gaveWay: readonly BudgetRefusal[] = [];
  #cutShort: BudgetRefusal | undefined;
  #asking: Asking;
  #reserved = 0;
  #unstored: readonly { day: string; requests: number; charged: ReadonlyMap<string, number> }[] = [];
  #pricePerPage: number;
  #isTaken: boolean;

  /** @param claim absent in a dry run, which reserves nothing @param options.isOfWatches false for previews */
  constructor(
    parts: CheckParts,
    query: StoredQuery,
    claim?: QueryClaim,
    { isTaken = true, isOfWatches = false }: { isTaken?: boolean | undefined; isOfWatches?: boolean | undefined } = {},
  ) {
    this.#parts = parts;
    this.#query = query;
    this.#claim = claim;
    this.#isTaken = isTaken;
    this.#isOfWatches = isOfWatches;
    const nobody = { watchId: '', accounts: [everythingOf(parts.config.budget)] };
    this.#split = { before: new Map(), payers: [nobody], credits: 0 };
    this.#asking = { rank: rankOf({}), isFirst: query.lastCompleteCheck === null };
    this.#pricePerPage = pricePerPage(query, parts.config.service.prices);
  }

  async reserve(): Promise<Affordability> {
    if (this.#isOfWatches) await this.#findPayers();
    const last = costOf(this.#query.lastResult?.pages ?? []);
    const { pages, most } = checkCost(this.#query, last, this.#parts.config.service.prices);
    // A price above every budget may be an error of the service, so it must not stop all checks.
    if (whoPays(this.#split, most, () => nothingSpent).split.payers.length > 0) this.#pricePerPage = most / pages;
    return this.#reserveAtLeast(this.#pricePerPage * pages);
  }

  async affordsPage(): Promise<boolean> {
    const affordable = await this.#reserveAtLeast(this.#pricePerPage);
    if (affordable.ok) return true;
    const { perDay = 0, perMonth = 0 } = affordable.account.budget;
    const limit = affordable.period === 'day' ? perDay : perMonth;
    this.#cutShort = { ...affordable, isForGood: this.credits + this.#pricePerPage > limit };
    return false;
  }

  get paying(): readonly Account[] {
    return limitedAccounts(this.#split.payers);
  }

  /** Why accounts paid only a part of the check, or left it to others; one reason per account. */
  get gaveWay(): readonly BudgetRefusal[] {
    const all = [...this.#gaveWay, ...(this.#cutShort === undefined ? [] : [this.#cutShort])];
    return [...new Map(all.map((one) => [one.account.key, one])).values()];
  }

  /** When a check that the budget cut short can go further; undefined if a whole period cannot pay for that either. */
  furtherAt(now: Date): Date | undefined {
    if (this.#cutShort === undefined || this.#cutShort.isForGood) return undefined;
    return startOfNext(this.#cutShort.period, now);
  }

  count(highestCredits: number): (credits: number | undefined) => void {
    // A refund belongs to the day of the booking, even if a new day has begun.
    const day = utcDay(this.#parts.clock());
    this.#book(day, 1, highestCredits);
    return (credits) => {
      if (credits === undefined) return this.#book(day, -1, -highestCredits);
      this.#pricePerPage = Math.max(this.#pricePerPage, credits);
      if (credits !== highestCredits) this.#book(day, 0, credits - highestCredits);
    };
  }

  async settle(): Promise<void> {
    if (this.#unstored.length > 0) await this.#parts.store.transaction((trx) => this.storeIn(trx));
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  async take(trx: Trx): Promise<void> {
    if (this.#isTaken || this.#claim === undefined) return;
    const { store, clock } = this.#parts;
    if (!(await store.queue.checks.take(trx, this.#claim, clock()))) throw new ClaimLost();
    afterCommit(trx, () => {
      this.#isTaken = true;
    });
  }

  async storeIn(trx: Trx): Promise<void> {
    await this.take(trx);
    await this.write(trx);
  }

  async write(trx: Trx): Promise<void> {
    const unstored = this.#unstored;
    if (unstored.length > 0) {
      await this.#lock(trx);
      const { operation } = this.#query;
      const lines = unstored.flatMap(({ day, requests, charged }) =>
        [...charged].map(([account, credits]) => ({ account, day, operation, requests, credits })),
      );
      await book(trx, lines);
      if (this.#isLimited) await this.#store(trx, this.#reserved);
    }
    afterCommit(trx, () => {
      this.#unstored = this.#unstored.filter((booking) => !unstored.includes(booking));
    });
  }

  async #findPayers(): Promise<void> {
    const { config, store, clock } = this.#parts;
    const watches = watchesById(config.watches);
    const now = this.#claim === undefined ? clock() : later(this.#claim.servesUntil, clock());
    const due = dueOf(await loadWatchQueries(store.db, [this.#query.id]), now);
    if (due.length === 0) return;
    const payers = due.map(({ watchId }) => payerOf(watchId, watches.get(watchId), config));
    this.#split = { ...this.#split, payers: inTurn(payers, this.#claim?.fence ?? 0) };
    const ranks = due.map(({ watchId }) => rankOf(watches.get(watchId) ?? {}));
    this.#asking = { ...this.#asking, rank: Math.max(...ranks) };
  }

  #book(day: string, requests: number, credits: number): void {
    const next = { ...this.#split, credits: roundedCredits(this.#split.credits + credits) };
    const booking = { day, requests, charged: chargedBetween(this.#split.payers, this.#split, next) };
    this.#split = next;
    this.requests += requests;
    this.credits = roundedCredits(this.credits + credits);
    this.#reserved = Math.max(0, roundedCredits(this.#reserved - credits));
    this.#unstored = [...this.#unstored, booking];
  }

  async #reserveAtLeast(credits: number): Promise<Affordability> {
    if (!this.#isLimited || credits <= this.#reserved) return { ok: true };
    const { store, config, clock } = this.#parts;
    return store.transaction(async (trx) => {
      await this.#lock(trx);
      await this.storeIn(trx);
      const asking = { ...this.#asking, config, now: clock(), claim: this.#claim };
      const { split, gaveWay } = await paysNow(trx, this.#split, credits, asking);
      const refusal = split.payers.length === 0 ? mostTelling(gaveWay) : undefined;
      if (refusal !== undefined) return refusal;
      this.#split = split;
      this.#gaveWay = [...this.#gaveWay, ...gaveWay];
      if (!(await this.#store(trx, credits))) throw new ClaimLost();
      this.#reserved = credits;
      return { ok: true };
    });
  }

  /** Reserved and spent credits add up only if one check at a time changes them. */
  async #lock(trx: Trx): Promise<void> {
    if (this.#isLimited) await oneAtATime(trx, 'budget');
  }

  /** @returns false if the lease was lost: the reservation then belongs to another check */
  async #store(trx: Trx, credits: number): Promise<boolean> {
    if (this.#claim === undefined) return true;
    const { payers } = this.#split;
    const limited = new Set(limitedAccounts(payers).map(({ key }) => key));
    const charged = chargedBetween(payers, this.#split, this.#split, credits);
    const reserved = new Map([...charged].filter(([key]) => limited.has(key)));
    return this.#parts.store.queue.checks.reserve(trx, this.#claim, reserved);
  }

  get #isLimited(): boolean {
    return limitedAccounts(this.#split.payers).length > 0;
  }
}

export interface OpenCheck {
  readonly query: StoredQuery; // As it was when it was claimed.
  readonly claim: QueryClaim; // The check commits under this claim, and ends it in the same transaction.
  readonly startedAt: Date;
  readonly reservation: BudgetReservation;
}

function dueOf(asking: readonly WatchQuery[], now: Date): readonly WatchQuery[] {
  const checked = asking.filter(({ isChecked }) => isChecked);
  const due = checked.filter((watch) => isDue(watch, now));
  return [due, checked, asking].find((some) => some.length > 0) ?? [];
}

/** Rotates the payers, so that an indivisible credit goes to another watch each time. */
function inTurn(payers: readonly Payer[], check: number): Payer[] {
  const first = check % payers.length;
  return [...payers.slice(first), ...payers.slice(0, first)];
}

function mostTelling(reasons: readonly BudgetRefusal[]): BudgetRefusal | undefined {
  const ofAll = reasons.find(({ account }) => account.key === everything);
  return ofAll ?? reasons.find(({ period }) => period === 'day') ?? reasons[0];
}
