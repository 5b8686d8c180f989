import type { Incident } from '../../alerts/incidents.ts';
import { startOfNext } from '../../schedule/budget.ts';
import { budgetReached } from '../incidents/admission.ts';
import type { CheckParts } from '../parts.ts';
import type { BudgetReservation } from './budgetReservation.ts';
import { claimProbe, type KeySuspension, loadKeySuspension } from './keySuspension.ts';

/** Why a check is not made. */
export interface Refusal {
  readonly reason: string;
  /** When asking may be possible again: a weekly watch does not wait a week for a key that works tomorrow. */
  readonly retryAt: Date;
  readonly incident?: Incident | undefined;
}

/** Whether a check may call the service now: the key works as far as we know, and the budget can pay. */
export async function mayAsk(
  { store, config }: Pick<CheckParts, 'store' | 'config'>,
  reservation: BudgetReservation,
  when: { now: Date; onDemand: boolean },
): Promise<Refusal | undefined> {
  const suspension = when.onDemand ? undefined : await suspensionInForce({ store, config }, when.now);
  if (suspension !== undefined) {
    const reason = `the key is suspended since ${suspension.since}: ${suspension.reason} Next attempt at ${suspension.nextProbeAt}`;
    return { reason, retryAt: new Date(suspension.nextProbeAt) };
  }
  const affordable = await reservation.reserve();
  if (affordable.ok) return undefined;
  const { period, reason } = affordable;
  const retryAt = startOfNext(period, when.now);
  return { reason: `over budget: ${reason}`, retryAt, incident: budgetReached(period, reason, when.now) };
}

async function suspensionInForce(
  { store, config }: Pick<CheckParts, 'store' | 'config'>,
  now: Date,
): Promise<KeySuspension | undefined> {
  // Most of the time there is none, and no transaction is needed to see that.
  if ((await loadKeySuspension(store.db, config.service)) === undefined) return undefined;
  return store.transaction(async (trx) => {
    const found = await loadKeySuspension(trx, config.service);
    const asks = found === undefined || (await claimProbe(trx, config.service, found, now));
    return asks ? undefined : found;
  });
}
