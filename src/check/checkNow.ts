import { setTimeout as after } from 'node:timers/promises';
import { joinedReasons } from '../base/words/watchWords.ts';
import { isLimit, tells, type WatchConfig } from '../config/config.ts';
import type { Query } from '../records/query.ts';
import { planSync, queriesOf } from '../schedule/syncWatches.ts';
import { applySync, loadStoredWatches, type WatchSync } from '../schedule/watchesTable.ts';
import { SearchError } from '../service/http/searchError.ts';
import { loadQuery } from '../store/claims/queries.ts';
import type { QueryClaim } from '../store/claims/queue.ts';
import { worstOf } from '../store/snapshot/checksTable.ts';
import { roundedCredits } from '../store/snapshot/ledgerTable.ts';
import type { Trx } from '../store/store.ts';
import { admit, BudgetReservation } from './admission/admit.ts';
import { loadKeySuspension } from './admission/serviceKey.ts';
import type { CheckParts, CheckSummary, FoundChange } from './checkParts.ts';
import { commitResult } from './commitResult.ts';
import { summaryOf } from './finishCheck.ts';
import { read, runCheck } from './runCheck.ts';

const waitForOtherSeconds = 30;

export type WatchOutcome = Awaited<ReturnType<typeof checkNow>>[number];

export interface CheckNowOptions {
  readonly signal?: AbortSignal | undefined;
  /** Calls the service and compares, but stores only what was spent. */
  readonly dryRun?: boolean | undefined;
  readonly onChecked?: ((done: number, of: number) => void) | undefined;
}

/** Checks equal queries once. If the key is refused again, the rest is skipped. After the signal, no check begins. */
export async function checkNow(parts: CheckParts, watches: readonly WatchConfig[], options: CheckNowOptions) {
  const queries = new Map(watches.flatMap(queriesOf).map((query) => [query.id, query]));
  const checks = new Map<string, CheckSummary>();
  const check = options.dryRun ? await rehearsing(parts, options.signal) : checking(parts, options.signal);
  const checkAndCount = async (query: Query) => {
    checks.set(query.id, await check(query));
    options.onChecked?.(checks.size, queries.size);
  };
  // A dry run has no lease and reserves nothing, so concurrent checks could exceed the budget.
  const oneByOne = options.dryRun === true && isLimit(parts.config.budget);
  const concurrency = oneByOne ? 0 : parts.config.service.concurrency;
  await checkAll([...queries.values()], concurrency, checkAndCount, options.signal);
  options.signal?.throwIfAborted();
  const counted = new Set<string>();
  return watches.map((watch) => ({
    ...outcomeOf(watch, checks, counted),
    ...(options.dryRun && { wouldReport: changesOf(watch, checks).filter(({ kind }) => tells(watch, kind)) }),
  }));
}

async function checkAll(
  queries: readonly Query[],
  concurrency: number,
  check: (query: Query) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [first, ...waiting] = queries;
  if (first !== undefined && !signal?.aborted) await check(first);
  const work = async () => {
    for (let query = waiting.shift(); query !== undefined && !signal?.aborted; query = waiting.shift())
      await check(query);
  };
  await Promise.all(Array.from({ length: concurrency + 1 }, work));
}

type CheckOne = (query: Query) => Promise<CheckSummary>;

function checking(parts: CheckParts, signal: AbortSignal | undefined): CheckOne {
  let isTried = false;
  return async ({ id: queryId }) => {
    const claim = await claimInTime(parts, queryId, waitForOtherSeconds);
    if (claim === undefined) return notMade(queryId, 'another process is checking it');
    // The first check tries a suspended key. Its result holds for the rest of the run.
    const refused = isTried && (await loadKeySuspension(parts.store.db, parts.config.service)) !== undefined;
    isTried = true;
    return runCheck(parts, { claim, signal, onDemand: !refused });
  };
}

async function rehearsing(parts: CheckParts, signal: AbortSignal | undefined): Promise<CheckOne> {
  const { store, config, clock } = parts;
  const rule = { now: clock(), spreadSeconds: config.spreadSeconds };
  const sync = planSync(await loadStoredWatches(store.db), config.watches, rule);
  return (query) => rehearse(parts, query, sync, signal);
}

function notMade(queryId: string, reason: string): CheckSummary {
  return { queryId, outcome: 'skipped', reason, requests: 0, credits: 0, hits: 0, changes: [] };
}

function outcomeOf(watch: WatchConfig, checks: ReadonlyMap<string, CheckSummary>, counted: Set<string>) {
  const own = queriesOf(watch).flatMap((query) => checks.get(query.id) ?? []);
  const fresh = own.filter((check) => !counted.has(check.queryId));
  for (const check of own) counted.add(check.queryId);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    watch: watch.id,
    outcome: worstOf(own.map((check) => check.outcome)) ?? 'skipped',
    reason: joinedReasons(own.flatMap((check) => check.reason || [])),
    requests: sum(fresh.map((check) => check.requests)),
    credits: roundedCredits(sum(fresh.map((check) => check.credits))),
    hits: sum(own.map((check) => check.hits)),
    changes: changesOf(watch, checks).length,
  };
}

/** Returns each change once. A dry run stores nothing, so several queries find the same change. */
function changesOf(watch: WatchConfig, checks: ReadonlyMap<string, CheckSummary>): FoundChange[] {
  const found = [...checks.values()].flatMap((check) => check.changes);
  const own = found.filter((change) => change.watchIds.includes(watch.id));
  return [...new Map(own.map((change) => [JSON.stringify({ ...change, watchIds: [] }), change])).values()];
}

const rollback = Symbol('rollback');

/** Makes a dry run of one query: calls the service, compares, and rolls back everything except the costs. */
async function rehearse(
  parts: CheckParts,
  query: Query,
  sync: WatchSync,
  signal: AbortSignal | undefined,
): Promise<CheckSummary> {
  const startedAt = parts.clock();
  const fresh = { ...query, begun: 0, failures: 0, lastResult: undefined, lastCheck: null, lastCompleteCheck: null };
  const stored = (await loadQuery(parts.store.db, query.id)) ?? fresh;
  const reservation = new BudgetReservation(parts, stored);
  const refusal = await admit(parts, reservation, { now: startedAt, onDemand: true });
  if (refusal !== undefined) return notMade(query.id, refusal.reason);
  try {
    const reading = await read(parts, { query: stored, reservation }, signal).finally(() => reservation.settle());
    return await rolledBack(parts, async (trx) => {
      await applySync(trx, sync, startedAt);
      const check = { query: stored, startedAt, reservation };
      const { row, reported } = await commitResult(trx, parts.config, check, reading, parts.clock());
      const summary = summaryOf(row, reported);
      return { ...summary, checkId: undefined, changes: summary.changes.map((change) => ({ ...change, id: 0 })) };
    });
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    const { requests, credits } = reservation;
    return { ...notMade(query.id, `${error.code}: ${error.message}`), outcome: 'failed', requests, credits };
  }
}

async function rolledBack(parts: CheckParts, work: (trx: Trx) => Promise<CheckSummary>): Promise<CheckSummary> {
  let summary: CheckSummary | undefined;
  try {
    await parts.store.transaction(async (trx) => {
      summary = await work(trx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (summary === undefined) throw new Error('a dry run ended without a summary');
  return summary;
}

/** A search for dead processes reads all leases, so it does not run at every attempt. */
const freeEveryMs = 2_000;

/** Waits until no live process checks the query. @returns its lease; undefined after `seconds` */
export async function claimInTime(
  { store: { queue }, clock }: Pick<CheckParts, 'store' | 'clock'>,
  queryId: string,
  seconds: number,
): Promise<QueryClaim | undefined> {
  const giveUpMs = performance.now() + seconds * 1000;
  let freedMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    const claim = await queue.checks.claim(queryId, clock());
    if (claim !== undefined || performance.now() > giveUpMs) return claim;
    if (performance.now() - freedMs >= freeEveryMs) {
      await queue.releaseDead();
      freedMs = performance.now();
    }
    await after(100);
  }
}
