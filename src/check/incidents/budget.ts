import { endIncident, type Incident, type IncidentParts } from '../../alerts/incidents.ts';
import { dayOf, monthOf } from '../../schedule/budget.ts';
import { openIncidents } from '../../store/incidents.ts';
import type { Trx } from '../../store/store.ts';

type Period = 'day' | 'month';

const kind = 'budget-reached';

/** Told once a period, so the period is its subject: `day 2026-11-21`, `month 2026-11`. */
function subjectOf(period: Period, now: Date): string {
  return `${period} ${period === 'day' ? dayOf(now) : monthOf(now)}`;
}

export function budgetReached(period: Period, reason: string, now: Date): Incident {
  return {
    kind,
    subject: subjectOf(period, now),
    detail: `Checks are skipped: ${reason}. They go on when the next ${period} begins (UTC), or with a larger budget in the config.`,
  };
}

/** A check could be paid: the days and months in which the budget was reached before are over. */
export async function endPastBudgets(trx: Trx, parts: IncidentParts, now: Date): Promise<void> {
  const current = [subjectOf('day', now), subjectOf('month', now)];
  for (const { subject } of await openIncidents(trx, kind)) {
    if (current.includes(subject)) continue;
    const detail = `The budget of the ${subject} does not hold checks back any more; they go on.`;
    await endIncident(trx, parts, { kind, subject, detail }, now);
  }
}
