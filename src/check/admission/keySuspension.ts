import { hash } from 'node:crypto';
import type { ServiceConfig } from '../../config/config.ts';
import type { SearchError } from '../../search/http/searchError.ts';
import { readSetting, writeSetting } from '../../store/settings.ts';
import type { Db } from '../../store/store.ts';

const firstProbeMinutes = 5;
const lastProbeMinutes = 6 * 60;

/** Why nobody calls the service with this key, and when one check may ask again (docs/design.md, section 3). */
export interface KeySuspension {
  readonly since: string;
  readonly errorClass: 'account' | 'credits';
  readonly reason: string;
  readonly probes: number;
  readonly nextProbeAt: string;
}

/** A refused key is asked again after 5 minutes, then 10, 20 … up to 6 hours. */
export function nextKeySuspension(
  before: KeySuspension | undefined,
  error: { errorClass: 'account' | 'credits'; reason: string },
  now: Date,
): KeySuspension {
  const probes = before === undefined ? 0 : before.probes + 1;
  const minutes = Math.min(firstProbeMinutes * 2 ** probes, lastProbeMinutes);
  return {
    since: before?.since ?? now.toISOString(),
    errorClass: error.errorClass,
    reason: error.reason,
    probes,
    nextProbeAt: new Date(now.getTime() + minutes * 60_000).toISOString(),
  };
}

/** The name under which a key's stop is remembered: another token or service starts afresh. Holds no secret. */
export function keySuspensionSetting(service: Pick<ServiceConfig, 'baseUrl' | 'token'>): string {
  return `key-stop:${hash('sha256', `${service.baseUrl} ${service.token}`, 'hex').slice(0, 16)}`;
}

export async function loadKeySuspension(db: Db, service: ServiceConfig): Promise<KeySuspension | undefined> {
  return (await readSetting<KeySuspension | null>(db, keySuspensionSetting(service))) ?? undefined;
}

/** A call got through: the key works. */
export async function resumeKey(db: Db, service: ServiceConfig): Promise<void> {
  if ((await loadKeySuspension(db, service)) !== undefined) await writeSetting(db, keySuspensionSetting(service), null);
}

/** Stops the key after an account or credits error; any other error says nothing about it. */
export async function suspendKey(
  db: Db,
  service: ServiceConfig,
  error: SearchError,
  now: Date,
): Promise<KeySuspension | undefined> {
  const { errorClass, message } = error;
  if (errorClass !== 'account' && errorClass !== 'credits') return undefined;
  const stop = nextKeySuspension(await loadKeySuspension(db, service), { errorClass, reason: message }, now);
  await writeSetting(db, keySuspensionSetting(service), stop);
  return stop;
}

/** Lets one check ask with a stopped key when its probe is due; the others wait for what it finds. */
export async function claimProbe(db: Db, service: ServiceConfig, stop: KeySuspension, now: Date): Promise<boolean> {
  if (stop.nextProbeAt > now.toISOString()) return false;
  const later = new Date(now.getTime() + firstProbeMinutes * 60_000).toISOString();
  await writeSetting(db, keySuspensionSetting(service), { ...stop, nextProbeAt: later });
  return true;
}
