import { html } from 'hono/html';
import type { WatchConfig } from '../config/config.ts';
import { type FalseMatch, falseMatches } from '../holds/holds.ts';
import { runningHolds } from '../holds/holdsTable.ts';
import { recordPath } from '../pages/links.ts';
import { moment } from '../pages/moment.ts';
import { actionForm, type Html, type PageParts } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { mayAct } from '../people/viewer.ts';
import type { RecordType } from '../records/record.ts';
import { cleanText } from '../words/cleanText.ts';
import { readableNotes } from './notesTable.ts';

interface NotedRecord {
  readonly id: number;
  readonly type: RecordType;
  readonly key: string;
  /** The viewer's watches that found it. */
  readonly watches: readonly WatchConfig[];
}

/** What colleagues wrote about a record, for which watches it is ignored, and the forms for both. */
export async function notesPart(parts: PageParts, record: NotedRecord, visit: Visit): Promise<Html> {
  if (visit.viewer.guest) return html``;
  const notes = await readableNotes(parts, record.id, visit.viewer);
  const ignored = falseMatches(await runningHolds(parts.store.db)).filter((hold) => hold.recordId === record.id);
  const may = mayAct(visit.viewer, 'editor');
  if (notes.length === 0 && ignored.length === 0 && !may) return html``;
  const path = recordPath(record);
  const writing = actionForm(
    visit,
    `${path}/note`,
    'Add the note',
    html`<textarea name="text" rows="2" cols="50" required maxlength="4000" aria-label="note"></textarea> `,
  );
  return html`<h2>Notes</h2>${notes.map(
    (note) => html`<p><span class="quiet small">${note.who}, ${moment(note.at, visit)}</span>${linesOf(note.text)}</p>`,
  )}${may ? html`<div>${writing}</div>` : ''}${ignoredLines(record, ignored, visit, may)}${
    may ? ignoring(record, ignored, visit) : ''
  }`;
}

/** As it was written, line by line; nothing in it turns the text round. */
function linesOf(text: string): Html {
  return html`${text.split(/\r?\n/).map((line) => html`<br>${cleanText(line)}`)}`;
}

function ignoredLines(record: NotedRecord, ignored: readonly FalseMatch[], visit: Visit, may: boolean): Html {
  const names = new Map(record.watches.map((watch) => [watch.id, watch.name]));
  return html`${ignored
    .filter((one) => names.has(one.watchId))
    .map(
      (one) =>
        html`<p class="note">${one.until === null ? 'Ignored' : html`Muted until ${moment(one.until, visit)}`} for
${names.get(one.watchId)} by ${one.author}, ${moment(one.beganAt, visit)}: ${one.reason}.
This watch reports nothing about it. ${may ? heeding(record, one.watchId, visit) : ''}</p>`,
    )}`;
}

function heeding(record: NotedRecord, watchId: string, visit: Visit): Html {
  return actionForm(
    visit,
    `${recordPath(record)}/heed`,
    'Report it again',
    html`<input type="hidden" name="watch" value="${watchId}">`,
  );
}

function ignoring(record: NotedRecord, ignored: readonly FalseMatch[], visit: Visit): Html {
  const left = record.watches.filter((watch) => !ignored.some((one) => one.watchId === watch.id));
  if (left.length === 0) return html``;
  const fields = html`<select name="watch" aria-label="watch">${left.map(
    (watch) => html`<option value="${watch.id}">${watch.name}</option>`,
  )}</select> <label>because <input name="why" required maxlength="500"></label> `;
  return html`<details><summary>It is a false match</summary>
<p class="quiet small">The watch then reports nothing about it, but still lists it. When you undo this, what it left out
is reported.</p>${actionForm(visit, `${recordPath(record)}/ignore`, 'Ignore it', fields)}</details>`;
}
