import { sentence } from '../../base/words/sentence.ts';
import type { Config } from '../../config/config.ts';
import type { ClaimedAlert } from '../../store/claims/queue.ts';
import type { Store } from '../../store/store.ts';
import { waitingChannels } from './alertsTable.ts';
import { beginIncident, endIncident, type Incident, type IncidentParts } from './incidents.ts';

// What the operators are notified of in delivery: each incident as it begins, followed by the words for its end.

export function channelDead(channel: string, response: string, again: Date): Incident {
  const next = `Its alerts wait; the next attempt is at ${again.toISOString()}.`;
  const detail =
    `Delivery to the channel ${channel} fails: ${sentence(response)} ${next} Fix it, then run: tipstaff ` +
    `send-test ${channel}`;
  return { kind: 'channel-dead', subject: channel, detail };
}

/** The receiver unsubscribed: a webhook by 410. A kind of its own, for a channel often fails before its end. */
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
    `tipstaff alerts show ${alert.id}. Try again with: tipstaff alerts retry ${alert.id}`;
  return { ...named(alert), detail };
}

/** An alert that was deferred for long, while its channel takes others. It begins what ends when the alert arrives. */
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

export function recipientsRefused(channel: string, refused: readonly string[]): Incident {
  const detail =
    `The mail server refuses some recipients of the channel ${channel}: ${refused.join('; ')}. The others ` +
    'get their alerts. Correct the list under "to".';
  return { kind: 'recipients-refused', subject: channel, detail };
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

/** Nobody would ever deliver alerts to a channel which the config no longer has: the operators are notified. */
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
    for (const channel of Object.keys(channels)) await endIncident(trx, parts, channelKnown(channel), now);
  });
}
