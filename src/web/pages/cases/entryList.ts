import { html } from 'hono/html';
import { cameWords } from '../../../alerts/message/entryHeading.ts';
import { fieldNameInside } from '../../../alerts/message/words/fieldWords.ts';
import { cleanText, webLink } from '../../../base/words/cleanText.ts';
import { redline } from '../../../base/words/redline.ts';
import { listed } from '../../../base/words/sentence.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { entryPriority } from '../../../reading/entryPriority.ts';
import { courtDocument } from '../../../records/courts.ts';
import type { Docket, Entry } from '../../../records/docket.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import type { ReadEntry } from '../../../store/snapshot/entriesTable.ts';
import { outside } from '../../frame/links.ts';
import { legalDay, moment } from '../../frame/moment.ts';
import { drawPieces } from '../../frame/newsList.ts';
import type { Html } from '../../frame/page.ts';
import type { Visit } from '../../visit/visit.ts';

/** Entries for readers: day and number, label, text, documents, and each edit as a redline. */
export function entryList(
  docket: Docket,
  entries: readonly ReadEntry[],
  changes: readonly StoredChange[],
  visit: Visit,
): Html {
  const edits = Map.groupBy(
    changes.filter((change) => change.kind === 'entry.updated' && change.entry !== undefined),
    (change) => nameOf(change.entry),
  );
  return html`<ol class="entries">${entries.map((one) =>
    entryLine(docket, one, edits.get(nameOf(one.entry)) ?? [], visit),
  )}</ol>`;
}

/** What links an edit to its entry: number and day, or the text of an entry without a number. */
function nameOf(entry: Entry | undefined): string {
  if (entry === undefined) return '';
  return entry.documentNumber === '' ? entry.description : `${entry.documentNumber} ${entry.dateFiled}`;
}

function entryLine(
  docket: Docket,
  { seq, entry, reading }: ReadEntry,
  edits: readonly StoredChange[],
  visit: Visit,
): Html {
  const text = cleanText(entry.description);
  const label = entryLabel(reading, text);
  const priority = entryPriority(reading, text, entry.dateFiled);
  const number = cleanText(entry.documentNumber);
  return html`<li id="${entryAnchor(seq, number)}" class="${priority}">
<div class="when">${legalDay(entry.dateFiled, visit)}<span class="quiet">${
    number === '' ? 'text only' : `D.I. ${number}`
  }</span></div>
<div>${label === '' ? '' : html`<span class="tag ${priority}">${label}</span> `}${
    text === '' ? html`<span class="quiet">No text.</span>` : text
  }
${links(docket, entry)}${edits.map((edit) => editLine(edit, visit))}</div></li>`;
}

/** The anchor of an entry on its case's page: its number, or its place where it has none. */
export function entryAnchor(seq: number, number: string): string {
  return number === '' ? `entry-${seq}` : `di-${number}`;
}

function links(docket: Docket, entry: Entry): Html {
  const document =
    webLink('PDF', entry.pdfUrl) ?? webLink('at the court (PACER, fee)', courtDocument(docket, entry.documentHref));
  const attachments = entry.extraDocument.map((extra) =>
    webLink(
      `attachment${extra.documentNumber === null ? '' : ` ${extra.documentNumber}`}`,
      extra.pdfUrl || courtDocument(docket, extra.documentHref),
    ),
  );
  const all = [document, ...attachments].filter((link) => link !== undefined);
  return all.length === 0
    ? html``
    : html`<div class="small">${all.map((link) => html`${outside(link.url, link.words)} `)}</div>`;
}

function editLine(edit: StoredChange, visit: Visit): Html {
  const text = edit.fields.find((one) => one.field === 'description');
  const came = cameWords(edit);
  const others = edit.fields.filter((one) => one !== text).map(({ field }) => fieldNameInside(field));
  const words =
    typeof text?.before === 'string'
      ? html`${came === '' ? '' : `${came}. `}${drawPieces(
          redline(cleanText(text.before), cleanText(String(text.after ?? ''))),
        )}`
      : came || `${listed(others)} changed`;
  return html`<div class="edit small"><span class="quiet">edited, seen ${moment(
    edit.detectedAt,
    visit,
  )}:</span> ${words}</div>`;
}
