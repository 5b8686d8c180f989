import type { Logger } from 'pino';
import { afterCommit, type Trx } from '../../store/store.ts';
import type { Fact, Notice } from '../message/content.ts';
import { addToAlert } from './addToAlertQueries.ts';
import { closeIncident, openIncident } from './incidentsTable.ts';

/** What the operators are notified of, once when it begins and once when it ends (docs/design.md, section 7). */
export type IncidentKind =
  | 'watch-failing'
  | 'service-away'
  | 'token-refused'
  | 'credits-gone'
  | 'budget-reached'
  | 'channel-dead'
  | 'channel-ended'
  | 'alert-undelivered'
  | 'recipients-refused'
  | 'unreadable-hits'
  | 'suspicious-result'
  | 'baseline-incomplete'
  | 'docket-truncated'
  | 'check-crashed'
  | 'clock-wrong'
  | 'found-nothing'
  | 'config-older'
  | 'config-refused'
  | 'new-database'
  | 'database-refuses'
  | 'feed-unreadable'
  | 'portfolio-unreadable';

export interface Incident {
  readonly kind: IncidentKind;
  readonly subject: string;
  readonly label?: string | undefined;
  /** The matter of the watch that it is about; absent where the watch is confidential or has none. */
  readonly matter?: string | undefined;
  /** Where the subject is words: the account, the machine or the source that they name. */
  readonly about?: string | undefined;
  /** What it comes from: the `day` or `month` of a budget, the incident of many watches. */
  readonly cause?: string | undefined;
  /** ISO time: since when it lasts, where it was noticed later. */
  readonly since?: string | undefined;
  readonly detail: string;
  readonly facts?: readonly Fact[] | undefined;
  /** It ends because it no longer concerns anybody, not because it was fixed. Default false. */
  readonly obsolete?: boolean | undefined;
}

/** Who is notified of incidents: the channels of `operators`, and the log, which gets no names of cases. */
export interface IncidentParts {
  readonly config: { readonly operators: readonly string[] };
  readonly log: Pick<Logger, 'info'>;
}

/** Notifies the operators of an incident unless they were already. @returns whether it began now. */
export async function beginIncident(db: Trx, { config, log }: IncidentParts, incident: Incident, now: Date) {
  if (!(await openIncident(db, { ...incident, now: now.toISOString() }))) return false;
  afterCommit(db, () => log.info({ incident: incident.kind, subject: incident.subject }, 'an incident began'));
  await notifyOperators(db, config.operators, incident, 'began', { now, beganAt: now.toISOString() });
  return true;
}

export async function endIncident(db: Trx, { config, log }: IncidentParts, incident: Incident, now: Date) {
  const closed = await closeIncident(db, { ...incident, now: now.toISOString() });
  if (closed === undefined) return false;
  afterCommit(db, () => log.info({ incident: incident.kind, subject: incident.subject }, 'an incident ended'));
  await notifyOperators(db, config.operators, incident, 'ended', { now, beganAt: closed.beganAt });
  return true;
}

/** Names one incident for the thread of its notices: when the same watch fails again, that is another incident. */
export function incidentThread({ kind, subject }: { kind: string; subject: string }, beganAt: string): string {
  return `incident:${kind}:${subject}:${beganAt}`;
}

export async function notifyOperators(
  db: Trx,
  operators: readonly string[],
  incident: Incident,
  phase: Notice['phase'],
  { now, beganAt = now.toISOString() }: { readonly now: Date; readonly beganAt?: string },
): Promise<void> {
  const notice: Notice = {
    incident: incident.kind,
    subject: incident.label ?? incident.subject,
    phase,
    at: now.toISOString(),
    detail: incident.detail,
    facts: incident.facts,
    matter: incident.matter,
    thread: incidentThread(incident, beganAt),
    ...(incident.obsolete && { obsolete: true }),
  };
  // A failing channel cannot deliver the notice of its own failure.
  const isOfChannel = incident.kind === 'channel-dead' || incident.kind === 'channel-ended';
  const reachable = operators.filter((channel) => !isOfChannel || channel !== incident.subject);
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

export function incidentsFor({ clock, ...parts }: IncidentParts & { readonly clock: () => Date }) {
  return {
    begin: (trx: Trx, incident: Incident) => beginIncident(trx, parts, incident, clock()),
    end: (trx: Trx, incident: Incident) => endIncident(trx, parts, incident, clock()),
  };
}
