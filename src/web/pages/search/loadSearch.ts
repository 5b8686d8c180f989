import { z } from 'zod';
import { narrowed } from '../../../config/readWatches.ts';
import { filedOn, type RecordType, recordPlace, recordTitle } from '../../../records/record.ts';
import {
  type EntryFound,
  entriesFound,
  type Found,
  type MatchingRecord,
  markWords,
  searchStored,
} from '../../../store/find/searchStoredQueries.ts';
import type { SearchTerms } from '../../../store/words/wordIndex.ts';
import type { PageConfig, PageParts } from '../../frame/page.ts';
import { address, addressOf, day, listing } from '../../lists/listing.ts';
import { inWatches } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';

const longestSearch = 200;
const entriesLookedAt = 400;

export interface Result extends MatchingRecord {
  readonly newest: readonly EntryFound[];
}

export interface Results extends Omit<Found, 'records'> {
  readonly records: readonly Result[];
}

export function searchOf({ url }: Pick<Visit, 'url'>): string {
  return (url.searchParams.get('q') ?? '').trim().slice(0, longestSearch);
}

export function orderAsked({ url }: Pick<Visit, 'url'>): 'newest' | 'best' {
  return url.searchParams.get('order') === 'best' ? 'best' : 'newest';
}

interface Wanted {
  readonly type: RecordType;
  readonly limit: number;
  /** Entries of each docket. */
  readonly entries: number;
  /** `newest`: by the newest entry found, else by the day of the record. Default: `best`. */
  readonly order?: 'newest' | 'best' | undefined;
}

/** The newest are found among so many of the best matches. */
const putInOrder = 100;

/** The matching records that the viewer may read; of one watch or matter where the address names it. */
export async function loadSearch(
  { store }: PageParts,
  visit: Pick<Visit, 'sight'> & Partial<Pick<Visit, 'url'>>,
  text: string,
  { type, limit, entries, order = 'best' }: Wanted,
): Promise<Results> {
  const [matter, watch] = ['matter', 'watch'].map((name) => visit.url?.searchParams.get(name) || undefined);
  const holders = inWatches(narrowed(visit.sight.readable, { matter, watch }))[type];
  const asked = order === 'newest' ? Math.max(limit, putInOrder) : limit;
  const { records, more } = await searchStored(store.db, text, { type, holders, limit: asked });
  const results: Result[] = [];
  for (const one of records) {
    const newest = await entriesFound(store.db, one.id, one.entries.slice(0, entriesLookedAt), entries);
    results.push({ ...one, newest });
  }
  if (order === 'newest') results.sort((a, b) => dayOfResult(b).localeCompare(dayOfResult(a)));
  return { more: more || results.length > limit, records: results.slice(0, limit) };
}

function dayOfResult({ newest: [entry], record }: Result): string {
  return entry?.dateFiled ?? filedOn(record) ?? '';
}

const recordsAtMost = 500;
const entriesAtMost = 100;

const resultShape = z.object({
  type: z.enum(['case', 'design']),
  key: z.string(),
  title: z.string(),
  place: z.string(),
  address,
  number: z.string().optional(),
  filed: day.optional(),
  text: z.string().optional(),
});

export const resultsListing = listing({
  name: 'search',
  item: resultShape,
  file: {
    path: '/search',
    async load(parts, visit) {
      const text = searchOf(visit);
      const limit = recordsAtMost;
      const order = orderAsked(visit);
      const cases = await loadSearch(parts, visit, text, { type: 'docket', limit, entries: entriesAtMost, order });
      const designs = await loadSearch(parts, visit, text, { type: 'design', limit, entries: 0, order });
      const items = [...cases.records, ...designs.records].flatMap((result) => resultItems(parts.config, result));
      return { called: `search-${text}`.slice(0, 60), items, more: cases.more || designs.more };
    },
  },
});

function resultItems(config: PageConfig, { record, newest }: Result): z.output<typeof resultShape>[] {
  const found = {
    type: record.type === 'docket' ? ('case' as const) : ('design' as const),
    key: record.key,
    title: recordTitle(record),
    place: recordPlace(record),
    address: addressOf(config, record),
  };
  if (newest.length === 0) return [found];
  return newest.map(({ documentNumber, dateFiled, description }) => ({
    ...found,
    number: documentNumber,
    filed: dateFiled,
    text: description,
  }));
}

const longest = 280;
const before = 90;

/** Of a long text, the part around the first words that match; `…` stands for the rest. */
export function excerpt(text: string, terms: SearchTerms): string {
  if (text.length <= longest) return text;
  const [first] = markWords(text, terms, 'entry');
  const found = first?.found === false ? first.text.length : 0;
  const start = found <= before ? 0 : text.indexOf(' ', found - before) + 1;
  const end = text.length <= start + longest ? text.length : text.lastIndexOf(' ', start + longest);
  const cut = text.slice(start, end > start ? end : start + longest);
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}
