import { pauseWatch, resumeWatch } from '../check/holds/pauses.ts';
import { makeDueNow } from '../database/claims/due.ts';
import { pausedWatches } from '../database/claims/queries.ts';
import { putMute } from '../outbox/mutesTable.ts';
import { endAndReport, mutesOf } from '../outbox/muting.ts';
import { type Acted, type Action, whoOf } from '../pages/action.ts';
import { watchPath } from '../pages/links.ts';
import type { PageParts } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { noteAudit } from '../people/auditTable.ts';
import { openWatches } from '../people/viewer.ts';
import { slotsAfter } from '../schedule/nextDue.ts';
import { isKnownWatch } from '../schedule/watchesTable.ts';
import { placeInZone } from '../words/readerDate.ts';

const dayMs = 86_400_000;
const longestDays = 366;

function watchOf({ config }: PageParts, { viewer }: Visit, id: string | undefined) {
  return openWatches(config.watches, viewer).find((watch) => watch.id === id);
}

/** The end of a day within the coming year, in the zone in which this reader is shown it; undefined for any other text. */
function endOfDay(day: string, { now, timezone }: Visit): string | undefined {
  const begins = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(begins) || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  // Somewhere it is midnight up to fourteen hours before.
  const midnights = slotsAfter('0 0 * * *', timezone, new Date(begins - dayMs), 3);
  const end = midnights.find((at) => (placeInZone(at.toISOString(), timezone)?.day ?? '') > day);
  const isTooLong = end !== undefined && end.getTime() > now.getTime() + longestDays * dayMs;
  return end === undefined || end <= now || isTooLong ? undefined : end.toISOString();
}

/** The reason given, cut to a length that can be shown anywhere; undefined for none. */
function reasonOf(why: string): string | undefined {
  return why.trim().slice(0, 500) || undefined;
}

const noReason: Acted = { kind: 'refused', why: 'Give a reason for others to read.' };

/** Makes the watch due now; the daemon checks it within seconds, if key and budget allow. */
export const checkNowAction: Action = {
  path: '/watches/:id/check',
  role: 'editor',
  async act(parts, visit, { id }) {
    const watch = watchOf(parts, visit, id);
    if (watch === undefined) return undefined;
    return parts.store.transaction(async (trx): Promise<Acted> => {
      if ((await pausedWatches(trx)).has(watch.id))
        return { kind: 'refused', why: 'It is paused. Resume it first; it is then checked if a check is due.' };
      await makeDueNow(trx, watch.id, visit.now);
      const line = { what: 'watch.check', subject: watch.id, detail: 'made due now' };
      await noteAudit(trx, { at: visit.now.toISOString(), who: whoOf(visit.viewer), ...line });
      return { kind: 'done', see: watchPath(watch.id) };
    });
  },
};

/** Mutes the watch until the end of a day; what is muted is reported then. */
export const muteAction: Action = {
  path: '/watches/:id/mute',
  role: 'editor',
  async act(parts, visit, { id }, { until = '', why = '' }) {
    const watch = watchOf(parts, visit, id);
    if (watch === undefined) return undefined;
    const endsAt = endOfDay(until, visit);
    if (endsAt === undefined) {
      return { kind: 'refused', why: 'Choose a day within the coming year on which the mute ends.' };
    }
    const [author, reason] = [whoOf(visit.viewer), reasonOf(why)];
    if (reason === undefined) return noReason;
    if (!(await isKnownWatch(parts.store.db, watch.id))) {
      return { kind: 'refused', why: 'It was made just now, and is not checked yet. Try again in a few seconds.' };
    }
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

/** Pauses the watch until the end of a day, or until it is resumed. */
export const pauseAction: Action = {
  path: '/watches/:id/pause',
  role: 'editor',
  async act(parts, visit, { id }, { until = '', why = '', back }) {
    const watch = watchOf(parts, visit, id);
    if (watch === undefined) return undefined;
    const endsAt = until === '' ? null : endOfDay(until, visit);
    if (endsAt === undefined) {
      return {
        kind: 'refused',
        why: 'Choose a day within the coming year, or none to pause it until somebody resumes it.',
      };
    }
    const reason = reasonOf(why);
    if (reason === undefined) return noReason;
    const pause = {
      watchId: watch.id,
      author: whoOf(visit.viewer),
      reason,
      beganAt: visit.now.toISOString(),
      until: endsAt,
    };
    const isPaused = await parts.store.transaction((trx) => pauseWatch(trx, parts.config, pause));
    if (!isPaused) return { kind: 'refused', why: 'It was removed meanwhile, and is not watched any more.' };
    return { kind: 'done', see: back === 'list' ? '/watches' : watchPath(watch.id) };
  },
};

/** Ends the pause of the watch: it is checked again, and what happened meanwhile is reported. */
export const resumeAction: Action = {
  path: '/watches/:id/resume',
  role: 'editor',
  async act(parts, visit, { id }, { back }) {
    const watch = watchOf(parts, visit, id);
    if (watch === undefined) return undefined;
    const edit = { who: whoOf(visit.viewer), now: visit.now };
    await parts.store.transaction((trx) => resumeWatch(trx, parts.config, watch.id, edit));
    return { kind: 'done', see: back === 'list' ? '/watches' : watchPath(watch.id) };
  },
};
