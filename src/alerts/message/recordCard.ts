import { shortText, type WebLink, webLink } from '../../base/words/cleanText.ts';
import { shorten } from '../../base/words/fold.ts';
import { type Reader, readerDay } from '../../base/words/readerDate.ts';
import { capitalised, listed } from '../../base/words/sentence.ts';
import { courtPage } from '../../records/courts.ts';
import { type Design, productName } from '../../records/design.ts';
import { locarnoName } from '../../records/locarno.ts';
import { recordLabel, recordPath, recordPlace, recordTitle, type SearchRecord } from '../../records/record.ts';
import { alikeWords, changeItem } from './changeItem.ts';
import type { ChangesContent, MessageChange } from './content.ts';
import { changedPictures, designPictures, firstPicture } from './designsWords.ts';
import type { Card, Picture, Tile } from './outline.ts';
import type { RecordNews } from './recordNews.ts';
import type { RankedChange } from './words/consequence.ts';
import { listNews } from './words/listNews.ts';

/** Who reads, and where Tipstaff's own page is. */
type CardReader = Reader & Pick<ChangesContent, 'id' | 'pageUrl' | 'signLink'>;

/**
 * One record with those of its changes for which there is room. `alone`: the heading of the message says what happened;
 * so does that of a single change.
 */
export function recordCard(
  news: RecordNews,
  changes: readonly RankedChange[],
  given: CardReader,
  alone: boolean,
): Card {
  return {
    title: recordTitle(news.record),
    place: placeOf(news),
    happened: alone || news.changes.length < 2 ? '' : capitalised(news.happened),
    reason: news.reason,
    priority: news.priority,
    links: [...recordLinks(news.record, given.pageUrl), ...reviewLinks(changes, given.pageUrl)],
    replies: repliesTo(news, given),
    items: changes.map((one) => changeItem(one.change, one.prioritised, given, news.consequences)),
    tile: news.record.type === 'design' ? designTile(news.record, news, given) : undefined,
  };
}

/** `D. Del. 1:20-cv-00168, party Ostling Audio Corp.`: where it is, and by what the watches found it. */
export function placeOf({ record, matched, starred }: Pick<RecordNews, 'record' | 'matched' | 'starred'>): string {
  const found = matched.map(({ what, name }) => `${what} ${shortText(name, 60)}`);
  return [recordPlace(record), ...found, ...(starred ? ['starred'] : [])].join(', ');
}

/** What the link to a pair says. */
export const compareWords = 'Compare and review';

/** Where a design is seen beside the own one that it looks like, and reviewed. */
function reviewLinks(changes: readonly RankedChange[], pageUrl: string | undefined): WebLink[] {
  const compared = changes.find(({ change }) => change.alike)?.change;
  if (pageUrl === undefined || !compared?.alike) return [];
  const [watch, key] = [compared.alike.watch, compared.record.key].map(encodeURIComponent);
  return [webLink(compareWords, `${pageUrl}/watches/${watch}/alike/${key}`)].filter((one) => one !== undefined);
}

/** What a reader can do about a record from a mail, a page each that asks first; then its watch. */
function repliesTo({ record, watches }: RecordNews, { id, pageUrl, signLink }: CardReader): WebLink[] {
  const [watch] = watches;
  if (pageUrl === undefined || signLink === undefined || watch === undefined) return [];
  const links = [
    webLink('Acknowledge', `${pageUrl}/acknowledge/${signLink(record)}`),
    webLink('Mute or stop…', `${pageUrl}/alerts/${id}${recordPath(record)}`),
    webLink('Watch', `${pageUrl}/watches/${encodeURIComponent(watch.id)}`),
  ];
  return links.filter((link) => link !== undefined);
}

/** Our own page first: it costs nothing. */
export function recordLinks(record: SearchRecord, pageUrl: string | undefined): WebLink[] {
  const own = pageUrl === undefined ? undefined : pageUrl + recordPath(record);
  const links =
    record.type === 'docket'
      ? [webLink('Case page, free', own), webLink('Docket at the court (PACER, fee)', courtPage(record))]
      : [webLink('Design page', own), webLink('Register page', record.detailUrl)];
  return links.filter((link) => link !== undefined);
}

/** Designated states named on a tile. */
const mostStates = 6;

/**
 * What a contact sheet shows of a design: its picture, what it is, whose, where and since when, and what became of it.
 */
function designTile(design: Design, { changes, happened }: RecordNews, reader: Reader): Tile {
  return {
    picture: firstPicture(design),
    changed: changes.map((change) => tilePictures(change, design)).findLast((some) => some.length > 0) ?? [],
    name: shortText(productName(design.products?.[0] ?? ''), 60) || className(design) || recordLabel(design),
    holder: shortText(design.holders?.[0], 60),
    state: capitalised(shorten(happened, 60)),
    facts: [...changes.flatMap(alikeFacts), ...changes.flatMap(holdersMoved), registeredWords(design, reader)].filter(
      Boolean,
    ),
  };
}

/** A design beside one's own, else its pictures before and after. */
function tilePictures(change: MessageChange, design: Design): Picture[] {
  return change.alike ? designPictures(change) : changedPictures(change, design);
}

function alikeFacts(change: MessageChange): string[] {
  return change.alike === undefined ? [] : [alikeWords(change)];
}

/** What a design without a product is: the name of its class. */
function className(design: Design): string {
  const [code = ''] = design.locarno ?? [];
  return shortText(locarnoName(design, code), 60);
}

/** `Rival Brands B.V. came, Acme left`: who it was, of the holders. */
function holdersMoved({ kind, fields }: MessageChange): string[] {
  const news = fields
    .filter(({ field }) => field === 'holders' && kind !== 'design.new')
    .flatMap((one) => listNews(one) ?? []);
  return news.map(({ added, removed }) => [...moved(added, 'came'), ...moved(removed, 'left')].join(', '));
}

function moved(names: readonly string[], verb: string): string[] {
  return names.length === 0 ? [] : [`${shortText(listed([...names]), 80)} ${verb}`];
}

/** `Registered Nov 13, 2026 · CH, EM, GB and 3 more` */
function registeredWords({ registered = '', designated = [] }: Design, reader: Reader): string {
  const day = readerDay(registered, reader);
  const states = designated.slice(0, mostStates).map((state) => shortText(state, 12));
  const more = designated.length - states.length;
  const all = more > 0 ? `${states.join(', ')} and ${more} more` : states.join(', ');
  return [day && `Registered ${day}`, all].filter(Boolean).join(' · ');
}
