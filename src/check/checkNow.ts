import { setTimeout as after } from 'node:timers/promises';
import type { WatchConfig } from '../config/config.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { claimQuery, type QueryClaim, releaseQuery } from '../store/queue/claims.ts';
import { endLeasesOfTheDead, newLeaseOwner } from '../store/queue/leaseOwner.ts';
import { loadKeySuspension } from './admission/keySuspension.ts';
import { ClaimLost } from './claimLost.ts';
import type { CheckParts, CheckSummary, FoundChange } from './parts.ts';
import { runCheck } from './runCheck.ts';

const leaseSeconds = 600;
const waitForOtherSeconds = 30;

/** What became of a watch checked by hand: its queries' checks added up. */
export interface WatchOutcome {
  readonly watch: string;
  readonly outcome: CheckSummary['outcome'];
  readonly reason: string | null;
  /** 0 when another watch of this run with an equal query has counted them already. */
  readonly requests: number;
  readonly credits: number;
  readonly hits: number;
  /** Changes found in this run that belong to the watch, whichever check found them. */
  readonly changes: number;
  /** Each of these changes, in a dry run: what would be told. */
  readonly wouldTell?: readonly FoundChange[] | undefined;
}

/**
 * Checks these watches now, whatever the schedule says; equal queries once. A stopped key is asked once: when it is refused
 * again, the rest is skipped.
 */
export async function checkNow(
  parts: CheckParts,
  watches: readonly WatchConfig[],
  options: {
    signal?: AbortSignal | undefined;
    dryRun?: boolean | undefined;
    onChecked?: (done: number, of: number) => void;
  },
): Promise<WatchOutcome[]> {
  const queryIds = [...new Set(watches.flatMap((watch) => queriesOf(watch).map((query) => query.id)))];
  const checks = new Map<string, CheckSummary>();
  const check = async (queryId: string) => {
    checks.set(queryId, await checkQuery(parts, queryId, options, checks));
    options.onChecked?.(checks.size, queryIds.length);
  };
  // The first one alone: it tells whether the key works.
  const [first, ...waiting] = queryIds;
  if (first !== undefined) await check(first);
  const work = async () => {
    for (let queryId = waiting.shift(); queryId !== undefined; queryId = waiting.shift()) await check(queryId);
  };
  await Promise.all(Array.from({ length: parts.config.service.concurrency + 1 }, work));
  const counted = new Set<string>();
  const outcomes = watches.map((watch) => ({ watch, outcome: outcomeOf(watch, checks, counted) }));
  if (!options.dryRun) return outcomes.map(({ outcome }) => outcome);
  return outcomes.map(({ watch, outcome }) => ({ ...outcome, wouldTell: changesOf(watch, checks) }));
}

async function checkQuery(
  parts: CheckParts,
  queryId: string,
  options: { signal?: AbortSignal | undefined; dryRun?: boolean | undefined },
  checks: ReadonlyMap<string, CheckSummary>,
): Promise<CheckSummary> {
  const claim = await claimInTime(parts, queryId);
  if (claim === undefined) return notMade(queryId, 'skipped', 'another process is checking it');
  try {
    // Asked once by hand; what the first answer said of the key holds for the rest of the run.
    const refused = checks.size > 0 && (await loadKeySuspension(parts.store.db, parts.config.service)) !== undefined;
    return await runCheck(parts, { claim, signal: options.signal, dryRun: options.dryRun, onDemand: !refused });
  } catch (error) {
    if (error instanceof ClaimLost) return notMade(queryId, 'skipped', error.message);
    if (options.signal?.aborted) throw error;
    // A fault of ours in one check keeps no other from being made.
    parts.log.error({ err: error, query: queryId }, 'the check broke');
    return notMade(queryId, 'failed', `the check broke: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await releaseQuery(parts.store.db, claim);
  }
}

/** A daemon may be at it: its check ends soon, or with the daemon. */
async function claimInTime(parts: CheckParts, queryId: string): Promise<QueryClaim | undefined> {
  const owner = newLeaseOwner();
  const giveUpMs = performance.now() + waitForOtherSeconds * 1000;
  for (;;) {
    const claim = await claimQuery(parts.store.db, {
      queryId,
      owner,
      now: parts.clock(),
      leaseSeconds,
      onlyIfDue: false,
    });
    if (claim !== undefined || performance.now() > giveUpMs) return claim;
    await endLeasesOfTheDead(parts.store.db);
    await after(100);
  }
}

function notMade(queryId: string, outcome: 'skipped' | 'failed', reason: string): CheckSummary {
  return { queryId, outcome, reason, requests: 0, credits: 0, hits: 0, changes: [] };
}

const gravity = ['failed', 'skipped', 'partial', 'complete'] as const;

function outcomeOf(watch: WatchConfig, checks: ReadonlyMap<string, CheckSummary>, counted: Set<string>): WatchOutcome {
  const own = queriesOf(watch).flatMap((query) => checks.get(query.id) ?? []);
  const fresh = own.filter((check) => !counted.has(check.queryId));
  for (const check of own) counted.add(check.queryId);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    watch: watch.id,
    outcome: gravity.find((outcome) => own.some((check) => check.outcome === outcome)) ?? 'skipped',
    reason: own.flatMap((check) => check.reason ?? []).join('; ') || null,
    requests: sum(fresh.map((check) => check.requests)),
    credits: sum(fresh.map((check) => check.credits)),
    hits: sum(own.map((check) => check.hits)),
    changes: changesOf(watch, checks).length,
  };
}

/** The changes of this run that belong to the watch, whichever check found them. */
function changesOf(watch: WatchConfig, checks: ReadonlyMap<string, CheckSummary>): FoundChange[] {
  return [...checks.values()].flatMap((check) => check.changes).filter((change) => change.watchIds.includes(watch.id));
}
