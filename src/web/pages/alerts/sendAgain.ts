import { html } from 'hono/html';
import { addToAlert } from '../../../alerts/outbox/addToAlertQueries.ts';
import { loadAlertChanges, loadAlert as loadStored } from '../../../alerts/outbox/alertContentQueries.ts';
import { type ListedAlert, retryAlerts } from '../../../alerts/outbox/alertsTable.ts';
import { probeNow } from '../../../alerts/outbox/channelsTable.ts';
import { noteAudit } from '../../../people/auditTable.ts';
import { mayAct } from '../../../people/viewer.ts';
import { type Action, actionForm, byOf, type Html, type PageConfig } from '../../frame/page.ts';
import type { Visit } from '../../visit/visit.ts';
import { loadAlert } from './alertMail.ts';

/** Those of the watches that the viewer may see; incidents are of every matter, and so are their channels. */
export function channelsFor({ channels }: PageConfig, { viewer, sight }: Pick<Visit, 'viewer' | 'sight'>): string[] {
  const all = Object.keys(channels);
  if (viewer.matters === 'all') return all;
  const own = new Set(sight.readable.flatMap(({ notify }) => notify));
  return all.filter((name) => own.has(name));
}

/**
 * Sends what an alert says once more, to a channel that the person chooses; incidents of Tipstaff itself are for their
 * operators.
 */
export function sendAgainPart(config: PageConfig, visit: Visit, { id, kind }: ListedAlert): Html {
  const channels = channelsFor(config, visit);
  if (kind === 'notice' || channels.length === 0 || !mayAct(visit.viewer, 'editor')) return html``;
  const choice = html`<label>Send again to <select name="channel">${channels.map(
    (name) => html`<option value="${name}">${name}</option>`,
  )}</select></label> `;
  return actionForm(visit, `/alerts/${id}/send`, 'Send', choice);
}

/**
 * Puts a new alert with the same content into the outbox: due now, whatever the digest or the quiet hours of its
 * channel.
 */
export const sendAgainAction: Action = {
  path: '/alerts/:id{[0-9]+}/send',
  role: 'editor',
  async act(parts, visit, params, { channel = '' }) {
    const { store, config } = parts;
    // Only those who may read it may send it, and only where they may have watches sent.
    const found = await loadAlert(parts, visit, params.id);
    if (found === undefined || found.alert.kind === 'notice') return undefined;
    if (!channelsFor(config, visit).includes(channel))
      return { kind: 'refused', why: 'There is no such channel, or you cannot choose it.' };
    const { id, kind } = found.alert;
    const { now } = visit;
    const sent = await store.transaction(async (trx) => {
      const payload = kind === 'changes' ? undefined : ((await loadStored(trx, id))?.payload as readonly object[]);
      const changes = await loadAlertChanges(trx, id);
      const made = { channel, kind, dueAt: now, createdAt: now, changes, payload, grows: false };
      const alertId = await addToAlert(trx, made);
      await noteAudit(trx, byOf(visit), 'alert.send', String(id), channel);
      return alertId;
    });
    return { kind: 'done', see: `/alerts/${sent}` };
  },
};

/** Tries an undelivered alert again now, even on a channel that its server refuses. */
export const retryAction: Action = {
  path: '/alerts/:id{[0-9]+}/retry',
  role: 'editor',
  async act(parts, visit, params) {
    // Only those who may read it may send it.
    if ((await loadAlert(parts, visit, params.id)) === undefined) return undefined;
    const { id = '' } = params;
    const due = await parts.store.transaction(async (trx) => {
      const made = await retryAlerts(trx, visit.now, [Number(id)]);
      const channels = made.map((alert) => alert.channel);
      if (channels.length > 0) await probeNow(trx, channels, visit.now);
      await noteAudit(trx, byOf(visit), 'alert.retry', id, channels.join(', '));
      return made;
    });
    if (due.length === 0) return { kind: 'refused', why: 'It was delivered, or is being delivered now.' };
    return { kind: 'done', see: `/alerts/${id}` };
  },
};
