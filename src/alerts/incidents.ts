import type { Notice } from '../channels/message/content.ts';
import { closeIncident, openIncident } from '../store/incidents.ts';
import { addToAlert } from '../store/outbox/alerts.ts';
import type { Trx } from '../store/store.ts';

/** What the operators are notified of, once when it begins and once when it ends (docs/design.md, section 7). */
export type IncidentKind =
  | 'watch-failing'
  | 'token-refused'
  | 'credits-gone'
  | 'budget-reached'
  | 'channel-dead'
  | 'alert-undelivered'
  | 'recipients-refused'
  | 'unreadable-hits'
  | 'suspicious-result'
  | 'baseline-incomplete'
  | 'docket-truncated'
  | 'check-crashed';

export interface Incident {
  readonly kind: IncidentKind;
  /** What it is about, the same when it ends: a query id, a channel, a day. */
  readonly subject: string;
  /** How people call the subject; by default the subject itself. */
  readonly label?: string | undefined;
  /** What happened, why, what to do. No secrets. */
  readonly detail: string;
}

/** Notifies the operators of an incident unless they were already. @returns whether it began now. */
export async function beginIncident(
  db: Trx,
  operators: readonly string[],
  incident: Incident,
  now: Date,
): Promise<boolean> {
  if (!(await openIncident(db, { ...incident, now: now.toISOString() }))) return false;
  await notifyOperators(db, operators, incident, 'began', now);
  return true;
}

/** Notifies the operators that an incident is over, if they were notified that it began. @returns whether it ended now. */
export async function endIncident(
  db: Trx,
  operators: readonly string[],
  incident: Incident,
  now: Date,
): Promise<boolean> {
  if ((await closeIncident(db, { ...incident, now: now.toISOString() })) === undefined) return false;
  await notifyOperators(db, operators, incident, 'ended', now);
  return true;
}

async function notifyOperators(
  db: Trx,
  operators: readonly string[],
  incident: Incident,
  phase: Notice['phase'],
  now: Date,
): Promise<void> {
  const notice: Notice = {
    incident: incident.kind,
    subject: incident.label ?? incident.subject,
    phase,
    at: now.toISOString(),
    detail: incident.detail,
  };
  // A channel that fails cannot carry the notice of it.
  const reachable = operators.filter((channel) => incident.kind !== 'channel-dead' || channel !== incident.subject);
  for (const channel of reachable) {
    await addToAlert(db, {
      channel,
      kind: 'notice',
      createdAt: now,
      dueAt: now,
      changes: [],
      payload: [notice],
    });
  }
}
