import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { dayMs, doubled, minuteMs } from '../../base/time.ts';
import { type Config, type ServiceConfig, usesSandbox } from '../../config/config.ts';
import type { FetchPicture } from '../../records/design.ts';
import type { Query } from '../../records/query.ts';
import { createFetchPicture, createSearchClient, type SearchClient } from '../../service/http/client.ts';
import type { SearchError } from '../../service/http/searchError.ts';
import { longestHoldMs, longestWaitMs } from '../../service/http/turns.ts';
import { retrySkipped } from '../../store/claims/due.ts';
import { keepingPictures } from '../../store/snapshot/recordsTable.ts';
import { type Db, deleteSetting, oneAtATime, readSetting, type Store, writeSetting } from '../../store/store.ts';
import type { ServerLimits } from '../checkParts.ts';
import { keepingPicturesOfNews } from '../likeness/firstPictures.ts';
import { openSharedPace } from './sharedPaceQueries.ts';

type ConnectParts = Readonly<{ config: Pick<Config, 'service'>; store: Store; log: Logger; clock: () => Date }>;

export type Service = ReturnType<typeof connect>;

/** All processes with this database share the pace, which includes pictures. */
export function connect({ config, store, clock, log }: ConnectParts, baseUrl: string) {
  const { service } = config;
  const pace = openSharedPace(store, { ...service, key: serviceKeyOf(service) });
  const client = createSearchClient({ config: { ...service, baseUrl }, clock, pace, log });
  const inTurn: SearchClient['inTurn'] = async (call, signal) => {
    const suspension = await loadKeySuspension(store.db, service);
    // Pictures can be fetched even without credits.
    if (suspension?.errorClass === 'account') throw new Error(`the token is suspended: ${suspension.reason}`);
    return client.inTurn(call, signal);
  };
  const fetchShown = createFetchPicture({ baseUrl, token: service.token, inTurn });
  // A stored address may have the port of a former sandbox.
  const fetchHere: FetchPicture = (url, signal) => fetchShown(new URL(new URL(url).pathname, baseUrl).href, signal);
  const fetchUnkept = usesSandbox(config) ? fetchHere : fetchShown;
  const fetchPicture = keepingPictures(store, clock, fetchUnkept);
  return {
    client,
    /** Without a trailing slash. */
    baseUrl,
    /** Stores each picture and returns the stored one, as first fetched. */
    fetchPicture,
    /** Does not store what it fetches. */
    fetchUnkept,
    keepPictures: keepingPicturesOfNews(store, fetchPicture),
    close: () => client.close(),
  };
}

/** Fetches without waiting for the pace, to test whether pictures can be fetched. */
export function fetchPictureNow({ baseUrl, token }: ServiceConfig): FetchPicture {
  return createFetchPicture({ baseUrl, token, inTurn: (call) => call() });
}

/** After this time our sizes are tried again: small pages cost more, and the refusal may have been temporary. */
const believedMs = dayMs;

type OfOperation = Pick<Query, 'operation'>;
type StoredLimits = Omit<ServerLimits, 'sizesRefused'>;

export async function loadServerLimits(db: Db, { operation }: OfOperation, now: Date): Promise<ServerLimits> {
  const limits: StoredLimits = (await readSetting(db, `learned:${operation}`)) ?? { grantedSize: 0 };
  const refusedForMs = limits.refusedAt === undefined ? believedMs : now.getTime() - Date.parse(limits.refusedAt);
  return { ...limits, sizesRefused: refusedForMs >= 0 && refusedForMs < believedMs };
}

export async function noteServerLimits(
  db: Db,
  query: OfOperation,
  { grantedSize, sizesRefused }: ServerLimits,
  before: ServerLimits,
  now: Date,
): Promise<void> {
  if (before.grantedSize === grantedSize && before.sizesRefused === sizesRefused) return;
  const refusedAt = before.sizesRefused && sizesRefused ? before.refusedAt : now.toISOString();
  const limits: StoredLimits = { grantedSize, ...(sizesRefused && { refusedAt }) };
  await writeSetting(db, `learned:${query.operation}`, limits);
}

export const newKeyWords =
  'Put a valid token into service.token, or into the file that TIPSTAFF_TOKEN_FILE names: both are read within ' +
  'seconds. A new TIPSTAFF_TOKEN, or systemd credential, needs a restart of the daemon.';

const firstProbeMinutes = 5;
const lastProbeMinutes = 6 * 60;

/** Why no check calls the service with this key, and when one check may try again (docs/design.md, section 3). */
export interface KeySuspension {
  readonly since: string;
  /** `busy`: the service sent a `Retry-After` that is longer than a call can wait. */
  readonly errorClass: 'account' | 'credits' | 'busy';
  readonly reason: string;
  readonly probes: number;
  readonly nextProbeAt: string;
}

export function serviceKeyOf({ baseUrl, token }: Pick<ServiceConfig, 'baseUrl' | 'token'>): string {
  return hash('sha256', `${baseUrl} ${token}`, 'hex').slice(0, 16);
}

function keySuspensionSetting(service: Pick<ServiceConfig, 'baseUrl' | 'token'>): string {
  return `key-stop:${serviceKeyOf(service)}`;
}

export async function loadKeySuspension(db: Db, service: ServiceConfig): Promise<KeySuspension | undefined> {
  return (await readSetting<KeySuspension | null>(db, keySuspensionSetting(service))) ?? undefined;
}

export async function lockKeySuspension(trx: Db, service: ServiceConfig): Promise<KeySuspension | undefined> {
  await oneAtATime(trx, keySuspensionSetting(service));
  return loadKeySuspension(trx, service);
}

type CheckTimes = Readonly<{ startedAt: Date; now: Date }>;

/** A check that began before the suspension does not resume the key: another one may have used the last credits. */
export async function resumeKey(db: Db, service: ServiceConfig, { startedAt, now }: CheckTimes): Promise<void> {
  if ((await loadKeySuspension(db, service)) === undefined) return;
  const suspension = await lockKeySuspension(db, service);
  if (suspension === undefined || beganMeanwhile(suspension.since, startedAt.toISOString(), now)) return;
  await deleteSetting(db, keySuspensionSetting(service));
  await retrySkipped(db, now);
}

/** True if `at` lies within the check. A later time comes from a clock that was ahead and does not count. */
export function beganMeanwhile(at: string, startedAt: string, now: Date): boolean {
  return startedAt < at && at <= now.toISOString();
}

/**
 * The next attempt comes after 5, 10, 20 … minutes, up to 6 hours, or at the end of a long `Retry-After`. A check that
 * was under way when the suspension began is no such attempt.
 */
export async function suspendKey(db: Db, service: ServiceConfig, error: SearchError, { startedAt, now }: CheckTimes) {
  const { errorClass, message: reason, retryAfterMs = 0 } = error;
  if (errorClass === 'server' || errorClass === 'request') return undefined;
  if (errorClass === 'busy' && retryAfterMs <= longestWaitMs) return undefined;
  const before = await lockKeySuspension(db, service);
  if (before !== undefined && beganMeanwhile(before.since, startedAt.toISOString(), now)) return before;
  const probes = before === undefined ? 0 : before.probes + 1;
  const probeMs = doubled(firstProbeMinutes, probes + 1, lastProbeMinutes) * minuteMs;
  const waitMs = errorClass === 'busy' ? Math.min(retryAfterMs, longestHoldMs) : probeMs;
  const nextProbeAt = new Date(now.getTime() + waitMs).toISOString();
  const since = before?.since ?? now.toISOString();
  const suspension: KeySuspension = { since, errorClass, reason, probes, nextProbeAt };
  await writeSetting(db, keySuspensionSetting(service), suspension);
  return suspension;
}

/** When the time has come, lets one check try the suspended key. @returns true if this is the one */
export async function claimProbe(
  db: Db,
  service: ServiceConfig,
  suspension: KeySuspension,
  now: Date,
): Promise<boolean> {
  const waitMs = Date.parse(suspension.nextProbeAt) - now.getTime();
  // A longer wait than the maximum comes from a clock that was ahead.
  if (waitMs > 0 && waitMs <= longestHoldMs) return false;
  const later = new Date(now.getTime() + firstProbeMinutes * minuteMs).toISOString();
  await writeSetting(db, keySuspensionSetting(service), { ...suspension, nextProbeAt: later });
  return true;
}

export const keySubject = 'the service token';
