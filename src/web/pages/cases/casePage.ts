import { html } from 'hono/html';
import { entryLinks } from '../../../alerts/message/changeItem.ts';
import { cameWords, entryName } from '../../../alerts/message/fieldRows.ts';
import { isNewlyVisible, kindHeading } from '../../../alerts/message/words/happened.ts';
import { fieldNameInside } from '../../../alerts/message/words/recordWords.ts';
import { daysAgo } from '../../../base/time.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { redline } from '../../../base/words/redline.ts';
import { counted, listed } from '../../../base/words/sentence.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { entryPriority } from '../../../reading/entryPriority.ts';
import { type CalendarEvent, isKept, listCaution } from '../../../reading/events/calendarEvent.ts';
import { courtPage, courtsToday } from '../../../records/courts.ts';
import { type Docket, type Entry, entryTopics, entryTypes, patentsLabel } from '../../../records/docket.ts';
import { placeBesideTitle, recordTitle } from '../../../records/record.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import type { ReadEntry } from '../../../store/snapshot/entriesTable.ts';
import { dateWords, goneNote, legalDay, moment } from '../../frame/moment.ts';
import { alertsTable, askingPart, drawPieces } from '../../frame/newsList.ts';
import type { Html, Page } from '../../frame/page.ts';
import { facts, links, outside, watchPath } from '../../frame/pieces.ts';
import {
  choice,
  downloadLinks,
  filterField,
  filterRow,
  isPrinted,
  nothingListed,
  partOfRows,
} from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { mutedPart, notesPart } from '../notes/notesPart.ts';
import { alsoInPart } from '../search/searchPage.ts';
import { type Case, caseState, entryAnchor, filterEntries, loadCase } from './caseLists.ts';

const entriesPerPage = 100;
const entriesPrinted = 20_000;
const changesShown = 30;
/** How long an entry is marked as new, because late entries stand among old ones. */
const newDays = 7;

export const casePage: Page = {
  path: '/cases/:key',
  async draw(parts, visit, { key = '' }) {
    const found = await loadCase(parts, visit, key);
    if (found === undefined) return undefined;
    const { docket } = found;
    return {
      title: [recordTitle(docket), placeBesideTitle(docket)].filter(Boolean).join(', '),
      body: html`<h1>${recordTitle(docket)}</h1><p class="lead quiet">${leadWords(found, visit)}</p>
${goneNote(found.goneSince, visit)}${await mutedPart(parts, found, visit)}
${await askingPart(parts.store.db, found, visit)}${nextDatePart(found, visit)}
<p class="narrow small"><a href="#about">About the case</a></p>
<div class="columns"><div>${entriesPart(found, visit)}</div>
<aside>${datesPart(found, visit)}${aboutCase(found, visit)}${await alsoInPart(
        parts,
        visit,
        docket,
      )}${changesPart(found, visit)}</aside></div>
${await notesPart(parts, found, visit)}${alertsTable(found.alerts, visit)}`,
    };
  },
};

function leadWords({ docket, phase }: Case, visit: Visit): Html {
  const source = phase.entry?.documentNumber ? ` (D.I. ${phase.entry.documentNumber})` : '';
  // Only the docket's own fields are certain; what entries show is a reading of their texts.
  const isCertain = phase.entry === undefined || (phase.phase === 'ended' && Boolean(docket.dateTerminated));
  const reached = isCertain ? phase.phase : `phase, as its entries suggest: ${phase.phase},`;
  const word = phase.phase === 'ended' ? '' : ' since';
  const since = phase.since === '' ? '' : html`${word} ${legalDay(phase.since, visit)}${source}`;
  const judge = docket.assignedTo && `Judge ${docket.assignedTo}`;
  const known = [placeBesideTitle(docket), judge, reached].filter(Boolean).join(' · ');
  const state = caseState(docket);
  return html`${known}${since}${state && state !== phase.phase && ` · ${state}`}`;
}

function aboutCase({ docket, watches, firstSeenAt }: Case, visit: Visit): Html {
  const court = courtPage(docket);
  const patents = docket.patentNumbers?.map(
    (number) => html`<a href="/search?q=${encodeURIComponent(number)}">${number}</a> `,
  );
  return html`<h2 id="about">About the case</h2>${facts([
    ['Court', docket.court],
    ['Filed', docket.dateFiled && legalDay(docket.dateFiled, visit)],
    ['Ended', docket.dateTerminated && legalDay(docket.dateTerminated, visit)],
    ['Nature of suit', docket.suitNature],
    ['Parties', docket.parties?.join('; ')],
    [patentsLabel(docket), patents?.length ? html`${patents}` : undefined],
    ['Watched by', links(watches.map((watch) => [watchPath(watch.id), watch.name] as const))],
    ['First seen', moment(firstSeenAt, visit)],
    ['At the court', court && outside(court, 'docket on PACER, which may charge a fee')],
  ])}`;
}

function comingDates({ dates }: Case, { now }: Visit): CalendarEvent[] {
  const today = courtsToday(now);
  return dates.filter((date) => date.date >= today && date.status !== 'superseded');
}

function nextDatePart(found: Case, visit: Visit): Html {
  const next = comingDates(found, visit).find(isKept);
  return html`${next && html`<p class="note plain"><strong>Next:</strong> ${dateWords(next, visit)}</p>`}`;
}

function datesPart(found: Case, visit: Visit): Html {
  const coming = comingDates(found, visit);
  if (coming.length === 0) return html``;
  return html`<h2>${coming.some(isKept) ? 'Upcoming dates' : 'Dates'}</h2><ul class="news">${coming.map(
    (date) =>
      html`<li>${dateWords(date, visit)}
<div class="quiet small">${
        date.entry === '' ? '' : html`<a href="${entryPath(found, date.entry)}">D.I. ${date.entry}</a>: `
      }“${date.sentence}”</div></li>`,
  )}</ul><p class="quiet small">${listCaution}</p>`;
}

/** Returns a link to an entry that works with any filter and any part of the list. */
function entryPath({ entries }: Case, number: string): string {
  const seq = entries.find(({ entry }) => entry.documentNumber === number)?.seq;
  return seq === undefined ? '#entries' : `?entry=${seq}#${encodeURIComponent(entryAnchor(seq, number))}`;
}

const priorities = [
  ['read', 'important'],
  ['act', 'most important'],
] as const;

function entriesPart({ docket, entries, changes }: Case, visit: Visit): Html {
  const query = visit.url.searchParams;
  const shown = filterEntries(entries, visit);
  const perPage = isPrinted(visit.url) ? entriesPrinted : entriesPerPage;
  const { items, nav } = partOfRows(shown, ({ seq }) => String(seq), partWithEntry(shown, visit.url), perPage);
  const types = entryTypes.filter((type) => entries.some(({ reading }) => reading.type === type));
  const topics = entryTopics.filter((topic) => entries.some(({ reading }) => reading.about.includes(topic)));
  const filters = [
    choice('type', 'every type', types, query),
    choice('topic', 'every topic', topics, query),
    choice('matters', 'routine too', priorities, query, 'Importance'),
    filterField('words', 'Words', query, html`size="14"`),
    filterField('since', 'Since', query, html`type="date"`),
    html`<label>With PDF <input type="checkbox" name="pdf" value="1" ${query.get('pdf') === '1' && 'checked'}></label>`,
  ];
  const found = shown.length < entries.length ? `${counted(shown.length, 'entry')} of ${entries.length}` : '';
  return html`<h2 id="entries">${counted(entries.length, 'entry')}${missingWords(
    docket.entryTotal,
    entries.length,
  )}</h2>
${filterRow(filters, found, '#entries')}
${
  items.length === 0
    ? nothingListed(visit.url, 'entry', 'The service shows no entry.')
    : entryList(docket, items, changes, visit)
}
${nav}${downloadLinks(visit.url, `${visit.url.pathname}/entries`, true)}`;
}

/** Returns the address of the part of the list with the entry that a link names (`entry=SEQ`). */
function partWithEntry(shown: readonly ReadEntry[], url: URL): URL {
  const index = shown.findIndex(({ seq }) => String(seq) === url.searchParams.get('entry'));
  if (index < 0) return url;
  const last = shown[index - (index % entriesPerPage) - 1];
  const at = new URL(url);
  if (last !== undefined) at.searchParams.set('after', String(last.seq));
  return at;
}

function missingWords(total: number | undefined, shown: number): string {
  return total !== undefined && total > shown ? ` of ${total}: the service shows no more` : '';
}

function changesPart({ changes }: Case, visit: Visit): Html {
  const ofCase = changes.filter((change) => change.entry === undefined).slice(0, changesShown);
  if (ofCase.length === 0) return html``;
  return html`<h2>What changed</h2><ul class="news">${ofCase.map(
    (change) =>
      html`<li>${moment(change.detectedAt, visit)} · ${kindHeading(change, visit)}${
        change.note === undefined || isNewlyVisible(change) ? '' : html` <span class="quiet">${change.note}</span>`
      }</li>`,
  )}</ul>`;
}

function entryList(docket: Docket, entries: readonly ReadEntry[], changes: readonly StoredChange[], visit: Visit) {
  const since = daysAgo(visit.now, newDays);
  const told = changes.filter(({ kind, detectedAt }) => {
    return kind === 'entry.updated' || (kind === 'entry.new' && detectedAt >= since);
  });
  const byEntry = Map.groupBy(told, ({ entry }) => entry && nameOf(entry));
  return html`<ol class="entries">${entries.map((one) =>
    entryLine(docket, one, byEntry.get(nameOf(one.entry)) ?? [], visit),
  )}</ol>`;
}

function nameOf({ documentNumber, dateFiled, description }: Entry): string {
  return documentNumber === '' ? description : `${documentNumber} ${dateFiled}`;
}

/** @param changes the edits of the entry, and that it is new */
function entryLine(docket: Docket, { seq, entry, reading }: ReadEntry, changes: readonly StoredChange[], visit: Visit) {
  const text = cleanText(entry.description);
  const label = entryLabel(reading, text);
  const priority = entryPriority(reading, text, entry.dateFiled);
  const number = cleanText(entry.documentNumber);
  return html`<li id="${entryAnchor(seq, number)}" class="${priority}">
<div class="when">${legalDay(entry.dateFiled, visit)}<span class="quiet">${entryName(entry)}</span></div>
<div>${label === '' ? '' : html`<span class="tag ${priority}">${label}</span> `}${
    text === '' ? html`<span class="quiet">No text.</span>` : text
  }
${documentLinks(docket, entry)}${changes.map((change) => changeLine(change, visit))}</div></li>`;
}

function documentLinks(docket: Docket, entry: Entry): Html {
  const shown = entryLinks(entry, docket).map((link) => html`${outside(link.url, link.words)} `);
  return html`${shown.length > 0 && html`<div class="small">${shown}</div>`}`;
}

function changeLine(edit: StoredChange, visit: Visit): Html {
  const seen = moment(edit.detectedAt, visit);
  if (edit.kind === 'entry.new') return html`<div class="small quiet">new, seen ${seen}</div>`;
  const text = edit.fields.find((one) => one.field === 'description');
  const came = cameWords(edit);
  const others = edit.fields.filter((one) => one !== text).map(({ field }) => fieldNameInside(field));
  const words =
    typeof text?.before === 'string'
      ? html`${came === '' ? '' : `${came}. `}${drawPieces(
          redline(cleanText(text.before), cleanText(String(text.after ?? ''))),
        )}`
      : came || `${listed(others)} changed`;
  return html`<div class="edit small"><span class="quiet">edited, seen ${seen}:</span> ${words}</div>`;
}
