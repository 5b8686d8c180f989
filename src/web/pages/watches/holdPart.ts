import { html } from 'hono/html';
import { incidentWords } from '../../../alerts/message/noticeOutline.ts';
import { alsoWatched } from '../../../alerts/outbox/watchFacts.ts';
import { counted, moreWatches, withCommas } from '../../../base/words/sentence.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { watchesById } from '../../../config/readWatches.ts';
import { mayAct } from '../../../people/sight.ts';
import { labelOf } from '../../../records/record.ts';
import type { Hold } from '../../../schedule/holds/holds.ts';
import { recordPath, watchActionPath, watchPath } from '../../frame/links.ts';
import { moment } from '../../frame/moment.ts';
import { actionForm, type Html, type PageParts } from '../../frame/page.ts';
import { links } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';
import { kindOf, outcomeWords, type WatchLine, type WatchState } from './loadWatches.ts';
import { quietenPart } from './quietenPart.ts';
import { checkPrice } from './watchActions.ts';

/** `PAUSED until Dec 1`, `PAUSED until it is resumed` */
function pausedWords({ until }: Pick<Hold, 'until'>, visit: Visit): Html {
  const end = until === null ? 'until it is resumed' : html`until ${moment(until, visit)}`;
  return html`<span class="alarm">PAUSED</span> ${end}`;
}

export function pausedNote(pause: Hold, visit: Visit): Html {
  const because = pause.reason === '' ? '' : `: ${pause.reason}`;
  const who = html` (by ${pause.author}${because})`;
  return html`<p class="note">${pausedWords(pause, visit)}${who}. It is not checked and costs nothing: what happened
since ${moment(pause.beganAt, visit)} is reported when it is checked again.</p>`;
}

/** Pauses a watch, or resumes it. @param back where to go then; default: its own page */
export function pauseForm(watchId: string, pause: Hold | undefined, visit: Visit, back?: 'list'): Html {
  const hidden = back === undefined ? '' : html`<input type="hidden" name="back" value="${back}">`;
  if (pause !== undefined) return actionForm(visit, watchActionPath(watchId, 'resume'), 'Resume', hidden);
  const fields = html`${hidden}<label>until the end of
<input type="date" name="until" title="without a day: until it is resumed"></label> <label>because
<input name="why" required maxlength="500"></label> `;
  const summary =
    back === undefined ? 'Pause' : html`<span class="pause-mark" title="Pause"></span><span class="said">Pause</span>`;
  return html`<details><summary>${summary}</summary>
${actionForm(
  visit,
  watchActionPath(watchId, 'pause'),
  'Pause',
  fields,
)}<p class="quiet small">It is not checked and costs nothing. Without a day: until it is resumed.</p></details>`;
}

/** Mutes a watch, or ends its mute. @param others which other watches still report what it mutes */
function muteForm(watchId: string, mute: Hold | undefined, others: Html | string, visit: Visit): Html {
  if (mute !== undefined) {
    return html`<div class="note"><p>Muted ${mutedEnd(mute, visit)} by ${mute.author}: ${mute.reason}</p>${others}</div>
${actionForm(visit, watchActionPath(watchId, 'unmute'), 'End the mute')}`;
  }
  return html`<details><summary>Mute</summary>
${actionForm(visit, watchActionPath(watchId, 'mute'), 'Mute', muteFields())}${others}</details>`;
}

/** Until when something is muted, and why. @param filled in already; the day as `2026-12-01` */
export function muteFields(filled = { until: '', why: '' }): Html {
  return html`<label>until the end of <input type="date" name="until" value="${filled.until}" required></label>
<label>because <input name="why" value="${filled.why}" required maxlength="500"></label> `;
}

function mutedEnd({ until }: Hold, visit: Visit): Html | string {
  return until === null ? 'for good' : html`until ${moment(until, visit)}`;
}

export function sealedState({ outcome, lastCompleteAt, pause }: WatchState, visit: Visit): Html {
  const state = pause === undefined ? outcomeWords({ outcome }) : pausedWords(pause, visit);
  return html`${state}${
    lastCompleteAt === undefined ? '' : html` <span class="quiet">last complete ${moment(lastCompleteAt, visit)}</span>`
  }`;
}

/** The outcome of its last check, its pause and mute, and why it cannot be relied on. */
export function stateCell({ pause, incidents, mute, ...line }: WatchLine, visit: Visit): Html {
  const kinds = [...new Set(incidents.map((one) => incidentWords(one.kind)))];
  return html`<div>${pause === undefined ? outcomeWords(line) : pausedWords(pause, visit)}${
    mute === undefined ? '' : html`<span class="why">muted ${mutedEnd(mute, visit)}</span>`
  }${kinds.map((words) => html`<span class="alarm why">${words}</span>`)}</div>`;
}

/** Checked completely, with nothing kept quiet and no incident: its dot says enough. */
export function isWell({ pause, mute, incidents, outcome }: WatchLine): boolean {
  return pause === undefined && mute === undefined && incidents.length === 0 && outcome === 'complete';
}

export function notWellLine(line: WatchLine, visit: Visit): Html {
  const { foundNothing } = line;
  if (isWell(line) && !foundNothing) return html``;
  return html`<div class="small">${isWell(line) ? '' : stateCell(line, visit)}${
    foundNothing ? html`<span class="doubt">found nothing</span>` : ''
  }</div>`;
}

const mostNamed = 5;

export async function actionsPart(parts: PageParts, visit: Visit, { watch, pause, mute }: WatchLine): Promise<Html> {
  if (!mayAct(visit.viewer, 'editor')) return html``;
  const others = await othersPart(parts, visit, watch);
  const edit = visit.sight.config.ownWatches?.has(watch.id)
    ? html`<a class="button" href="${watchActionPath(watch.id, 'edit')}">Edit</a> `
    : '';
  return html`<div class="doing">${pause === undefined ? await checkForm(parts, visit, watch) : ''}${edit}${muteForm(
    watch.id,
    mute,
    others,
    visit,
  )}${await quietenPart(parts, visit, watch)}${pauseForm(watch.id, pause, visit)}</div>`;
}

/** With the price of all its queries, also of those that a plan counts at another watch; a dear one is confirmed. */
async function checkForm(parts: PageParts, visit: Visit, watch: WatchConfig): Promise<Html> {
  const { credits, isLeast, isDear } = await checkPrice(parts, visit.sight, watch);
  const price = `${counted(credits, 'credit')}${isLeast ? ' or more' : ''}`;
  const box = html`<input type="checkbox" name="credits" value="${credits}" required>`;
  const sure = html`<label>${box} It may cost ${price}.</label> `;
  return actionForm(visit, watchActionPath(watch.id, 'check'), `Check now (${price})`, isDear ? sure : '');
}

/** Which other watches still report what is muted here, of those that the viewer may read. */
async function othersPart({ store }: PageParts, { sight }: Visit, watch: WatchConfig): Promise<Html | string> {
  const watches = sight.readable;
  const found = await alsoWatched(store.db, { watches }, watch.id);
  if (found === undefined) return '';
  const { records, watchIds, first } = found;
  const others = watchIds.slice(0, mostNamed).flatMap((id) => watchesById(watches).get(id) ?? []);
  const more = watchIds.length - mostNamed;
  const names = links(others.map(({ id, name }) => [watchPath(id), name] as const));
  const rest = more > 0 ? ` and ${moreWatches(more)}` : '';
  const what = `${withCommas(records)} of its ${kindOf(watch)} ${records === 1 ? 'is' : 'are'}`;
  return html`<p class="small">${what} also watched by ${names}${rest}, which still ${
    watchIds.length === 1 ? 'reports' : 'report'
  } ${
    records === 1 ? 'it' : 'them'
  }. What is a false match is ignored on its own page: <a href="${recordPath(first)}">${labelOf(first)}</a>.</p>`;
}
