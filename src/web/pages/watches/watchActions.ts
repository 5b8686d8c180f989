import { html } from 'hono/html';
import { incidentWords } from '../../../alerts/message/noticeOutline.ts';
import { dayMs } from '../../../base/time.ts';
import { counted, sentence } from '../../../base/words/sentence.ts';
import { personName } from '../../../base/words/watchWords.ts';
import { beginHold, endHoldOn } from '../../../check/changeHolds.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { type Sight, whoOf } from '../../../people/sight.ts';
import { creditsPerRun } from '../../../schedule/costs.ts';
import { becauseWords, type Hold, untilWords } from '../../../schedule/holds/holds.ts';
import { loadUnchecked } from '../../../schedule/holds/holdsTable.ts';
import { spanOfDay } from '../../../schedule/nextDue.ts';
import { queriesOf, watchesByQuery } from '../../../schedule/syncWatches.ts';
import { isKnownWatch } from '../../../schedule/watchesTable.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import { makeDueNow } from '../../../store/claims/due.ts';
import { lastCosts } from '../../../store/claims/queries.ts';
import { oneAtATime } from '../../../store/store.ts';
import { endWords, moment } from '../../frame/moment.ts';
import {
  type Action,
  actionForm,
  actionOn,
  byOf,
  type Form,
  type Html,
  type PageParts,
  reasonFrom,
  refuse,
} from '../../frame/page.ts';
import { links, watchActionPath, watchPath } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';
import { outcomeWords, type SealedLine, type WatchLine } from './loadWatches.ts';

const longestDays = 366;

/** Makes an action on a readable watch, which then shows the watch's page. */
export function watchAction(
  verb: string,
  work: (parts: PageParts, visit: Visit, watch: WatchConfig, form: Form) => Promise<void>,
): Action {
  return actionOn(
    { path: `/watches/:id/${verb}`, role: 'editor' },
    async (_parts, { sight }, { id }) => sight.readable.find((one) => one.id === id),
    async (watch, form, parts, visit) => {
      await work(parts, visit, watch, form);
      return { kind: 'done', see: watchPath(watch.id) };
    },
  );
}

const dearCredits = 100;

/**
 * Returns the price of a check in whole credits, by the last complete checks. A query without one counts as one page.
 * @param sight reveals the cost of a query only if the viewer may read a watch that uses it
 * @param others watches that pay for the queries that they share with this one
 */
export async function checkPrice(
  { store, config }: Pick<PageParts, 'store' | 'config'>,
  { readable }: Sight,
  watch: WatchConfig,
  others: readonly WatchConfig[] = [],
) {
  const ids = queriesOf(watch).map((query) => query.id);
  const asked = watchesByQuery(readable);
  const costs = await lastCosts(
    store.db,
    ids.filter((id) => asked.has(id)),
  );
  const credits = Math.ceil(creditsPerRun(watch, costs, config, others));
  return { credits, isLeast: !ids.every((id) => costs.has(id)), isDear: credits > dearCredits };
}

/** Makes the daemon check the watch within seconds, if the key and the budget allow. */
export const checkNowAction = watchAction('check', async (parts, visit, watch, { credits: confirmed }) => {
  const { credits, isDear } = await checkPrice(parts, visit.sight, watch);
  if (isDear && !(Number(confirmed) >= credits))
    refuse(`It may cost ${counted(credits, 'credit')}. Select the box beside the button to confirm.`);
  await parts.store.transaction(async (trx) => {
    await oneAtATime(trx, 'watches');
    if ((await loadUnchecked(trx)).has(watch.id))
      refuse('It is paused. Resume it first; it is then checked if a check is due.');
    await makeDueNow(trx, watch.id, visit.now);
    await noteAudit(trx, byOf(visit), 'watch.check', watch.id, 'made due now');
  });
});

type Asked = Pick<Hold, 'until' | 'reason'>;

/** Reads until when and why. The day is one in the coming year. */
function askedIn({ until = '', why }: Form, visit: Visit, wanted: string): Asked {
  const end = spanOfDay(until, visit)?.before ?? '';
  const isSoon = Date.parse(end) <= visit.now.getTime() + longestDays * dayMs;
  if (!isSoon || end <= visit.now.toISOString()) refuse(`Choose a day within the coming year${wanted}.`);
  return { until: end, reason: reasonFrom(why) };
}

export function muteFrom(form: Form, visit: Visit): Asked {
  return askedIn(form, visit, ' on which the mute ends');
}

function pauseFrom(form: Form, visit: Visit): Asked {
  if (!form.until) return { until: null, reason: reasonFrom(form.why) };
  return askedIn(form, visit, ', or none to pause it until somebody resumes it');
}

function beginAction(verb: string, isChecked: boolean, read: (form: Form, visit: Visit) => Asked): Action {
  return watchAction(verb, async ({ store, wholeConfig }, visit, watch, form) => {
    const asked = read(form, visit);
    const by = { author: whoOf(visit.viewer), beganAt: visit.now.toISOString() };
    const hold = { watchId: watch.id, recordId: null, label: watch.name, ...by, ...asked, isChecked };
    if (await store.transaction((trx) => beginHold(trx, wholeConfig, hold))) return;
    refuse((await isKnownWatch(store.db, watch.id)) ? isRemoved : isNew);
  });
}

function endAction(verb: string, isChecked: boolean): Action {
  return watchAction(verb, async ({ store, wholeConfig }, { viewer, now }, watch) => {
    const held = { watchId: watch.id, recordId: null, isChecked };
    await store.transaction((trx) => endHoldOn(trx, wholeConfig, held, { who: whoOf(viewer), now }));
  });
}

const isRemoved = 'It was removed meanwhile, and is not watched any more.';
const isNew = 'It was made just now, and is not checked yet. Try again in a few seconds.';

export const holdActions: readonly Action[] = [
  beginAction('mute', true, muteFrom),
  beginAction('pause', false, pauseFrom),
  endAction('unmute', true),
  endAction('resume', false),
];

function pausedWords(pause: Pick<Hold, 'until'>, visit: Visit): Html {
  return html`<span class="alarm">PAUSED</span> ${untilWords(pause, (at) => endWords(at, visit))}`;
}

export function pausedNote(pause: Hold, { lastCompleteAt }: WatchLine, visit: Visit): Html {
  const who = html` (by ${personName(pause.author)}${becauseWords(pause)})`;
  return html`<p class="note">${pausedWords(pause, visit)}${who}. It is not checked and costs nothing. ${
    lastCompleteAt === null
      ? 'It was never checked: its first check reports nothing as new.'
      : 'What happened since its last check is reported when it is checked again.'
  }</p>`;
}

export function pauseForm(watchId: string, pause: Hold | undefined, visit: Visit): Html {
  if (pause !== undefined) return actionForm(visit, watchActionPath(watchId, 'resume'), 'Resume');
  const fields = html`<label>until the end of
<input type="date" name="until" title="without a day: until it is resumed"></label> <label>because
<input name="why" required maxlength="500"></label> `;
  return html`<details><summary>Pause</summary>
${actionForm(
  visit,
  watchActionPath(watchId, 'pause'),
  'Pause',
  fields,
)}<p class="quiet small">It is not checked and costs nothing. Without a day: until it is resumed.</p></details>`;
}

export function muteForm(watchId: string, mute: Hold | undefined, others: Html | string, visit: Visit): Html {
  if (mute !== undefined) {
    return html`<div class="note">${mutedLine(mute, visit)}${others}</div>
${actionForm(visit, watchActionPath(watchId, 'unmute'), 'End the mute')}`;
  }
  return html`<details><summary>Mute</summary>
${actionForm(visit, watchActionPath(watchId, 'mute'), 'Mute', muteFields())}<p class="quiet small">Its alerts
wait, and are sent together at the end of the mute.</p>${others}</details>`;
}

export function mutedLine(mute: Hold, visit: Visit, of: Html | false = false): Html {
  const by = [personName(mute.author), mute.reason].filter(Boolean).join(': ');
  return html`<p>Muted ${mutedEnd(mute, visit)}${of} by ${sentence(by)} Its alerts
wait, and are sent together then.</p>`;
}

export function muteFields(filled = { until: '', why: '' }): Html {
  return html`<label>until the end of <input type="date" name="until" value="${filled.until}" required></label>
<label>because <input name="why" value="${filled.why}" required maxlength="500"></label> `;
}

export function mutedEnd({ until }: Pick<Hold, 'until'>, visit: Visit): Html | string {
  return until === null ? 'for good' : `until ${endWords(until, visit)}`;
}

export function sealedState({ outcome, lastCompleteAt, pause }: SealedLine, visit: Visit): Html {
  const state = pause === undefined ? outcomeWords({ outcome }) : pausedWords(pause, visit);
  return html`${state}${
    lastCompleteAt === null ? '' : html` <span class="quiet">last complete ${moment(lastCompleteAt, visit)}</span>`
  }`;
}

/** Says what is not as it should be, or nothing. */
export function notWellLine({ pause, mute, incidents, foundNothing, ...line }: WatchLine, visit: Visit): Html {
  const kinds = [...new Set(incidents.map((one) => incidentWords(one.kind)))];
  const state = pause === undefined ? line.outcome !== 'complete' && outcomeWords(line) : pausedWords(pause, visit);
  const words = [
    state,
    mute !== undefined && html`<span class="why">muted ${mutedEnd(mute, visit)}</span>`,
    ...kinds.map((kind) => html`<span class="alarm why">${kind}</span>`),
    foundNothing && html`<span class="doubt why">found nothing</span>`,
  ].filter((one) => one !== false);
  return html`${words.length > 0 && html`<div class="small">${words}</div>`}`;
}

/** Shows the price of all queries, even those that a plan counts at another watch. A high price must be confirmed. */
export async function checkForm(parts: PageParts, visit: Visit, watch: WatchConfig): Promise<Html> {
  const { credits, isLeast, isDear } = await checkPrice(parts, visit.sight, watch);
  const price = `${counted(credits, 'credit')}${isLeast ? ' or more' : ''}`;
  const box = html`<input type="checkbox" name="credits" value="${credits}" required>`;
  const sure = html`<label>${box} It may cost ${price}.</label> `;
  return actionForm(visit, watchActionPath(watch.id, 'check'), `Check now (${price})`, isDear ? sure : '');
}

export function tagLinks(tags: readonly string[]): Html {
  return links(tags.map((tag) => [`/watches?tag=${encodeURIComponent(tag)}`, tag] as const));
}
