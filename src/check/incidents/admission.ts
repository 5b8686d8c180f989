import { endIncident, type Incident, type IncidentParts } from '../../alerts/incidents.ts';
import { dayOf, monthOf } from '../../schedule/budget.ts';
import type { SearchError } from '../../search/http/searchError.ts';
import { openIncidents } from '../../store/incidents.ts';
import type { Trx } from '../../store/store.ts';
import type { SetIncident } from './noteIncidents.ts';

/** What incidents of the service key are about. */
const keySubject = 'the service key';

const kinds = {
  account: {
    kind: 'token-refused',
    ended: 'The service accepts the token again; checks go on.',
    remedy: 'Put a valid token into TIPSTAFF_TOKEN (or TIPSTAFF_TOKEN_FILE) and restart.',
  },
  credits: {
    kind: 'credits-gone',
    ended: 'The service has credits again; checks go on.',
    remedy: 'Buy credits for the key, or wait until they are renewed.',
  },
} as const;

/** Begins what an account or credits error says of the key, and ends both when a call got through. */
export async function keyIncidents(set: SetIncident, error: SearchError | undefined): Promise<void> {
  if (error === undefined) {
    for (const { kind, ended } of Object.values(kinds)) await set(false, { kind, subject: keySubject, detail: ended });
    return;
  }
  if (error.errorClass !== 'account' && error.errorClass !== 'credits') return;
  const { kind, remedy } = kinds[error.errorClass];
  const detail = `${error.message} No check runs with this key until it works again; it is tried again after 5 minutes, then at growing intervals up to 6 hours. ${remedy}`;
  await set(true, { kind, subject: keySubject, detail });
}

type Period = 'day' | 'month';

const budgetKind = 'budget-reached';

/** Reported once per period, so the period is its subject: `day 2026-11-21`, `month 2026-11`. */
function subjectOf(period: Period, now: Date): string {
  return `${period} ${period === 'day' ? dayOf(now) : monthOf(now)}`;
}

export function budgetReached(period: Period, reason: string, now: Date): Incident {
  return {
    kind: budgetKind,
    subject: subjectOf(period, now),
    detail: `Checks are skipped: ${reason}. They go on when the next ${period} begins (UTC), or with a larger budget in the config.`,
  };
}

/** A check could be paid: the days and months in which the budget was reached before are over. */
export async function endPastBudgets(trx: Trx, parts: IncidentParts, now: Date): Promise<void> {
  const current = [subjectOf('day', now), subjectOf('month', now)];
  for (const { subject } of await openIncidents(trx, budgetKind)) {
    if (current.includes(subject)) continue;
    const detail = `The budget of the ${subject} no longer keeps checks from being made.`;
    await endIncident(trx, parts, { kind: budgetKind, subject, detail }, now);
  }
}
