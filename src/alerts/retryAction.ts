import { retryAlerts } from '../outbox/alertsTable.ts';
import { probeNow } from '../outbox/channelsTable.ts';
import { type Action, whoOf } from '../pages/action.ts';
import { noteAudit } from '../people/auditTable.ts';
import { loadAlert } from './loadAlert.ts';

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
      const line = { what: 'alert.retry', subject: id, detail: channels.join(', ') };
      await noteAudit(trx, { at: visit.now.toISOString(), who: whoOf(visit.viewer), ...line });
      return made;
    });
    if (due.length === 0) return { kind: 'refused', why: 'It was delivered, or is being delivered now.' };
    return { kind: 'done', see: `/alerts/${id}` };
  },
};
