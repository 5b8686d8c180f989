import type { Logger } from 'pino';
import { sentence } from '../../base/words/sentence.ts';
import type { Config } from '../../config/config.ts';
import type { ClaimedAlert } from '../../store/claims/queue.ts';
import { afterCommit, type Store, type Trx } from '../../store/store.ts';
import type { Notice } from '../message/facts.ts';
import type { NoticeKind } from '../message/noticeOutline.ts';
import { addToAlert } from './addToAlertQueries.ts';
import { waitingChannels } from './alertsTable.ts';
import { closeIncident, openIncident, openIncidents } from './incidentsTable.ts';

/** Operators are notified of each incident once when it begins and once when it ends (docs/design.md, section 7). */
export type IncidentKind = Exclude<NoticeKind, 'watch-unwatched' | 'counsel-asked'>;

export interface Incident extends Pick<Notice, 'subject' | 'matter' | 'detail' | 'facts' | 'obsolete'> {
  readonly kind: IncidentKind;
  readonly label?: string | undefined;
  /** The key of the account, machine or source, if `subject` names it in words; the refused recipients of a channel. */
  readonly about?: string | undefined;
  /** The `day` or `month` of a budget, or the incident that caused this one. */
  readonly cause?: string | undefined;
  readonly since?: string | undefined; // ISO time when it began, if it was noticed later.
}

/** Incidents go to the channels of `operators` and to the log, which gets no names of cases. */
export interface IncidentParts {
  readonly config: { readonly operators: readonly string[] };
  readonly log: Pick<Logger, 'info'>;
}

type Incidents = Incident | readonly Incident[];

/** Notifies the operators by one alert of all incidents that begin. @returns false if all had begun before */
export function beginIncident(db: Trx, parts: IncidentParts, incidents: Incidents, now: Date): Promise<boolean> {
  return notifyOfAll(db, parts, incidents, { phase: 'began', now });
}

/** Notifies the operators by one alert of all incidents that end. @returns false if none was open */
export function endIncident(db: Trx, parts: IncidentParts, incidents: Incidents, now: Date): Promise<boolean> {
  return notifyOfAll(db, parts, incidents, { phase: 'ended', now });
}

/** Begins the incident if something is wrong, else ends it. */
export async function noteIncident(
  { store, clock, ...parts }: IncidentParts & { readonly store: Store; readonly clock: () => Date },
  isWrong: boolean,
  incident: Incident,
): Promise<void> {
  await store.transaction((trx) => (isWrong ? beginIncident : endIncident)(trx, parts, incident, clock()));
}

async function notifyOfAll(
  db: Trx,
  { config, log }: IncidentParts,
  incidents: Incidents,
  { phase, now }: { readonly phase: Notice['phase']; readonly now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  const notices: Notice[] = [];
  for (const incident of [incidents].flat()) {
    const turned = await (phase === 'began' ? openIncident : closeIncident)(db, { ...incident, now: at });
    if (turned === undefined) continue;
    const fields = { incident: incident.kind, subject: incident.subject };
    afterCommit(db, () => log.info(fields, `an incident ${phase}`));
    notices.push(noticeOf(incident, phase, { at, beganAt: turned.beganAt }));
  }
  await sendNotices(db, config.operators, notices, now);
  return notices.length > 0;
}

/** Returns the key that joins the notices of one incident in a thread. The next failure of a watch has another key. */
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
  await sendNotices(db, operators, [noticeOf(incident, phase, { at: now.toISOString(), beganAt })], now);
}

function noticeOf(
  { kind, subject, label = subject, matter, detail, facts, obsolete }: Incident,
  phase: Notice['phase'],
  { at, beganAt }: { readonly at: string; readonly beganAt: string },
): Notice {
  const thread = incidentThread({ kind, subject }, beganAt);
  return { incident: kind, subject: label, phase, at, detail, facts, matter, thread, obsolete };
}

async function sendNotices(db: Trx, operators: readonly string[], notices: readonly Notice[], now: Date) {
  for (const channel of operators) {
    const payload = notices.filter((notice) => !isOfChannel(notice, channel));
    if (payload.length === 0) continue;
    await addToAlert(db, { channel, kind: 'notice', createdAt: now, dueAt: now, changes: [], payload });
  }
}

/** True if the channel fails itself, so that it cannot deliver the notice. */
function isOfChannel({ incident, subject }: Notice, channel: string): boolean {
  return (incident === 'channel-dead' || incident === 'channel-ended') && subject === channel;
}

export function incidentsFor({ clock, ...parts }: IncidentParts & { readonly clock: () => Date }) {
  return {
    begin: (trx: Trx, incident: Incident) => beginIncident(trx, parts, incident, clock()),
    end: (trx: Trx, incident: Incident) => endIncident(trx, parts, incident, clock()),
  };
}

// The incidents of delivery: each one as it begins, followed by the words for its end.

export function channelDead(channel: string, response: string): Incident {
  const detail =
    `Delivery to the channel ${channel} fails: ${sentence(response)} Its alerts wait and are tried again. Fix it, ` +
    `then run: tipstaff send-test ${channel}`;
  return { kind: 'channel-dead', subject: channel, detail };
}

/** The receiver unsubscribed, as a webhook does by 410. This kind is separate, because a failure often comes first. */
export function channelEnded(channel: string, response: string): Incident {
  const detail =
    `The receiver of the channel ${channel} wants no more alerts: ${sentence(response)} They wait, and ` +
    `nothing more is sent to it. To resume, run: tipstaff send-test ${channel}. Otherwise remove the channel from ` +
    'the config.';
  return { kind: 'channel-ended', subject: channel, detail };
}

export function channelFailing(channel: string, response: string, since: Date): Incident {
  const detail =
    `Delivery to the channel ${channel} has failed since ${since.toISOString()}: ${sentence(response)} Its ` +
    'alerts wait and are tried again. See: tipstaff alerts --undelivered';
  return { kind: 'channel-dead', subject: channel, detail };
}

export function channelWorks(channel: string, kind: 'channel-dead' | 'channel-ended'): Incident {
  return {
    kind,
    subject: channel,
    detail: `The channel ${channel} accepts alerts again; those that waited are on their way.`,
  };
}

export function alertUndelivered(alert: ClaimedAlert, response: string): Incident {
  const detail =
    `Alert ${alert.id} did not reach the channel ${alert.channel}: ${sentence(response)} Read it with: ` +
    `tipstaff alerts show ${alert.id}. It is not tried again by itself. To retry: tipstaff alerts retry ${alert.id}`;
  return { ...named(alert), detail };
}

/** For an alert that was deferred for long while its channel accepts others. `alertDelivered` ends this incident. */
export function alertLate(alert: ClaimedAlert, response: string, giveUpAfterHours: number): Incident {
  const detail =
    `Alert ${alert.id} has not reached the channel ${alert.channel} yet: ${sentence(response)} It is tried ` +
    `for ${giveUpAfterHours} hours in all, then abandoned. Read it with: tipstaff alerts show ${alert.id}. Try ` +
    `again with: tipstaff alerts retry ${alert.id}`;
  return { ...named(alert), detail };
}

export function alertDelivered(alert: ClaimedAlert): Incident {
  return { ...named(alert), detail: `Alert ${alert.id} reached the channel ${alert.channel} after all.` };
}

function named(alert: ClaimedAlert): Omit<Incident, 'detail'> {
  return { kind: 'alert-undelivered', subject: `alert ${alert.id}`, label: `alert ${alert.id} on ${alert.channel}` };
}

/** Replaces an open incident of other recipients, so that the operators are notified of each one that is refused. */
export async function beginRefused(
  db: Trx,
  parts: IncidentParts,
  { channel, refused }: { readonly channel: string; readonly refused: readonly string[] },
  now: Date,
): Promise<void> {
  const about = refused.map((words) => words.split(': ', 1)[0] ?? '');
  const detail =
    `The mail server refuses some recipients of the channel ${channel}: ${refused.join('; ')}. The others ` +
    'get their alerts. Correct the list under "to".';
  const incident: Incident = { kind: 'recipients-refused', subject: channel, about: about.join(' '), detail };
  const open = (await openIncidents(db, incident.kind)).find(({ subject }) => subject === incident.subject);
  const known = new Set(open?.about?.split(' '));
  if (about.every((address) => known.has(address))) return;
  await closeIncident(db, { ...incident, now: now.toISOString() });
  await beginIncident(db, parts, incident, now);
}

export function recipientsAccepted(channel: string): Incident {
  const detail = `Every recipient of the channel ${channel} is accepted again.`;
  return { kind: 'recipients-refused', subject: channel, detail };
}

function channelUnknown(channel: string, alerts: number): Incident {
  const waiting = alerts === 1 ? '1 alert waits' : `${alerts} alerts wait`;
  const detail =
    `${waiting} for the channel ${channel}, which the config no longer has. Put it back, or read them with: ` +
    'tipstaff alerts --undelivered';
  return { kind: 'alert-undelivered', subject: `channel ${channel}`, detail };
}

function channelKnown(channel: string): Incident {
  const detail = `The config has the channel ${channel} again: its alerts are delivered.`;
  return { kind: 'alert-undelivered', subject: `channel ${channel}`, detail };
}

/** Notifies the operators of alerts for a channel that left the config, because nobody would ever deliver them. */
export async function notifyOfOrphans(
  parts: IncidentParts & {
    readonly store: Store;
    readonly config: Pick<Config, 'channels'>;
    readonly clock: () => Date;
  },
): Promise<void> {
  const now = parts.clock();
  const { channels } = parts.config;
  await parts.store.transaction(async (trx) => {
    for (const { channel, alerts } of await waitingChannels(trx)) {
      if (channels[channel] === undefined) await beginIncident(trx, parts, channelUnknown(channel, alerts), now);
    }
    await endIncident(trx, parts, Object.keys(channels).map(channelKnown), now);
  });
}
