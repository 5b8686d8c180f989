import { shorten, shortText, webLink } from '../../base/words/cleanText.ts';
import { type Reader, readerDay } from '../../base/words/readerDate.ts';
import { capitalized, counted, listed } from '../../base/words/sentence.ts';
import { type Design, locarnoName, productName } from '../../records/design.ts';
import { type MovedPicture, movedPictures } from '../../records/diff/compareDesigns.ts';
import { holderWords, recordLabel, recordTitle } from '../../records/record.ts';
import type { Alike, ChangesContent, MessageChange } from './content.ts';
import { fateOf } from './designFate.ts';
import type { Item, Picture, Row, Tile } from './outline.ts';
import type { RecordNews } from './recordNews.ts';
import { likenessWords, listNews } from './words/recordWords.ts';

const mostStates = 6;

/** @param told the items whose rows and notes the tile repeats */
export function designTile(
  design: Design,
  { changes, happened }: RecordNews,
  reader: Reader,
  told: readonly Item[],
): Tile {
  const state = capitalized(shorten(happened, 60));
  const isSaid = (words: string) => state.includes(` ${words.replace(/^.*?: /, '')} `);
  const rowWords = ({ name, value }: Row) => shortText(`${name}: ${value.map(({ text }) => text).join(' ')}`, 160);
  return {
    picture: firstPicture(design),
    changed: changes.map((change) => tilePictures(change, design)).findLast((some) => some.length > 0) ?? [],
    name: shortText(productName(design.products?.[0] ?? ''), 60) || className(design) || recordLabel(design),
    holder: holderWords(design.holders, 60),
    state,
    facts: [
      ...changes.flatMap(alikeFacts),
      ...changes.flatMap(holdersMoved).filter((words) => !isSaid(words)),
      ...told.flatMap(({ rows, notes }) => [...rows.map(rowWords), ...notes]),
      registeredWords(design, reader),
    ].filter(Boolean),
  };
}

function tilePictures(change: MessageChange, design: Design): Picture[] {
  return change.alike ? designPictures(change) : changedPictures(change, design);
}

export const alikeFacts = (change: MessageChange): string[] => [alikeWords(change)].filter(Boolean);

function className(design: Design): string {
  const [code = ''] = design.locarno ?? [];
  return shortText(locarnoName(design, code), 60);
}

export function holdersMoved({ kind, fields }: Pick<MessageChange, 'kind' | 'fields'>): string[] {
  const news = fields
    .filter(({ field }) => field === 'holders' && kind !== 'design.new')
    .flatMap((one) => listNews(one) ?? []);
  return news.map(
    ({ added, removed }) => `Holder ${[...named('added', added), ...named('removed', removed)].join('; ')}`,
  );
}

function named(verb: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${verb}: ${shortText(listed([...names]), 80)}`];
}

function registeredWords({ registered = '', designated = [] }: Design, reader: Reader): string {
  const day = readerDay(registered, reader);
  const states = designated.slice(0, mostStates).map((state) => shortText(state, 12));
  const more = designated.length - states.length;
  const all = more > 0 ? `${states.join(', ')} and ${more} more` : states.join(', ');
  return [day && `Registered ${day}`, all].filter(Boolean).join(' · ');
}

const reviewedWords = {
  alike: 'Reviewed: similar.',
  'not alike': 'Reviewed: not similar.',
  'ask counsel': 'Somebody asked about it.',
} as const;

export function alikeWords({ alike, notCompared = '' }: MessageChange): string {
  if (alike === undefined) return notCompared;
  if (alike === null) return `Not compared with your designs. ${notCompared} It is compared when that changes.`;
  const reviewed = alike.reviewed === undefined ? '' : ` ${reviewedWords[alike.reviewed]}`;
  return (
    `${capitalized(likenessWords(alike.likeness))} to your ${shortText(alike.own, 60)} (likeness ` +
    `${alike.likeness.toFixed(2)}).${reviewed}`
  );
}

const mostPictures = 4;

export function designPictures(change: MessageChange): Picture[] {
  const { record } = change;
  if (record.type !== 'design') return [];
  const all = record.images?.map((image) => image.url) ?? [];
  if (change.alike?.ownPicture !== undefined) return besideOwn(change.alike, record);
  if (change.kind === 'design.new' || change.kind === 'design.alike') return pictures('', all, record);
  const changed = changedPictures(change, record);
  const reminder = firstPicture(record);
  return changed.length > 0 || reminder === undefined ? changed : [{ ...reminder, small: true }];
}

function besideOwn({ own, picture, ownPicture = '' }: Alike, record: Design): Picture[] {
  const yours = webLink('Yours', ownPicture);
  const ofOwn = yours ? [{ caption: 'Yours', url: yours.url, alt: `Yours, ${shortText(own, 60)}` }] : [];
  return [...pictures('New', [picture], record), ...ofOwn];
}

function firstPicture(design: Design): Picture | undefined {
  return pictures('', design.images?.slice(0, 1).map((image) => image.url) ?? [], design)[0];
}

function changedPictures({ fields }: MessageChange, record: Design): Picture[] {
  const moved = movedPictures(fields, record);
  if (moved === undefined) return [];
  const urls = (side: readonly MovedPicture[]) => side.flatMap(({ url }) => url ?? []);
  return [...pictures('Before', urls(moved.gone), record), ...pictures('After', urls(moved.come), record)];
}

function pictures(caption: string, urls: readonly string[], design: Design): Picture[] {
  const safe = urls.map((url) => webLink(caption, url)?.url).filter((url) => url !== undefined);
  return safe
    .slice(0, mostPictures)
    .map((url, index) => ({
      caption,
      url,
      alt: [caption, recordTitle(design), `picture ${index + 1} of ${safe.length}`].filter(Boolean).join(', '),
    }));
}

/**
 * Returns words for a digest of designs, the fullest first: `Kelmont: 3 new designs, 1 expired; 21 others (19 new)`.
 * Returns undefined if the digest is not of designs alone, or is of one.
 */
export function designsWords({ digest }: ChangesContent, news: readonly RecordNews[]): string[] | undefined {
  const [first] = news;
  const isSheet = digest && news.every(({ record, confidential }) => record.type === 'design' && !confidential);
  if (first === undefined || news.length < 2 || !isSheet) return undefined;
  const shown = news.filter((one) => one.shown.length > 0);
  const named = Map.groupBy(
    shown.filter(({ asked }) => asked !== undefined),
    ({ asked }) => capitalized(shortText(asked, 40)),
  );
  const groups = [...named].map(([name, some]) => ({ name, some }));
  const others = shown.filter(({ asked }) => asked === undefined);
  const [lead = { name: '', some: others }] = groups;
  const all = groups.map((one) => `${one.name}: ${wordsOf(countedByFate(one.some))}`);
  const full = all.length > 0 ? [[...all, ...othersWords(others)].join('; ')] : [];
  const counts = countedByFate(lead.some);
  const shorter = counts.map((_, index) => counts.slice(0, counts.length - index));
  return [
    ...full,
    ...shorter.map((some) => `${lead.name && `${lead.name}: `}${wordsOf(some)}${moreThan(some, shown)}`),
  ];
}

type Counted = { readonly fate: string; readonly number: number; readonly words: string };

function countedByFate(news: readonly RecordNews[]): Counted[] {
  const fates = news.flatMap(({ shown: [first] }) => (first === undefined ? [] : [fateOf(first.change)]));
  const groups = Map.groupBy(
    fates.toSorted((a, b) => a.rank - b.rank),
    ({ words }) => words,
  );
  return [...groups].map(([fate, { length: number }], index) => {
    if (index > 0) return { fate, number, words: `${number} ${fate}` };
    const words = fate === 'new' ? counted(number, 'new design') : `${counted(number, 'design')} ${fate}`;
    return { fate, number, words };
  });
}

const wordsOf = (some: readonly Counted[]): string => some.map(({ words }) => words).join(', ');

function moreThan(some: readonly Counted[], shown: readonly RecordNews[]): string {
  const rest = shown.length - some.reduce((sum, { number }) => sum + number, 0);
  return rest === 0 ? '' : ` +${counted(rest, 'design')}`;
}

function othersWords(others: readonly RecordNews[]): string[] {
  if (others.length === 0) return [];
  const fresh = countedByFate(others)
    .filter(({ fate }) => fate === 'new' || fate === 'newly visible')
    .reduce((sum, { number }) => sum + number, 0);
  return [`${counted(others.length, 'other')}${fresh > 0 ? ` (${fresh} new)` : ''}`];
}
