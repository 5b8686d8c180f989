import { hash } from 'node:crypto';
import type { ServiceConfig } from '../../config/config.ts';
import type { SearchError } from '../../service/http/searchError.ts';
import { longestHoldMs, longestWaitMs } from '../../service/http/turns.ts';
import { retrySkipped } from '../../store/claims/due.ts';
import { type Db, deleteSetting, oneAtATime, readSetting, writeSetting } from '../../store/store.ts';

const firstProbeMinutes = 5;
const lastProbeMinutes = 6 * 60;

/** Why no check calls the service with this key, and when one check may try it again (docs/design.md, section 3). */
export interface KeySuspension {
  readonly since: string;
  /** `busy`: the service sent a `Retry-After` that is longer than a call waits. */
  readonly errorClass: 'account' | 'credits' | 'busy';
  readonly reason: string;
  readonly probes: number;
  readonly nextProbeAt: string;
}

type Refusal = Pick<KeySuspension, 'errorClass' | 'reason'> & { readonly retryAfterMs?: number | undefined };

/**
 * A refused key is tried again after 5 minutes, then 10, 20 … up to 6 hours; a busy service when its `Retry-After`
 * ends.
 */
function nextKeySuspension(before: KeySuspension | undefined, refusal: Refusal, now: Date): KeySuspension {
  const { errorClass, reason, retryAfterMs = 0 } = refusal;
  const probes = before === undefined ? 0 : before.probes + 1;
  const probeMs = Math.min(firstProbeMinutes * 2 ** probes, lastProbeMinutes) * 60_000;
  const waitMs = errorClass === 'busy' ? Math.min(retryAfterMs, longestHoldMs) : probeMs;
  const nextProbeAt = new Date(now.getTime() + waitMs).toISOString();
  return { since: before?.since ?? now.toISOString(), errorClass, reason, probes, nextProbeAt };
}

/**
 * Identifies a key in the store by its service and token, whatever the config calls it. A hash: it reveals no secret.
 */
export function serviceKeyOf({ baseUrl, token }: Pick<ServiceConfig, 'baseUrl' | 'token'>): string {
  return hash('sha256', `${baseUrl} ${token}`, 'hex').slice(0, 16);
}

function keySuspensionSetting(service: Pick<ServiceConfig, 'baseUrl' | 'token'>): string {
  return `key-stop:${serviceKeyOf(service)}`;
}

export async function loadKeySuspension(db: Db, service: ServiceConfig): Promise<KeySuspension | undefined> {
  return (await readSetting<KeySuspension | null>(db, keySuspensionSetting(service))) ?? undefined;
}

/** Nobody else changes it until this transaction has ended. */
export async function lockKeySuspension(trx: Db, service: ServiceConfig): Promise<KeySuspension | undefined> {
  await oneAtATime(trx, keySuspensionSetting(service));
  return loadKeySuspension(trx, service);
}

/**
 * Resumes a key after a check whose calls succeeded: every watch that waited for the key is due again. A check that
 * began before the key was suspended proves nothing: of two side by side, one may have taken the last credits.
 */
export async function resumeKey(
  db: Db,
  service: ServiceConfig,
  { startedAt, now }: { readonly startedAt: Date; readonly now: Date },
): Promise<void> {
  // Usually the key is not suspended, and nobody need wait to see that.
  if ((await loadKeySuspension(db, service)) === undefined) return;
  const suspension = await lockKeySuspension(db, service);
  if (suspension === undefined || beganMeanwhile(suspension.since, startedAt.toISOString(), now)) return;
  await deleteSetting(db, keySuspensionSetting(service));
  await retrySkipped(db, now);
}

/**
 * Whether something began (ISO) while a check was under way. A moment still to come was noted by a clock that was
 * ahead: it began before.
 */
export function beganMeanwhile(at: string, startedAt: string, now: Date): boolean {
  return startedAt < at && at <= now.toISOString();
}

/**
 * Suspends the key after an account or credits error or a long `Retry-After`. Any other error says nothing about the
 * key.
 */
export async function suspendKey(
  db: Db,
  service: ServiceConfig,
  error: SearchError,
  now: Date,
): Promise<KeySuspension | undefined> {
  const refusal = refusalOf(error);
  if (refusal === undefined) return undefined;
  const suspension = nextKeySuspension(await lockKeySuspension(db, service), refusal, now);
  await writeSetting(db, keySuspensionSetting(service), suspension);
  return suspension;
}

function refusalOf({ errorClass, message: reason, retryAfterMs = 0 }: SearchError): Refusal | undefined {
  if (errorClass === 'account' || errorClass === 'credits') return { errorClass, reason };
  if (errorClass === 'busy' && retryAfterMs > longestWaitMs) return { errorClass, reason, retryAfterMs };
  return undefined;
}

/**
 * Lets one check try a suspended key when the time for it has come. The other checks wait for what it finds.
 * @returns whether this check may call the service
 */
export async function claimProbe(
  db: Db,
  service: ServiceConfig,
  suspension: KeySuspension,
  now: Date,
): Promise<boolean> {
  const waitMs = Date.parse(suspension.nextProbeAt) - now.getTime();
  // A wait that is longer than any comes from a clock that was ahead.
  if (waitMs > 0 && waitMs <= longestHoldMs) return false;
  const later = new Date(now.getTime() + firstProbeMinutes * 60_000).toISOString();
  await writeSetting(db, keySuspensionSetting(service), { ...suspension, nextProbeAt: later });
  return true;
}

/** What incidents of the key are about. */
export const keySubject = 'the service key';
