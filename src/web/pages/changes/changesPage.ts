import { html } from 'hono/html';
import { fieldRows } from '../../../alerts/message/fieldRows.ts';
import { fieldName } from '../../../alerts/message/words/fieldWords.ts';
import { kindHeading } from '../../../alerts/message/words/happened.ts';
import { cleanText, shortText } from '../../../base/words/cleanText.ts';
import { placeInZone } from '../../../base/words/readerDate.ts';
import { withCommas } from '../../../base/words/sentence.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { idsOf, mattersOf, narrowed, watchesById } from '../../../config/watchLists.ts';
import { entryLabel } from '../../../reading/entryLabel.ts';
import { kindNames } from '../../../records/diff/change.ts';
import { recordPlace, recordTitle } from '../../../records/record.ts';
import { spanOfDay } from '../../../schedule/nextDue.ts';
import { type NewestFilter, newestChanges } from '../../../store/snapshot/changesAfterQueries.ts';
import type { StoredChange } from '../../../store/snapshot/changesTable.ts';
import { recordPath, watchPath } from '../../frame/links.ts';
import { clock, day, pageReader } from '../../frame/moment.ts';
import { drawPieces } from '../../frame/newsList.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { choice, emptyState, filterField, filterRow, nothingListed, watchChoice } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';
import { whyNotPart } from './whyNotPart.ts';

const perPage = 100;
/** With words, so many changes are looked at for one page; a link goes on from there. */
const lookedAtMost = 2000;

/** `/changes`: every change found, newest first, by kind, matter, watch, day and words; and why there was none. */
export const changesPage: Page = {
  path: '/changes',
  name: 'Changes',
  async draw(parts, visit) {
    const query = visit.url.searchParams;
    const open = visit.sight.readable;
    const why = (query.get('why') ?? '').trim().slice(0, 200);
    const [matter, watch] = [query.get('matter') || undefined, query.get('watch') || undefined];
    const found = await loadPage(parts, visit, narrowed(open, { matter, watch }));
    return {
      title: 'Changes',
      body: html`<h1>Changes</h1><p class="lead quiet">${leadWords(alertAsked(query))}</p>
${filterForm(open, query)}${await whyNotPart(parts, visit, why)}
${
  found.changes.length === 0 ? emptyPart(found, visit.url) : byDay(found.changes, watchesById(open), visit)
}${olderLink(visit.url, found)}`,
    };
  },
};

function leadWords(alertId: number | undefined): Html {
  return alertId === undefined
    ? html`All that was found, newest first, whether or not somebody was notified of it.`
    : html`All that <a href="/alerts/${alertId}">alert ${alertId}</a> reports, newest first. <a href="/changes">Show all
changes</a>`;
}

function filterForm(open: readonly WatchConfig[], query: URLSearchParams): Html {
  const row = filterRow([
    choice('kind', 'every kind', Object.entries(kindNames), query),
    choice('matter', 'every matter', mattersOf(open), query),
    watchChoice(open, query),
    filterField('day', 'Day', query, html`type="date"`),
    filterField('words', 'Words', query, html`size="16"`),
  ]);
  const why = filterField(
    'why',
    'Why was nothing reported of',
    query,
    html`size="28" placeholder="a name or a number" required`,
  );
  return html`${row}<form class="filters">${why}<button>Find out</button></form>`;
}

interface Found {
  readonly changes: readonly StoredChange[];
  /** Where to go on: the id before which the older ones are; undefined: there are none. */
  readonly olderThan: number | undefined;
  readonly lookedAt: number;
}

async function loadPage({ store }: PageParts, visit: Visit, watches: readonly WatchConfig[]): Promise<Found> {
  const query = visit.url.searchParams;
  const words = wordsOf(query.get('words') ?? '');
  const before = Number(query.get('before'));
  const filter: Omit<NewestFilter, 'limit'> = {
    watchIds: idsOf(watches),
    kind: query.get('kind') || undefined,
    alertId: alertAsked(query),
    ...spanOfDay(query.get('day') ?? '', visit),
  };
  const atOnce = words.length > 0 ? lookedAtMost : perPage;
  const changes: StoredChange[] = [];
  let beforeId = Number.isSafeInteger(before) && before > 0 ? before : undefined;
  let lookedAt = 0;
  for (;;) {
    const part = await newestChanges(store.db, { ...filter, beforeId, limit: atOnce + 1 });
    for (const change of part) {
      if (changes.length === perPage || lookedAt === lookedAtMost) return { changes, olderThan: beforeId, lookedAt };
      beforeId = change.id;
      lookedAt += 1;
      if (hasWords(change, words, visit)) changes.push(change);
    }
    if (part.length <= atOnce) return { changes, olderThan: undefined, lookedAt };
  }
}

function alertAsked(query: URLSearchParams): number | undefined {
  const id = Number(query.get('alert') ?? '');
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function wordsOf(text: string): string[] {
  return comparable(text).split(' ').filter(Boolean);
}

function comparable(text: string): string {
  return cleanText(text).normalize('NFKC').toLowerCase();
}

/** Every word is in the names of the record, the text of the entry, or the values before and after. */
function hasWords(change: StoredChange, words: readonly string[], visit: Visit): boolean {
  if (words.length === 0) return true;
  const { record, entry, entries = [], fields, kind } = change;
  const texts = [entry, ...entries].flatMap((one) => (one === undefined ? [] : [one.documentNumber, one.description]));
  const values = fields.flatMap((field) => [
    fieldName(field.field),
    JSON.stringify(field.before),
    JSON.stringify(field.after),
  ]);
  const text = comparable(
    [kind, kindHeading(change, pageReader(visit)), recordTitle(record), recordPlace(record), ...texts, ...values].join(
      ' ',
    ),
  );
  return words.every((word) => text.includes(word));
}

function emptyPart({ lookedAt }: Found, url: URL): Html {
  if (lookedAt > 0)
    return emptyState(`None of these ${withCommas(lookedAt)} changes matches.`, html`<a href="/changes">Show all</a>`);
  const next = html`<a href="/watches">When each watch looks next</a>`;
  return nothingListed(url, 'change', 'Nothing has changed since the first checks.', next);
}

function olderLink(url: URL, { olderThan }: Found): Html | string {
  if (olderThan === undefined) return '';
  const query = new URLSearchParams(url.searchParams);
  query.set('before', String(olderThan));
  return html`<nav class="filters" aria-label="Pages of the list"><a
class="button" href="/changes?${query.toString()}">Older</a></nav>`;
}

function byDay(changes: readonly StoredChange[], names: ReadonlyMap<string, WatchConfig>, visit: Visit): Html {
  const days = Map.groupBy(changes, ({ detectedAt }) => placeInZone(detectedAt, visit.timezone)?.day ?? '');
  return html`${[...days].map(
    ([one, some]) =>
      html`<h2>${day(one, visit)}</h2>
<ul class="lines changes">${some.map((change) => changeLine(change, names, visit))}</ul>`,
  )}`;
}

function changeLine(change: StoredChange, names: ReadonlyMap<string, WatchConfig>, visit: Visit): Html {
  const { record, detectedAt } = change;
  const own = change.watches.filter((id) => names.has(id));
  const reasons = own.flatMap((id) => change.filteredOut?.[id] ?? []);
  const leftOut = own.length > 0 && reasons.length === own.length;
  return html`<li><div class="head"><a href="${recordPath(record)}">${recordTitle(record)}</a>
<span class="quiet small">${recordPlace(record)}</span></div>
<div>${whatHappened(change, visit)} <span class="quiet small"><time datetime="${detectedAt}">${clock(
    placeInZone(detectedAt, visit.timezone)?.clock ?? '',
    visit,
  )}</time> · ${own.map(
    (id, index) => html`${index > 0 ? ', ' : ''}<a href="${watchPath(id)}">${names.get(id)?.name}</a>`,
  )}${leftOut ? ` · not reported: ${[...new Set(reasons)].join('; ')}` : ''}</span></div></li>`;
}

const longestText = 280;

function whatHappened(change: StoredChange, visit: Visit): Html {
  const { entry, reading, fields, kind } = change;
  const reader = pageReader(visit);
  if (entry !== undefined) {
    const number = cleanText(entry.documentNumber);
    const label = reading === undefined ? '' : entryLabel(reading, entry.description);
    const edited = kind === 'entry.updated' ? ', edited' : '';
    const head = [label, number === '' ? '' : `D.I. ${number}`].filter(Boolean).join(', ');
    return html`<strong>${head || 'Entry'}${edited}</strong> ${shortText(entry.description, longestText)}`;
  }
  const heading = kindHeading(change, reader);
  if (!kind.endsWith('.updated')) return html`<strong>${heading}</strong>`;
  const rows = fieldRows(
    fields.filter(({ field }) => field !== 'images'),
    { cases: [], reader, now: change.detectedAt },
  );
  return html`<strong>${heading}</strong>${rows.map(
    ({ name, value }) =>
      html` ${name === heading ? '' : html`<span class="quiet">${name}:</span> `}${drawPieces(value)}`,
  )}`;
}
