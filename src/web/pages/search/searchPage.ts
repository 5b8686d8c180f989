import { html } from 'hono/html';
import { z } from 'zod';
import { entryName } from '../../../alerts/message/fieldRows.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { counted } from '../../../base/words/sentence.ts';
import { mattersOf, narrowed } from '../../../config/config.ts';
import { type Design, rightNumber } from '../../../records/design.ts';
import type { Docket } from '../../../records/docket.ts';
import { filedOn, placeBesideTitle, type RecordType, recordTitle, type SearchRecord } from '../../../records/record.ts';
import type { EntryFound } from '../../../store/find/searchStoredQueries.ts';
import {
  entriesFound,
  markWords,
  readSearch,
  recordsNumbered,
  searchStored,
} from '../../../store/find/searchStoredQueries.ts';
import type { SearchTerms } from '../../../store/find/searchWordsTable.ts';
import { legalDay } from '../../frame/moment.ts';
import { type Html, hiddenInput, type Page, type PageParts } from '../../frame/page.ts';
import { emptyState, recordLink, recordPath } from '../../frame/pieces.ts';
import { address, addressOf, day, fileListing } from '../../lists/listing.ts';
import { choice, downloadLinks, filterRow, watchChoice } from '../../lists/listPage.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { caseState, entryAnchor } from '../cases/caseLists.ts';
import { gallery } from '../designs/designCard.ts';

const recordsAtMost = 50;
const entriesShown = 3;

export const searchPage: Page = {
  path: '/search',
  async draw(parts, visit) {
    const { text, cases, designs } = await loadResults(parts, visit, recordsAtMost, entriesShown);
    const isEmpty = cases.records.length + designs.records.length === 0;
    return {
      title: text === '' ? 'Search' : `Search: ${text}`,
      body: html`<h1>${text === '' ? 'Search' : /["“”]/.test(text) ? text : `“${text}”`}</h1>
${text !== '' && filters(visit, text)}
${isEmpty && nothing(text)}
${casesPart(cases, text, visit)}${await designsPart(parts, visit, designs)}${!isEmpty && downloadLinks(visit.url)}`,
    };
  },
};

function nothing(text: string): Html {
  if (text === '') return emptyState('Enter names, numbers or words above.', help);
  const why = html`<a href="/changes?why=${encodeURIComponent(text)}">Why was it not reported?</a>`;
  return emptyState('Nothing stored matches all of that.', html`${why} ${help}`);
}

function filters(visit: Visit, text: string): Html {
  const query = visit.url.searchParams;
  const open = visit.sight.readable;
  return filterRow([
    hiddenInput('q', text),
    choice('what', 'cases and designs', ['cases', 'designs'], query, 'Found among'),
    choice('matter', 'every matter', mattersOf(open), query),
    watchChoice(open, query),
    choice('order', 'newest first', [['best', 'best match first']], query),
  ]);
}

const help = html`Every word must occur in the same entry, or among the names and numbers of one case or design, in any
order; words in quotes must be side by side; <code>-word</code> must not occur there. To search the entries of one case,
open the case. Numbers of cases, patents and registrations are found in any spelling.`;

function heading({ records, more, ofBest }: Results, noun: string): Html {
  const count = counted(records.length, noun);
  const narrow = html` <span class="quiet small">Add a word to narrow it down.</span>`;
  const first = ofBest ? `The newest ${count} of the best matches` : `The first ${count}`;
  return html`<h2>${more ? html`${first}${narrow}` : count}</h2>`;
}

function casesPart(results: Results, text: string, visit: Visit): Html {
  if (results.records.length === 0) return html``;
  const terms = readSearch(text);
  const lines = results.records.map((one) => caseLine(one, text, terms, visit));
  return html`${heading(results, 'case')}<ul class="news">${lines}</ul>`;
}

function caseLine({ record, newest, entries }: Result, text: string, terms: SearchTerms, visit: Visit): Html {
  const path = recordPath(record);
  const more = entries.length - newest.length;
  const all = `${path}?words=${encodeURIComponent(text)}#entries`;
  const [title, place] = [recordTitle(record), placeBesideTitle(record)].map((one) => marked(one, terms, 'record'));
  return html`<li><a href="${path}">${title}</a> <span class="quiet">${place}</span>
${
  newest.length > 0 &&
  html`<ul class="hits small">${newest.map((one) => entryLine(path, one, terms, visit))}${
    more > 0 && html`<li><a href="${all}">and ${counted(more, 'more entry', 'more entries')}</a></li>`
  }</ul>`
}</li>`;
}

function entryLine(path: string, { seq, ...entry }: EntryFound, terms: SearchTerms, visit: Visit): Html {
  const number = cleanText(entry.documentNumber);
  const address = `${path}?entry=${seq}#${encodeURIComponent(entryAnchor(seq, number))}`;
  const filed = legalDay(entry.dateFiled, visit);
  const text = marked(excerpt(cleanText(entry.description), terms), terms, 'entry');
  return html`<li><a href="${address}">${entryName(entry)}</a> <span class="quiet">${filed}</span> ${text}</li>`;
}

function marked(text: string, terms: SearchTerms, of: 'entry' | 'record'): Html {
  return html`${markWords(text, terms, of).map((piece) =>
    piece.found ? html`<mark>${piece.text}</mark>` : piece.text,
  )}`;
}

async function designsPart(parts: PageParts, visit: Visit, results: Results): Promise<Html> {
  const designs = results.records.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
  if (designs.length === 0) return html``;
  return html`${heading(results, 'design')}${await gallery(parts, designs, { visit })}`;
}

const longestSearch = 200;
const entriesLookedAt = 400;

type Results = Awaited<ReturnType<typeof loadSearch>>;
type Result = Results['records'][number];

async function loadResults(parts: PageParts, visit: Visit, limit: number, entries: number) {
  const query = visit.url.searchParams;
  const text = (query.get('q') ?? '').trim().slice(0, longestSearch);
  const what = query.get('what');
  const [ofCases, ofDesigns] = [what === 'designs' ? '' : text, what === 'cases' ? '' : text];
  const asked = { limit, order: query.get('order') === 'best' ? 'best' : 'newest' } as const;
  return {
    text,
    cases: await loadSearch(parts, visit, ofCases, { ...asked, type: 'docket', entries }),
    designs: await loadSearch(parts, visit, ofDesigns, { ...asked, type: 'design', entries: 0 }),
  };
}

interface Wanted {
  readonly type: RecordType;
  readonly limit: number;
  readonly entries: number;
  /** `newest`: by the newest entry found, else by the day of the record. Default: `best`. */
  readonly order?: 'newest' | 'best' | undefined;
}

export async function loadSearch(
  { store }: PageParts,
  visit: Pick<Visit, 'sight'> & Partial<Pick<Visit, 'url'>>,
  text: string,
  { type, limit, entries, order = 'best' }: Wanted,
) {
  const [matter, watch] = ['matter', 'watch'].map((name) => visit.url?.searchParams.get(name) || undefined);
  const holders = inWatches(narrowed(visit.sight.readable, { matter, watch }))[type];
  const asked = order === 'newest' ? Math.max(limit, recordsOfFile) : limit;
  const { records, more } = await searchStored(store.db, text, { type, holders, limit: asked });
  const results = [];
  for (const one of records) {
    const newest = await entriesFound(store.db, one.id, one.entries.slice(0, entriesLookedAt), entries);
    results.push({ ...one, newest, day: newest[0]?.dateFiled ?? filedOn(one.record) ?? '' });
  }
  if (order === 'newest') results.sort((a, b) => b.day.localeCompare(a.day));
  const ofBest = more && order === 'newest';
  return { more: more || results.length > limit, ofBest, records: results.slice(0, limit) };
}

const recordsOfFile = 500;
const entriesAtMost = 100;

type FoundLine = { readonly record: SearchRecord; readonly entry?: EntryFound };

export const resultsListing = fileListing<FoundLine>({
  name: 'search',
  path: '/search',
  columns: [
    {
      name: 'type',
      type: z.enum(['case', 'design']),
      value: ({ record }) => (record.type === 'docket' ? 'case' : 'design'),
    },
    { name: 'key', type: z.string(), value: ({ record }) => record.key },
    { name: 'title', type: z.string(), value: ({ record }) => recordTitle(record) },
    { name: 'place', type: z.string(), value: ({ record }) => placeBesideTitle(record) },
    { name: 'address', type: address, value: ({ record }, { config }) => addressOf(config, record) },
    { name: 'number', type: z.string().optional(), value: ({ entry }) => entry?.documentNumber },
    { name: 'filed', type: day.optional(), value: ({ entry }) => entry?.dateFiled },
    { name: 'text', type: z.string().optional(), value: ({ entry }) => entry?.description },
  ],
  async load(parts, visit) {
    const { text, cases, designs } = await loadResults(parts, visit, recordsOfFile, entriesAtMost);
    const items = [...cases.records, ...designs.records].flatMap(({ record, newest }): FoundLine[] =>
      newest.length === 0 ? [{ record }] : newest.map((entry) => ({ record, entry })),
    );
    return { called: `search-${text}`.slice(0, 60), items, more: cases.more || designs.more };
  },
});

const longest = 280;
const before = 90;

/** Returns the part of a long text around the first match, with `…` for the rest. */
function excerpt(text: string, terms: SearchTerms): string {
  if (text.length <= longest) return text;
  const [first] = markWords(text, terms, 'entry');
  const found = first?.found === false ? first.text.length : 0;
  const start = found <= before ? 0 : text.indexOf(' ', found - before) + 1;
  const end = text.length <= start + longest ? text.length : text.lastIndexOf(' ', start + longest);
  const cut = text.slice(start, end > start ? end : start + longest);
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}

const patentsAtMost = 12;
const litigationAtMost = 20;
const relatedAtMost = 30;

export async function alsoInPart(parts: PageParts, visit: Visit, docket: Docket): Promise<Html> {
  const found: Html[] = [];
  for (const patent of new Set((docket.patentNumbers ?? []).slice(0, patentsAtMost))) {
    const cases = (await recordsFor(parts, visit, 'docket', rightNumber(patent))).filter(
      (one) => one.key !== docket.key && hasPatent(one.patentNumbers, patent),
    );
    const designs = (await recordsFor(parts, visit, 'design', rightNumber(patent))).filter((one) =>
      isAbout(one, patent),
    );
    const records = [...cases, ...designs];
    if (records.length > 0) found.push(html`<h3>Patent or design ${patent}</h3>${recordLinks(records)}`);
  }
  const named = (await recordsFor(parts, visit, 'design', docket.key)).filter(({ litigation = [] }) =>
    litigation.some((one) => one.caseId === docket.key),
  );
  if (named.length > 0) found.push(html`<h3>Designs in this case</h3>${recordLinks(named)}`);
  return html`${found.length > 0 && html`<h2>Also in</h2>${found}`}`;
}

export async function casesOfDesign(parts: PageParts, visit: Visit, design: Design): Promise<Docket[]> {
  const found = new Map<string, Docket>();
  for (const { caseId } of (design.litigation ?? []).slice(0, litigationAtMost)) {
    for (const one of await recordsFor(parts, visit, 'docket', caseId)) if (one.key === caseId) found.set(one.key, one);
  }
  const number = design.registrationNumber ?? '';
  for (const one of number === '' ? [] : await recordsFor(parts, visit, 'docket', rightNumber(number))) {
    if (hasPatent(one.patentNumbers, number)) found.set(one.key, one);
  }
  return [...found.values()];
}

function isAbout({ registrationNumber, litigation = [] }: Design, patent: string): boolean {
  const isIt = hasPatent([registrationNumber ?? ''], patent);
  return isIt || litigation.some((one) => hasPatent(one.patentNumbers, patent));
}

function hasPatent(numbers: readonly string[] | undefined, patent: string): boolean {
  return (numbers ?? []).some((number) => rightNumber(number) === rightNumber(patent));
}

type Found<Type extends RecordType> = Extract<SearchRecord, { readonly type: Type }>;

async function recordsFor<Type extends RecordType>({ store }: PageParts, { sight }: Visit, type: Type, number: string) {
  const holders = inWatches(sight.readable)[type];
  const records = await recordsNumbered(store.db, number, { type, holders, limit: relatedAtMost });
  return records.filter((record): record is Found<Type> => record.type === type);
}

const shownAtOnce = 8;

export function recordLinks(records: readonly SearchRecord[]): Html {
  const [first, others] = [records.slice(0, shownAtOnce), records.slice(shownAtOnce)];
  const rest = html`<details>
<summary class="small">and ${others.length} more</summary>${lines(others)}</details>`;
  return html`${lines(first)}${others.length > 0 && rest}`;
}

function lines(records: readonly SearchRecord[]): Html {
  return html`<ul class="news">${records.map(
    (record) =>
      html`<li>${recordLink(record)}${
        record.type === 'docket' && caseState(record) && html`<span class="quiet"> · ${caseState(record)}</span>`
      }</li>`,
  )}</ul>`;
}
