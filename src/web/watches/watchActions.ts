import { endAndReport, mutesOf } from '../../alerts/mutes.ts';
import { noteAudit } from '../../store/audit.ts';
import { putMute } from '../../store/outbox/mutes.ts';
import { makeDueNow } from '../../store/queue/due.ts';
import { type Action, whoOf } from '../action.ts';
import type { PageParts } from '../page.ts';
import { watchPath } from '../pieces/links.ts';
import { openWatches } from '../visit/viewer.ts';
import type { Visit } from '../visit/visit.ts';

const dayMs = 86_400_000;
const longestMuteDays = 366;

function watchOf({ config }: PageParts, { viewer }: Visit, id: string | undefined) {
  return openWatches(config.watches, viewer).find((watch) => watch.id === id);
}

/** Makes the watch due now; the daemon checks it within seconds, if key and budget allow. */
export const checkNowAction: Action = {
  path: '/watches/:id/check',
  role: 'editor',
  async act(parts, visit, { id }) {
    const watch = watchOf(parts, visit, id);
    if (watch === undefined) return undefined;
    await parts.store.transaction(async (trx) => {
      await makeDueNow(trx, watch.id, visit.now);
      const line = { what: 'watch.check', subject: watch.id, detail: 'made due now' };
      await noteAudit(trx, { at: visit.now.toISOString(), who: whoOf(visit.viewer), ...line });
    });
    return { kind: 'done', see: watchPath(watch.id) };
  },
};

/** Mutes the watch until the end of a day; what is muted is reported then. */
export const muteAction: Action = {
  path: '/watches/:id/mute',
  role: 'editor',
  async act(parts, visit, { id }, { until = '', why = '' }) {
    const watch = watchOf(parts, visit, id);
    if (watch === undefined) return undefined;
    const end = Date.parse(`${until}T00:00:00Z`) + dayMs;
    const isTooLong = end > visit.now.getTime() + longestMuteDays * dayMs;
    if (Number.isNaN(end) || end <= visit.now.getTime() || isTooLong) {
      return { kind: 'refused', why: 'Choose a day to come, within a year, on which the mute ends.' };
    }
    if (why.trim() === '') return { kind: 'refused', why: 'Say why, for those who wonder.' };
    const [author, reason, endsAt] = [whoOf(visit.viewer), why.trim().slice(0, 500), new Date(end).toISOString()];
    const beganAt = visit.now.toISOString();
    await parts.store.transaction(async (trx) => {
      const made = { watchId: watch.id, recordId: null, label: watch.name, author, reason, beganAt, until: endsAt };
      await putMute(trx, made);
      const detail = `until ${endsAt}: ${reason}`;
      await noteAudit(trx, { at: beganAt, who: author, what: 'watch.mute', subject: watch.id, detail });
    });
    return { kind: 'done', see: watchPath(watch.id) };
  },
};

/** Ends the mute of the watch; what was muted goes out with the next delivery. */
export const unmuteAction: Action = {
  path: '/watches/:id/unmute',
  role: 'editor',
  async act(parts, visit, { id }) {
    const watch = watchOf(parts, visit, id);
    if (watch === undefined) return undefined;
    await parts.store.transaction(async (trx) => {
      const running = await mutesOf(trx, { watchId: watch.id, recordId: null });
      for (const mute of running) await endAndReport(trx, parts.config, mute, visit.now);
      const line = { what: 'watch.unmute', subject: watch.id, detail: '' };
      await noteAudit(trx, { at: visit.now.toISOString(), who: whoOf(visit.viewer), ...line });
    });
    return { kind: 'done', see: watchPath(watch.id) };
  },
};
