import type { Logger } from 'pino';
import { within } from '../base/calls.ts';
import { TipstaffError } from '../base/errors.ts';
import type { DueRequest, QueryClaim } from '../store/claims/queue.ts';
import type { Store } from '../store/store.ts';
import { type RunningJob, startJob } from './jobs.ts';

// Prepared checks beyond `concurrency`, so that a call can start as soon as one ends. All others stay in the store.
const extraChecks = 2;
const stopGraceSeconds = 3;
const tickMs = 1000;

export interface SchedulerParts {
  readonly store: Store;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly isKnown: DueRequest['isKnown'];
  /** Takes the lease, runs one check and ends it. Rejects only if the store fails to write. */
  readonly runCheck: (claim: QueryClaim, signal: AbortSignal) => Promise<unknown>;
  /** Concurrent calls to the service (`service.concurrency`). A few more checks are under way. */
  readonly concurrency: number;
  /** Delay before a check that could not be stored is tried again. Default 60. */
  readonly recheckSeconds?: number | undefined;
  readonly onChecked?: (() => void) | undefined;
}

/** Starts due checks every second, and whenever a check has ended. */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #stopping = new AbortController();
  readonly #running = new Map<QueryClaim, Promise<void>>();
  readonly #refusals: Refusals;
  readonly #job: RunningJob;
  #isOver = false;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#refusals = new Refusals((parts.recheckSeconds ?? 60) * 1000);
    const job = { name: 'schedule', when: tickMs / 1000, atStart: true, work: () => this.#startWhatFits() };
    this.#job = startJob(job, parts.log);
  }

  /** Leaves out running checks: their queries stay due until the call can start and the check takes its lease. */
  #mayStart(queryId: string): boolean {
    const isRunning = [...this.#running.keys()].some((claim) => claim.queryId === queryId);
    return this.#parts.isKnown(queryId) && !isRunning && !this.#refusals.leavesOut(queryId);
  }

  wake(): void {
    this.#job.wake();
  }

  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#job.stop();
    await Promise.all(this.#running.values());
  }

  /** Aborts running checks and releases their leases within 5 s. Their queries stay due. Can be called twice. */
  async stop(): Promise<void> {
    this.#stopping.abort(new TipstaffError('schedule.stopping', 'Tipstaff is stopping', { retryable: true }));
    await within(stopGraceSeconds * 1000, this.finish(), () => undefined);
    // A check that ignores the signal loses its lease, and therefore cannot commit.
    for (const claim of this.#running.keys()) await this.#parts.store.queue.checks.release(claim);
  }

  async #startWhatFits(): Promise<void> {
    const { store, clock, concurrency } = this.#parts;
    const most = (this.#refusals.isAny ? 1 : concurrency + extraChecks) - this.#running.size;
    if (this.#refusals.isPaused || most <= 0) return;
    const isKnown = (queryId: string) => this.#mayStart(queryId);
    const claims = await store.queue.checks.lookForDue({ now: clock(), most, isKnown });
    if (!this.#isOver) for (const claim of claims) this.#start(claim);
  }

  #start(claim: QueryClaim): void {
    const { runCheck, log, onChecked } = this.#parts;
    const ended = (isStored: boolean) => {
      this.#running.delete(claim);
      if (isStored) this.#refusals.end();
      else this.#refusals.note(claim.queryId);
      // After a refusal, the next tick tries again. An immediate attempt would be refused too.
      if (!isStored || this.#stopping.signal.aborted) return;
      onChecked?.();
      this.wake();
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

/** Backs off for 1 s, 2 s, … `againMs`, then allows one check at a time, as a refused check may cost credits. */
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
    // Refusals during a pause belong to the first one.
    if (this.isPaused) return;
    this.#pauseMs = Math.min(this.#againMs, Math.max(tickMs, 2 * this.#pauseMs));
    this.#pausedUntil = now + this.#pauseMs;
  }

  end(): void {
    this.#pauseMs = 0;
    this.#pausedUntil = 0;
  }
}
