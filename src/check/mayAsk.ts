import type { Trouble } from '../alerts/troubles.ts';
import { affords, dayOf, estimateCredits, monthOf } from '../schedule/budget.ts';
import type { StoredQuery } from '../store/queries.ts';
import { spentInMonth, spentOn } from '../store/spending.ts';
import type { Db } from '../store/store.ts';
import { claimProbe, loadKeyStop } from './keyStop.ts';
import type { CheckParts } from './parts.ts';

/** Why a check is not made. */
export interface Refusal {
  readonly reason: string;
  readonly trouble?: Trouble | undefined;
}

/** Whether a check may call the service now: the key works as far as we know, and the budget can pay. */
export async function mayAsk(
  db: Db,
  { config }: Pick<CheckParts, 'config'>,
  query: StoredQuery,
  when: { now: Date; byHand: boolean },
): Promise<Refusal | undefined> {
  const stop = await loadKeyStop(db, config.service);
  if (stop !== undefined && !when.byHand && !(await claimProbe(db, config.service, stop, when.now))) {
    return { reason: `the key is stopped since ${stop.since}: ${stop.reason} Next attempt at ${stop.nextProbeAt}` };
  }
  return overBudget(db, config, query, when.now);
}

async function overBudget(
  db: Db,
  config: CheckParts['config'],
  query: StoredQuery,
  now: Date,
): Promise<Refusal | undefined> {
  const { perDay, perMonth } = config.budget;
  if (perDay === undefined && perMonth === undefined) return undefined;
  const affordable = affords({
    budget: config.budget,
    spentToday: await spentOn(db, dayOf(now)),
    spentThisMonth: await spentInMonth(db, monthOf(now)),
    estimatedCredits: estimateCredits(query, query.knownAnswer?.pages.length ?? 1, config.service.prices),
  });
  if (affordable.ok) return undefined;
  const period = affordable.period === 'day' ? dayOf(now) : monthOf(now);
  return {
    reason: `over budget: ${affordable.reason}`,
    trouble: {
      kind: 'budget-reached',
      subject: `${affordable.period} ${period}`,
      detail: `Checks are skipped: ${affordable.reason}. They go on when the next ${affordable.period} begins (UTC), or with a larger budget in the config.`,
    },
  };
}
