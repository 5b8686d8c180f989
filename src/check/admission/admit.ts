import { dayMs } from '../../base/time.ts';
import { startOfNext } from '../../schedule/budget.ts';
import type { Query } from '../../service/query.ts';
import { type Db, readSetting, writeSetting } from '../../store/store.ts';
import type { CheckParts, Refusal } from '../checkParts.ts';
import type { BudgetReservation } from './budgetReservation.ts';
import { claimProbe, type KeySuspension, loadKeySuspension, lockKeySuspension } from './keySuspension.ts';

type Parts = Pick<CheckParts, 'store' | 'config'>;

/**
 * Whether a check may call the service now: as far as we know the key works, and the budget can pay. On demand a
 * suspended key is tried all the same.
 * @returns why not; undefined where it may
 */
export async function admit(
  parts: Parts,
  reservation: BudgetReservation,
  { now, onDemand }: { readonly now: Date; readonly onDemand: boolean },
): Promise<Refusal | undefined> {
  const suspension = onDemand ? undefined : await suspensionInForce(parts, reservation, now);
  if (suspension !== undefined) {
    const reason = `the key has been suspended since ${suspension.since}: ${suspension.reason}`;
    return { reason, retryAt: new Date(suspension.nextProbeAt) };
  }
  const budget = await reservation.reserve();
  if (budget.ok) return undefined;
  return { reason: `over budget: ${budget.reason}`, retryAt: startOfNext(budget.period, now), budget };
}

async function suspensionInForce(
  { store, config }: Parts,
  reservation: BudgetReservation,
  now: Date,
): Promise<KeySuspension | undefined> {
  // Usually the key is not suspended, and no transaction is needed to see that.
  if ((await loadKeySuspension(store.db, config.service)) === undefined) return undefined;
  return store.transaction(async (trx) => {
    await reservation.take(trx);
    const found = await lockKeySuspension(trx, config.service);
    const isProbe = found === undefined || (await claimProbe(trx, config.service, found, now));
    return isProbe ? undefined : found;
  });
}

/** What the service grants of the page sizes of the config. */
interface ServerLimits {
  /** The largest page that it ever granted. */
  readonly grantedSize: number;
  /** It refuses the page sizes of the config: its own default sizes are requested. */
  readonly sizesRefused: boolean;
}

interface StoredLimits {
  readonly grantedSize: number;
  /** Since when it refuses our sizes, ISO time; absent while it accepts them. */
  readonly refusedAt?: string | undefined;
}

/**
 * How long a refusal is believed. It may have been a passing fault, and small pages cost several times as much, so our
 * sizes are tried again after a day.
 */
const believedMs = dayMs;

type OfOperation = Pick<Query, 'operation'>;

const settingName = ({ operation }: OfOperation) => `learned:${operation}`;

export async function loadServerLimits(db: Db, query: OfOperation, now: Date): Promise<ServerLimits> {
  return believed(await load(db, query), now);
}

function believed({ grantedSize, refusedAt }: StoredLimits, now: Date): ServerLimits {
  const refusedForMs = refusedAt === undefined ? believedMs : now.getTime() - Date.parse(refusedAt);
  return { grantedSize, sizesRefused: refusedForMs >= 0 && refusedForMs < believedMs };
}

export async function noteServerLimits(
  db: Db,
  query: OfOperation,
  { grantedSize, sizesRefused }: ServerLimits,
  now: Date,
): Promise<void> {
  const before = await load(db, query);
  const wasRefused = believed(before, now).sizesRefused;
  if (before.grantedSize === grantedSize && wasRefused === sizesRefused) return;
  const refusedAt = wasRefused && sizesRefused ? before.refusedAt : now.toISOString();
  const limits: StoredLimits = { grantedSize, ...(sizesRefused && { refusedAt }) };
  await writeSetting(db, settingName(query), limits);
}

async function load(db: Db, query: OfOperation): Promise<StoredLimits> {
  return (await readSetting<StoredLimits>(db, settingName(query))) ?? { grantedSize: 0 };
}
