import { setTimeout as after } from 'node:timers/promises';
import type { Logger } from 'pino';
import { TipstaffError } from '../base/errors.ts';
import { nextDueAt } from '../store/claims/due.ts';
import type { DueRequest, QueryClaim } from '../store/claims/queue.ts';
import type { Store } from '../store/store.ts';
import { startJob } from './jobs.ts';

// So that the next call is ready when one ends; the rest stays in the store, for any process.
const extraChecks = 2;
const stopGraceSeconds = 3;
const tickMs = 1000;

export interface SchedulerParts {
  readonly store: Store;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly isKnown: DueRequest['isKnown'];
  /** What this process begins with, beside others. Default: everything. */
  readonly share?: (() => DueRequest['share']) | undefined;
  /** Takes the claim, makes one check and finishes it. Rejects only when the store refuses to write. */
  readonly runCheck: (claim: QueryClaim, signal: AbortSignal) => Promise<unknown>;
  /** Calls to the service at a time (`service.concurrency`); a few checks more are under way. */
  readonly concurrency: number;
  /** After how long a check that could not be stored is tried again. Default 60. */
  readonly recheckSeconds?: number | undefined;
  readonly onChecked?: (() => void) | undefined;
}

/** It looks every second and when the next watch falls due: else all of a second would begin together. */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #stopping = new AbortController();
  readonly #running = new Map<QueryClaim, Promise<void>>();
  readonly #refusals: Refusals;
  /** A check under way takes its claim only when its call can start: until then its query is due and free. */
  readonly #isKnown: DueRequest['isKnown'];
  readonly #stopTick: () => void;
  #filling: Promise<void> | undefined;
  #fillAgain = false;
  #isOver = false;
  #nextWake: NodeJS.Timeout | undefined;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    const refusals = new Refusals((parts.recheckSeconds ?? 60) * 1000);
    this.#refusals = refusals;
    this.#isKnown = (queryId) => parts.isKnown(queryId) && !this.#isRunning(queryId) && !refusals.leavesOut(queryId);
    this.#stopTick = startJob({ name: 'schedule', when: tickMs / 1000, work: () => this.#fill() }, parts.log).stop;
    this.wake();
  }

  #isRunning(queryId: string): boolean {
    return [...this.#running.keys()].some((claim) => claim.queryId === queryId);
  }

  wake(): void {
    this.#fill().catch((err) => this.#parts.log.error({ err }, 'due queries could not be read; trying again'));
  }

  async finish(): Promise<void> {
    await this.#end();
    await Promise.all(this.#running.values());
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#nextWake);
    this.#stopTick();
    await this.#filling?.catch(() => {});
  }

  /** Abandons the checks under way and their claims within 5 s; what was abandoned stays due. Safe to call twice. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#stopping.abort(new TipstaffError('schedule.stopping', 'Tipstaff is stopping', { retryable: true }));
    await this.#end();
    await Promise.race([
      Promise.all(this.#running.values()),
      after(stopGraceSeconds * 1000, undefined, { ref: false }),
    ]);
    // A check that heeds no signal loses its claim, and with it the right to commit.
    for (const claim of this.#running.keys()) await this.#parts.store.queue.checks.release(claim);
  }

  /** Never twice at a time; a call during a run makes it run once more. */
  #fill(): Promise<void> {
    this.#fillAgain = true;
    this.#filling ??= (async () => {
      try {
        while (this.#fillAgain && !this.#isOver) {
          this.#fillAgain = false;
          await this.#startWhatFits();
        }
      } finally {
        this.#filling = undefined;
      }
    })();
    return this.#filling;
  }

  async #startWhatFits(): Promise<void> {
    const { store, clock, concurrency, share } = this.#parts;
    const { checks } = store.queue;
    for (;;) {
      const most = (this.#refusals.isAny ? 1 : concurrency + extraChecks) - this.#running.size;
      if (this.#refusals.isPaused || most <= 0 || this.#isOver) return;
      const now = clock();
      const claims = await checks.lookForDue({ now, most, isKnown: this.#isKnown, share: share?.() });
      for (const claim of claims) if (!this.#isOver && !this.#isRunning(claim.queryId)) this.#start(claim);
      if (claims.length < most) return this.#wakeWhenDue(now);
    }
  }

  /** @param looked when it was last looked for due queries: what fell due since then is found too */
  async #wakeWhenDue(looked: Date): Promise<void> {
    const { store, clock } = this.#parts;
    const next = await nextDueAt(store.db, looked);
    const waitMs = next === undefined ? tickMs : next.getTime() - clock().getTime();
    clearTimeout(this.#nextWake);
    if (waitMs >= tickMs || this.#isOver) return;
    // It may have fallen due while we looked.
    this.#nextWake = setTimeout(() => this.wake(), Math.max(0, waitMs));
  }

  #start(claim: QueryClaim): void {
    const { runCheck, log, onChecked } = this.#parts;
    const ended = (isStored: boolean) => {
      this.#running.delete(claim);
      if (isStored) this.#refusals.end();
      else this.#refusals.note(claim.queryId);
      // What was refused is left to the tick: at once it would be refused again.
      if (!isStored || this.#stopping.signal.aborted) return;
      onChecked?.();
      if (!this.#isOver) this.wake();
    };
    const check = runCheck(claim, this.#stopping.signal).then(
      () => ended(true),
      (err) => {
        log.error({ err, query: claim.queryId }, 'a check could not be stored; it is tried again later');
        ended(false);
      },
    );
    this.#running.set(claim, check);
  }
}

/** 1 s, 2 s, up to `againMs`, then one check at a time: one may be paid when it is refused. Monotonic clock. */
class Refusals {
  readonly #againMs: number;
  readonly #until = new Map<string, number>();
  #pauseMs = 0;
  #pausedUntil = 0;

  constructor(againMs: number) {
    this.#againMs = againMs;
  }

  get isAny(): boolean {
    return this.#pauseMs > 0;
  }

  get isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  leavesOut(queryId: string): boolean {
    const until = this.#until.get(queryId) ?? 0;
    if (until > performance.now()) return true;
    this.#until.delete(queryId);
    return false;
  }

  note(queryId: string): void {
    const now = performance.now();
    this.#until.set(queryId, now + this.#againMs);
    // Of several that were refused together, the first one counts.
    if (this.isPaused) return;
    this.#pauseMs = Math.min(this.#againMs, Math.max(tickMs, 2 * this.#pauseMs));
    this.#pausedUntil = now + this.#pauseMs;
  }

  end(): void {
    this.#pauseMs = 0;
    this.#pausedUntil = 0;
  }
}
