import { dayMs } from '../../../base/time.ts';
import { counted } from '../../../base/words/sentence.ts';
import { beginHold, endHoldOn } from '../../../check/changeHolds.ts';
import { noteAudit } from '../../../people/auditTable.ts';
import { loadUnchecked } from '../../../schedule/holds/holdsTable.ts';
import { spanOfDay } from '../../../schedule/nextDue.ts';
import { isKnownWatch } from '../../../schedule/watchesTable.ts';
import { makeDueNow } from '../../../store/claims/due.ts';
import { oneAtATime } from '../../../store/store.ts';
import { watchPath } from '../../frame/links.ts';
import { type Acted, type Action, byOf, whoOf } from '../../frame/page.ts';
import type { Visit } from '../../visit/visit.ts';
import { checkPrice } from './holdPart.ts';

const longestDays = 366;

function watchOf({ sight }: Visit, id: string | undefined) {
  return sight.readable.find((watch) => watch.id === id);
}

/** The end of a day within the coming year; undefined for any other text. */
function endOfDay(day: string, visit: Visit): string | undefined {
  const end = spanOfDay(day, visit)?.before;
  const isTooLong = end !== undefined && Date.parse(end) > visit.now.getTime() + longestDays * dayMs;
  return end === undefined || end <= visit.now.toISOString() || isTooLong ? undefined : end;
}

/**
 * Makes the watch due now, at a high price only one that was confirmed; the daemon checks it within seconds, if key and
 * budget allow.
 */
export const checkNowAction: Action = {
  path: '/watches/:id/check',
  role: 'editor',
  async act(parts, visit, { id }, { credits: confirmed }) {
    const watch = watchOf(visit, id);
    if (watch === undefined) return undefined;
    const { credits, isDear } = await checkPrice(parts, visit.sight, watch);
    if (isDear && !(Number(confirmed) >= credits))
      return {
        kind: 'refused',
        why: `It may cost ${counted(credits, 'credit')}. Tick the box beside the button to confirm.`,
      };
    return parts.store.transaction(async (trx): Promise<Acted> => {
      await oneAtATime(trx, 'watches');
      if ((await loadUnchecked(trx)).has(watch.id))
        return { kind: 'refused', why: 'It is paused. Resume it first; it is then checked if a check is due.' };
      await makeDueNow(trx, watch.id, visit.now);
      await noteAudit(trx, byOf(visit), 'watch.check', watch.id, 'made due now');
      return { kind: 'done', see: watchPath(watch.id) };
    });
  },
};

type Asked = Readonly<Record<string, string>>;

/** Until when, where the form can be taken; else why not. */
type End = { readonly until: string | null } | { readonly refused: string };

/** Until when and why, as a form of `muteFields` says; else why it cannot be taken. */
export function muteFrom(form: Asked, visit: Visit) {
  return holdFrom(form, visit, muteEnd);
}

function holdFrom({ until: day = '', why = '' }: Asked, visit: Visit, endOf: (day: string, visit: Visit) => End) {
  const end = endOf(day, visit);
  if ('refused' in end) return end;
  const reason = why.trim().slice(0, 500);
  return reason === '' ? { refused: 'Give a reason for others to read.' } : { ...end, reason };
}

function muteEnd(day: string, visit: Visit): End {
  const until = endOfDay(day, visit);
  return until === undefined ? { refused: `${noDay} on which the mute ends.` } : { until };
}

/** Holds the watch until the end of a day, or, where `endOf` allows it, until somebody ends that. */
function beginAction(verb: string, isChecked: boolean, endOf: (day: string, visit: Visit) => End): Action {
  return {
    path: `/watches/:id/${verb}`,
    role: 'editor',
    async act(parts, visit, { id }, form: Asked) {
      const watch = watchOf(visit, id);
      if (watch === undefined) return undefined;
      const asked = holdFrom(form, visit, endOf);
      if ('refused' in asked) return { kind: 'refused', why: asked.refused };
      const by = { author: whoOf(visit.viewer), beganAt: visit.now.toISOString() };
      const hold = { watchId: watch.id, recordId: null, label: watch.name, ...by, ...asked, isChecked };
      const isHeld = await parts.store.transaction((trx) => beginHold(trx, parts.wholeConfig, hold));
      if (!isHeld) return { kind: 'refused', why: (await isKnownWatch(parts.store.db, watch.id)) ? isRemoved : isNew };
      return { kind: 'done', see: form.back === 'list' ? '/watches' : watchPath(watch.id) };
    },
  };
}

function endAction(verb: string, isChecked: boolean): Action {
  return {
    path: `/watches/:id/${verb}`,
    role: 'editor',
    async act(parts, visit, { id }, { back }: Asked) {
      const watch = watchOf(visit, id);
      if (watch === undefined) return undefined;
      const held = { watchId: watch.id, recordId: null, isChecked };
      const end = { who: whoOf(visit.viewer), now: visit.now };
      await parts.store.transaction((trx) => endHoldOn(trx, parts.wholeConfig, held, end));
      return { kind: 'done', see: back === 'list' ? '/watches' : watchPath(watch.id) };
    },
  };
}

const isRemoved = 'It was removed meanwhile, and is not watched any more.';
const isNew = 'It was made just now, and is not checked yet. Try again in a few seconds.';
const noDay = 'Choose a day within the coming year';

export const holdActions: readonly Action[] = [
  beginAction('mute', true, muteEnd),
  beginAction('pause', false, (day, visit) => {
    const until = day === '' ? null : endOfDay(day, visit);
    return until === undefined ? { refused: `${noDay}, or none to pause it until somebody resumes it.` } : { until };
  }),
  endAction('unmute', true),
  endAction('resume', false),
];
