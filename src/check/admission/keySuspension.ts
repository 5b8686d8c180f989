import { hash } from 'node:crypto';
import type { Config, ServiceConfig } from '../../config/config.ts';
import { nameAmongSeveral } from '../../config/config.ts';
import { retrySkipped } from '../../database/claims/due.ts';
import { type Db, deleteSetting, oneAtATime, readSetting, writeSetting } from '../../database/store.ts';
import { after, isToWaitFor } from '../../schedule/impossibleTimes.ts';
import type { SearchError } from '../../service/http/searchError.ts';
import { longestHoldMs, longestWaitMs } from '../../service/http/turns.ts';
import type { SetIncident } from '../checkParts.ts';

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
  await retrySkipped(db, now, service.name);
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
  if (isToWaitFor(new Date(suspension.nextProbeAt), after(now, longestHoldMs), now)) return false;
  const later = new Date(now.getTime() + firstProbeMinutes * 60_000).toISOString();
  await writeSetting(db, keySuspensionSetting(service), { ...suspension, nextProbeAt: later });
  return true;
}

export function keySubject({ name }: Pick<ServiceConfig, 'name'>): string {
  return name === undefined ? 'the service key' : `the key of service ${name}`;
}

/** ` of service brand`, for texts about a key; empty where there is only one service. */
export function ofService(config: Pick<Config, 'service'> & Partial<Pick<Config, 'services'>>): string {
  const name = nameAmongSeveral(config, config.service.name);
  return name === undefined ? '' : ` of service ${name}`;
}

const ofNamedService = / of service (\S+)$/;

/** The name of the service whose key or budget an incident is about; undefined where the incident names none. */
export function serviceOfIncident({ subject }: { readonly subject: string }): string | undefined {
  return ofNamedService.exec(subject)?.[1];
}

/**
 * What to call the service whose key or budget an incident is about; undefined where there is only one service, or
 * where the incident is about none in particular.
 */
export function nameInIncident(
  config: Partial<Pick<Config, 'services'>>,
  incident: { readonly subject: string },
): string | undefined {
  const name = serviceOfIncident(incident);
  return name === undefined && incident.subject !== keySubject({}) ? undefined : nameAmongSeveral(config, name);
}

/**
 * Whether an incident belongs to another service. What is wrong with the key or budget of that one explains nothing
 * here.
 */
export function isOfOtherService(
  incident: { readonly subject: string },
  { name }: Pick<ServiceConfig, 'name'>,
): boolean {
  const named = serviceOfIncident(incident);
  return named === undefined ? incident.subject === keySubject({}) && name !== undefined : named !== name;
}

const kinds = {
  account: {
    kind: 'token-refused',
    ended: (of: string) => `The service accepts the token${of} again; checks resume.`,
    remedy: (name?: string) =>
      name === undefined
        ? 'Put a valid token into TIPSTAFF_TOKEN (or TIPSTAFF_TOKEN_FILE) and restart.'
        : `Put a valid token where services.${name}.token takes it from, and restart.`,
  },
  credits: {
    kind: 'credits-gone',
    ended: (of: string) => `The service has credits${of === '' ? '' : ` for the key${of}`} again; checks resume.`,
    remedy: () => 'Buy credits for the key, or wait until they are renewed.',
  },
} as const;

/** Begins the incident of an account or credits error. Without an error a call succeeded, which ends both kinds. */
export async function keyIncidents(
  set: SetIncident,
  config: Pick<Config, 'service' | 'services'>,
  error: SearchError | undefined,
): Promise<void> {
  const { name } = config.service;
  const of = ofService(config);
  // The subject stays the same when services are added or removed. The label, which people read, names the service.
  const about = { subject: keySubject({ name }), ...(of !== '' && { label: `the key${of}` }) };
  if (error === undefined) {
    for (const { kind, ended } of Object.values(kinds)) await set(false, { kind, ...about, detail: ended(of) });
    return;
  }
  if (error.errorClass !== 'account' && error.errorClass !== 'credits') return;
  const { kind, remedy } = kinds[error.errorClass];
  const detail =
    `${error.message} No check runs with ${of === '' ? 'this key' : `the key${of}`} until it works ` +
    `again; it is tried again after 5 minutes, then at growing intervals up to 6 hours. ${remedy(name)}`;
  await set(true, { kind, ...about, detail });
}
