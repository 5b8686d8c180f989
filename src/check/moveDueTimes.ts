import type { Config } from '../config/config.ts';
import { whileEnded } from '../config/fields/schedule.ts';
import { nextDue } from '../schedule/nextDue.ts';
import { type DueWatch, setNextDue } from '../store/claims/due.ts';
import type { WatchQuery } from '../store/claims/queries.ts';
import type { Trx } from '../store/store.ts';
import type { KeySuspension } from './admission/admit.ts';
import { type CheckEnd, errorOf } from './checkParts.ts';
import type { BaselineStep } from './compare/prior.ts';

interface After {
  readonly now: Date;
  readonly suspension: KeySuspension | undefined;
  readonly failures: number;
  readonly steps: readonly BaselineStep[];
  readonly watchQueries: readonly WatchQuery[];
  /** When a nudge that no check has followed is due. */
  readonly nudgedAt: Date | undefined;
}

/**
 * Moves the watches that were due, or whose first check this was, to their next slots, or to the moment when another
 * attempt may work if that comes first. A search that was not read completely does not wait a month, although its cases
 * have ended.
 */
export async function moveDueTimes(
  trx: Trx,
  { service, spreadSeconds }: Pick<Config, 'service' | 'spreadSeconds'>,
  queryId: string,
  end: CheckEnd,
  after: After,
): Promise<void> {
  if (end.kind === 'stopped' || end.kind === 'superseded') return;
  const first = new Set(after.steps.filter((step) => step.was === 'first').map((step) => step.watchQuery.watchId));
  const served = after.watchQueries.filter((watch) => isDue(watch, after.now) || first.has(watch.watchId));
  const isToRepeat = end.kind !== 'read' && (after.nudgedAt ?? after.now) <= after.now;
  const nudgedAt = isToRepeat ? undefined : after.nudgedAt;
  const again = [retryAtOf(end, service.recheckBaseSeconds, after), nudgedAt].filter((at) => at !== undefined);
  const [retryAt] = again.sort((a, b) => Number(a) - Number(b));
  const isComplete = end.kind === 'read' && end.result.outcome === 'complete';
  const next = served.map((watch) => (isComplete ? watch : { ...watch, schedule: whileEnded(watch.schedule, false) }));
  await moveToNextSlot(trx, queryId, next, { now: after.now, spreadSeconds, retryAt });
}

export function isDue({ nextDueAt }: Pick<WatchQuery, 'nextDueAt'>, now: Date): boolean {
  return nextDueAt !== null && nextDueAt <= now.toISOString();
}

function retryAtOf(end: CheckEnd, baseSeconds: number, after: After): Date | undefined {
  if (after.suspension !== undefined) return new Date(after.suspension.nextProbeAt);
  if (end.kind === 'skipped') return end.retryAt;
  const errorClass = errorOf(end)?.errorClass;
  const isPassing =
    errorClass === 'busy' || errorClass === 'server' || end.kind === 'unstored' || end.kind === 'crashed';
  // What a nudge announced is not left to the next slot.
  const isAwaited = end.kind === 'failed' && after.nudgedAt !== undefined;
  return isPassing || isAwaited ? recheckAt(after.failures, baseSeconds, after.now) : undefined;
}

/** Slots that were missed are not made up for. @param rule.retryAt when to check again, unless a slot comes first */
export async function moveToNextSlot(
  trx: Trx,
  queryId: string,
  due: readonly DueWatch[],
  { now, spreadSeconds, retryAt }: { now: Date; spreadSeconds: number; retryAt?: Date | undefined },
): Promise<void> {
  for (const { watchId, schedule, timezone } of due) {
    const slot = nextDue({ schedule, timezone, after: now, spreadKey: queryId, spreadSeconds });
    const [nextDueAt = null] = [slot, retryAt].flatMap((at) => at?.toISOString() ?? []).sort();
    await setNextDue(trx, { watchId, queryId, nextDueAt });
  }
}

const longestSeconds = 3600;

/** `baseSeconds` after the first failure, doubled with each further one, at most an hour. @param failures from 1 */
function recheckAt(failures: number, baseSeconds: number, now: Date): Date {
  const seconds = Math.min(baseSeconds * 2 ** Math.min(failures - 1, 30), longestSeconds);
  return new Date(now.getTime() + seconds * 1000);
}
