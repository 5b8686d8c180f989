import { html } from 'hono/html';
import { cleanText } from '../../../base/words/cleanText.ts';
import { counted, withCommas } from '../../../base/words/sentence.ts';
import type { Design } from '../../../records/design.ts';
import { type RecordType, recordPlace, recordTitle } from '../../../records/record.ts';
import { type EntryFound, markWords } from '../../../store/find/searchStoredQueries.ts';
import { readSearch, type SearchTerms } from '../../../store/words/wordIndex.ts';
import { recordPath } from '../../frame/links.ts';
import { legalDay } from '../../frame/moment.ts';
import type { Html, Page } from '../../frame/page.ts';
import { choice, downloadLinks, emptyState, filterRow } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';
import { designCard, firstPictures, type Look } from '../designs/designCard.ts';
import { excerpt, loadSearch, orderAsked, type Result, type Results, searchOf } from '../search/loadSearch.ts';
import { entryAnchor } from './casePage.ts';

const recordsAtMost = 50;
const entriesShown = 3;

/** `/search?q=`: the cases and designs that match, each with the entries that do. */
export const searchPage: Page = {
  path: '/search',
  async draw(parts, visit) {
    const text = searchOf(visit);
    const what = visit.url.searchParams.get('what');
    const common = { limit: recordsAtMost, order: orderAsked(visit) };
    const search = (type: RecordType, entries: number) =>
      loadSearch(parts, visit, what === (type === 'docket' ? 'designs' : 'cases') ? '' : text, {
        ...common,
        type,
        entries,
      });
    const [cases, designs] = [await search('docket', entriesShown), await search('design', 0)];
    const isEmpty = cases.records.length + designs.records.length === 0;
    return {
      title: text === '' ? 'Search' : `Search: ${text}`,
      body: html`<h1>${text === '' ? 'Search' : `“${text}”`}</h1>
${text === '' ? '' : filters(visit, text)}
${
  isEmpty
    ? emptyState(
        text === '' ? 'Write names, numbers or words above.' : 'Nothing stored matches all of that.',
        text === ''
          ? help
          : html`<a href="/changes?why=${encodeURIComponent(text)}">Why was it not reported?</a> ${help}`,
      )
    : ''
}
${casesPart(cases, text, visit)}${designsPart(designs, {
  visit,
  coming: await firstPictures(parts, designsOf(designs)),
})}${isEmpty ? '' : downloadLinks(visit.url)}`,
    };
  },
};

function filters(visit: Visit, text: string): Html {
  const query = visit.url.searchParams;
  const open = visit.sight.readable;
  const matters = [...new Set(open.flatMap(({ matter }) => matter ?? []))].sort();
  return filterRow([
    html`<input type="hidden" name="q" value="${text}">`,
    choice('what', 'cases and designs', ['cases', 'designs'], query, 'Found among'),
    choice('matter', 'every matter', matters, query),
    choice(
      'watch',
      'every watch',
      open.map(({ id, name }) => [id, name] as const),
      query,
    ),
    choice('order', 'newest first', [['best', 'best match first']], query),
  ]);
}

const help = html`Every word must occur, in any order; words in quotes must stand side by side; <code>-word</code> must
not occur. Numbers of cases, patents and registrations are found in any spelling.`;

function heading(results: Results, one: string, many: string): Html {
  const count = results.records.length;
  const words = results.more ? `The first ${withCommas(count)} ${many}` : counted(count, one, many);
  return html`<h2>${words}${
    results.more ? html` <span class="quiet small">Add a word to narrow it down.</span>` : ''
  }</h2>`;
}

function casesPart(results: Results, text: string, visit: Visit): Html {
  if (results.records.length === 0) return html``;
  const terms = readSearch(text);
  return html`${heading(results, 'case', 'cases')}<ul class="news">${results.records.map((one) =>
    caseLine(one, text, terms, visit),
  )}</ul>`;
}

function caseLine({ record, newest, entries }: Result, text: string, terms: SearchTerms, visit: Visit): Html {
  const path = recordPath(record);
  const more = entries.length - newest.length;
  const all = `${path}?words=${encodeURIComponent(text)}#entries`;
  return html`<li><a href="${path}">${marked(recordTitle(record), terms, 'record')}</a> <span class="quiet">${marked(
    recordPlace(record),
    terms,
    'record',
  )}</span>
${
  newest.length === 0
    ? ''
    : html`<ul class="hits small">${newest.map((one) => entryLine(path, one, terms, visit))}${
        more > 0 ? html`<li><a href="${all}">and ${counted(more, 'more entry', 'more entries')}</a></li>` : ''
      }</ul>`
}</li>`;
}

function entryLine(path: string, { seq, ...entry }: EntryFound, terms: SearchTerms, visit: Visit): Html {
  const number = cleanText(entry.documentNumber);
  const address = `${path}?entry=${seq}#${encodeURIComponent(entryAnchor(seq, number))}`;
  return html`<li><a href="${address}">${number === '' ? 'entry' : `D.I. ${number}`}</a> <span class="quiet">${legalDay(
    entry.dateFiled,
    visit,
  )}</span> ${marked(excerpt(cleanText(entry.description), terms), terms, 'entry')}</li>`;
}

function marked(text: string, terms: SearchTerms, of: 'entry' | 'record'): Html {
  return html`${markWords(text, terms, of).map((piece) =>
    piece.found ? html`<mark>${piece.text}</mark>` : piece.text,
  )}`;
}

function designsOf({ records }: Results): Design[] {
  return records.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
}

function designsPart(results: Results, look: Look): Html {
  if (results.records.length === 0) return html``;
  return html`${heading(results, 'design', 'designs')}<ul class="gallery">${designsOf(results).map((design) =>
    designCard(design, look),
  )}</ul>`;
}
