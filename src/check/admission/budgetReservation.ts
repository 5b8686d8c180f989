import { utcDay } from '../../base/time.ts';
import { isLimit } from '../../config/config.ts';
import { type Affordability, hasAccounts, rankOf, ranksOf } from '../../schedule/budget.ts';
import { type Asking, affordsNow } from '../../schedule/keptCredits.ts';
import type { Refusal } from '../../schedule/shares.ts';
import type { CallAccount } from '../../service/http/client.ts';
import { pricePerPage } from '../../service/http/page.ts';
import type { Turn } from '../../service/http/turns.ts';
import { loadWatchQueries, type StoredQuery } from '../../store/claims/queries.ts';
import { ClaimLost, type QueryClaim } from '../../store/claims/queue.ts';
import type { SpendingTable } from '../../store/schema/snapshotTables.ts';
import { recordSpending, roundedCredits } from '../../store/snapshot/spendingTable.ts';
import { afterCommit, oneAtATime, type Trx } from '../../store/store.ts';
import type { CheckParts } from '../checkParts.ts';
import { dueOf, SharedPayment } from './sharedPayment.ts';

interface ReservationOptions {
  readonly onTaken?: (() => void) | undefined;
  readonly isOfWatches?: boolean | undefined;
}

/**
 * Pays for one check, in credits. The budget counts what any check spends. Watches and matters may have budgets too,
 * which count their shares (`SharedPayment`). A check first reserves its credits in the store, so that concurrent
 * checks together stay within the budget. Each call is in the ledger before it leaves, so that neither a stop nor a
 * crash leaves a paid call out; what it cost in the end is stored with what the check stores next.
 */
export class BudgetReservation implements CallAccount {
  requests = 0;
  credits = 0;
  turn: Turn | undefined;
  readonly #parts: CheckParts;
  readonly #query: StoredQuery;
  readonly #claim: QueryClaim | undefined;
  #reserved = 0;
  /** Counted, and not in the ledger yet. */
  #unstored: readonly SpendingTable[] = [];
  /**
   * By the configured prices, or what a page of this query has cost, whichever is more: the service may charge more
   * than the config knows.
   */
  #pricePerPage: number;

  /** Who pays, where a watch of the query or a matter has a budget; asked for with the first reservation. */
  #payment: SharedPayment | undefined;
  readonly #isOfWatches: boolean;

  /** Called once the claim is taken; undefined where it is, or there is none. */
  #onTaken: (() => void) | undefined;

  /**
   * @param claim decides whether the reservation in the store is ours to change; a dry run has none, and reserves
   * nothing there.
   * @param options.onTaken where the claim is still to be taken: that is done with what is stored first
   * @param options.isOfWatches the watches of the query pay it; a preview is paid by none. Default false.
   */
  constructor(
    parts: CheckParts,
    query: StoredQuery,
    claim?: QueryClaim,
    { onTaken, isOfWatches = false }: ReservationOptions = {},
  ) {
    this.#parts = parts;
    this.#query = query;
    this.#claim = claim;
    this.#onTaken = onTaken;
    this.#isOfWatches = isOfWatches;
    this.#pricePerPage = likelyPagePrice(parts.config, query);
  }

  async reserve(): Promise<Affordability> {
    if (this.#isOfWatches && this.#claim !== undefined && hasAccounts(this.#parts.config)) {
      this.#payment = await SharedPayment.open(this.#parts, this.#query, this.#claim);
    }
    const pages = Math.max(1, this.#query.lastResult?.pages.length ?? 1);
    // A slip of the service, as in `likelyPagePrice`.
    if (this.#payment?.couldEverAfford(this.#pricePerPage * pages) === false)
      this.#pricePerPage = pricePerPage(this.#query, this.#parts.config.service.prices);
    return this.#reserveAtLeast(this.#pricePerPage * pages);
  }

  /** Whether the budget can pay for one more page. Reserves its price unless that much is reserved already. */
  async affordsPage(): Promise<boolean> {
    return (await this.#reserveAtLeast(this.#pricePerPage)).ok;
  }

  /** What each watch paid, where budgets of watches or matters were asked. */
  get shares(): Readonly<Record<string, number>> | undefined {
    return this.credits > 0 ? this.#payment?.shares : undefined;
  }

  /** The watches and matters that could not pay their share, so that others pay it. */
  get gaveWay(): readonly Refusal[] {
    return this.#payment?.gaveWay ?? [];
  }

  count(highestCredits: number): (credits: number) => void {
    // What is given back belongs to the day on which it was booked, also where another one has begun meanwhile.
    const day = utcDay(this.#parts.clock());
    const booked = this.#spend(day, 1, highestCredits);
    return (credits) => {
      if (credits === 0 && this.#unstored.includes(booked)) {
        // It was given no turn.
        this.#unstored = this.#unstored.filter((one) => one !== booked);
        this.#change(-1, -highestCredits);
        this.#payment?.spend(day, -highestCredits);
        return;
      }
      this.#pricePerPage = Math.max(this.#pricePerPage, credits);
      if (credits !== highestCredits) this.#spend(day, 0, credits - highestCredits);
    };
  }

  async settle(): Promise<void> {
    if (this.#unstored.length > 0 || this.turn !== undefined) {
      await this.#parts.store.transaction((trx) => this.store(trx));
    }
  }

  get isTaken(): boolean {
    return this.#onTaken === undefined;
  }

  /** Takes the claim, where that is still to be done. Work under it comes after this in the same transaction. */
  async take(trx: Trx): Promise<void> {
    const onTaken = this.#onTaken;
    if (onTaken === undefined || this.#claim === undefined) return;
    const { store, clock } = this.#parts;
    if (!(await store.queue.checks.take(trx, this.#claim, clock()))) throw new ClaimLost();
    afterCommit(trx, () => {
      this.#onTaken = undefined;
      onTaken();
    });
  }

  async store(trx: Trx): Promise<void> {
    await this.take(trx);
    await this.write(trx);
  }

  async write(trx: Trx): Promise<void> {
    const { turn } = this;
    const unstored = this.#unstored;
    if (unstored.length > 0) await this.#lock(trx);
    for (const spending of unstored) await recordSpending(trx, spending);
    const onStored = await this.#payment?.write(trx);
    if (unstored.length > 0 && this.#isLimited) await this.#store(trx, this.#reserved);
    await turn?.end(trx);
    afterCommit(trx, () => {
      this.#unstored = [];
      onStored?.();
      this.release();
    });
  }

  /** Lets the next call of this process go on, whether the end of the last one could be stored or not. */
  release(): void {
    this.turn?.left();
    this.turn = undefined;
  }

  /** Moves credits from the reservation to the ledger; a negative amount moves them back. */
  #spend(day: string, requests: number, credits: number): SpendingTable {
    const spending = { day, operation: this.#query.operation, requests, credits };
    this.#change(requests, credits);
    this.#payment?.spend(day, credits);
    this.#unstored = [...this.#unstored, spending];
    return spending;
  }

  #change(requests: number, credits: number): void {
    this.requests += requests;
    this.credits = roundedCredits(this.credits + credits);
    this.#reserved = Math.max(0, roundedCredits(this.#reserved - credits));
  }

  async #reserveAtLeast(credits: number): Promise<Affordability> {
    if (!this.#isLimited || credits <= this.#reserved) return { ok: true };
    const { store, clock } = this.#parts;
    return store.transaction(async (trx) => {
      await this.#lock(trx);
      await this.store(trx);
      const now = clock();
      const affordable = await this.#afford(trx, credits, now);
      const shared = affordable.ok
        ? await this.#payment?.afford(trx, credits, { now, asking: await this.#asking(trx) })
        : undefined;
      if (!affordable.ok || shared?.ok === false) return shared ?? affordable;
      if (!(await this.#store(trx, credits))) throw new ClaimLost();
      this.#reserved = credits;
      return affordable;
    });
  }

  /** What is reserved and spent adds up only if one check at a time changes what a limit counts. */
  async #lock(trx: Trx): Promise<void> {
    if (isLimit(this.#parts.config.budget)) await oneAtATime(trx, 'budget');
    await this.#payment?.lock(trx);
  }

  /** @returns false when the claim was lost: the reservation is another check's by now */
  async #store(trx: Trx, credits: number): Promise<boolean> {
    if (this.#claim === undefined) return true;
    return this.#parts.store.queue.checks.reserve(trx, this.#claim, credits, this.#payment?.reservedFor(credits));
  }

  async #afford(trx: Trx, credits: number, now: Date): Promise<Affordability> {
    const { config } = this.#parts;
    if (!isLimit(config.budget)) return { ok: true };
    const asking = { ...(await this.#asking(trx)), claim: this.#claim };
    return affordsNow(trx, asking, { config, now, budget: config.budget, credits });
  }

  /** Whose money may be kept for others. */
  async #asking(trx: Trx): Promise<Asking> {
    const isFirst = this.#query.lastCompleteCheck === null;
    const { lowest, highest } = ranksOf(this.#parts.config.watches);
    // Nearly always all have the same, and nothing has to be asked for.
    if (!this.#isOfWatches || lowest === highest) return { rank: this.#isOfWatches ? highest : rankOf({}), isFirst };
    const asking = dueOf(await loadWatchQueries(trx, [this.#query.id]), this.#parts.clock());
    return {
      rank: Math.max(lowest, ...asking.map(({ watchId }) => rankOf(this.#parts.watches.get(watchId) ?? {}))),
      isFirst,
    };
  }

  get #isLimited(): boolean {
    return isLimit(this.#parts.config.budget) || this.#payment !== undefined;
  }
}

/**
 * Credits for a page, by the configured prices, or what one cost last time, if that was more. What no budget could ever
 * pay may have been a slip of the service and would end the checks of the query for good: it is not believed.
 */
function likelyPagePrice({ budget, service }: CheckParts['config'], query: StoredQuery): number {
  const configured = pricePerPage(query, service.prices);
  const pages = query.lastResult?.pages ?? [];
  const price = Math.max(configured, ...pages.map(({ pointCost }) => pointCost ?? 0));
  const { perDay = Infinity, perMonth = Infinity } = budget;
  return price * pages.length <= Math.min(perDay, perMonth) ? price : configured;
}
