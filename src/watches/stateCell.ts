import { html } from 'hono/html';
import { incidentWords } from '../outbox/noticeWords.ts';
import { moment } from '../pages/moment.ts';
import type { Html } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import type { WatchLine } from './loadWatches.ts';
import { outcomeWords } from './outcomeWords.ts';
import { pausedWords } from './pausePart.ts';

/** The outcome of its last check, its pause and mute, and why it cannot be relied on. */
export function stateCell({ pause, incidents, mutedUntil, ...line }: WatchLine, visit: Visit): Html {
  const kinds = [...new Set(incidents.map((one) => incidentWords(one.kind)))];
  return html`<div>${pause === undefined ? outcomeWords(line) : pausedWords(pause, visit)}${mutedUntil === undefined ? '' : html`<span class="why">muted until ${moment(mutedUntil, visit)}</span>`}${kinds.map((words) => html`<span class="alarm why">${words}</span>`)}</div>`;
}

/** The same where it stands beside the name of the watch: nothing of one that was checked completely and holds something. */
export function notWellLine(line: WatchLine, visit: Visit): Html {
  const { pause, mutedUntil, incidents, outcome, foundNothing } = line;
  const isSilent = pause !== undefined || mutedUntil !== undefined;
  const isWell = !isSilent && incidents.length === 0 && outcome === 'complete';
  if (isWell && !foundNothing) return html``;
  return html`<div class="small">${isWell ? '' : stateCell(line, visit)}${foundNothing ? html`<span class="alarm">found nothing</span>` : ''}</div>`;
}
