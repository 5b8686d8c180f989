import { html } from 'hono/html';
import { actionForm } from '../pages/actionForm.ts';
import { watchActionPath } from '../pages/links.ts';
import { moment } from '../pages/moment.ts';
import type { Html } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import type { Pause } from '../schedule/pausesTable.ts';

/** `PAUSED until Dec 1`, `PAUSED until it is resumed` */
export function pausedWords({ until }: Pick<Pause, 'until'>, visit: Visit): Html {
  const end = until === null ? 'until it is resumed' : html`until ${moment(until, visit)}`;
  return html`<span class="alarm">PAUSED</span> ${end}`;
}

/** Why a watch is not checked. @param discreet without who paused it, and why */
export function pausedNote(pause: Pause, visit: Visit, discreet = false): Html {
  const because = pause.reason === '' ? '' : `: ${pause.reason}`;
  const who = discreet ? '' : html` (by ${pause.author}${because})`;
  return html`<p class="note">${pausedWords(pause, visit)}${who}. It is not checked and costs nothing: what happened since ${moment(pause.beganAt, visit)} is reported when it is checked again.</p>`;
}

/** The button that resumes a watch, or what pauses it: with an end or without, and why. @param back where to go then; its own page by default */
export function pauseForm(watchId: string, pause: Pause | undefined, visit: Visit, back?: 'list'): Html {
  const hidden = back === undefined ? '' : html`<input type="hidden" name="back" value="${back}">`;
  if (pause !== undefined) return actionForm(visit, watchActionPath(watchId, 'resume'), 'Resume', hidden);
  const fields = html`${hidden}<label>until the end of <input type="date" name="until" title="without a day: until it is resumed"></label> <label>because <input name="why" required maxlength="500"></label> `;
  return html`<details><summary>Pause</summary>${actionForm(visit, watchActionPath(watchId, 'pause'), 'Pause', fields)}<p class="quiet small">It is not checked and costs nothing. Without a day: until it is resumed.</p></details>`;
}
