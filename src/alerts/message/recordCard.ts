import { shorten, shortText, type WebLink, webLink } from '../../base/words/cleanText.ts';
import { type Reader, readerDay } from '../../base/words/readerDate.ts';
import { capitalized, firstFew } from '../../base/words/sentence.ts';
import { discreetName } from '../../base/words/watchWords.ts';
import { courtPage } from '../../records/courts.ts';
import { placeBesideTitle, recordPath, recordTitle, type SearchRecord } from '../../records/record.ts';
import { changeItem, mentionOf } from './changeItem.ts';
import type { ChangesContent } from './content.ts';
import { alikeFacts, designTile, holdersMoved } from './designs.ts';
import type { FoundAtBaseline } from './facts.ts';
import { discreetWhere } from './footer.ts';
import { type Card, type Item, type ListedLine, type OutlineOptions, type Overview, pageLink } from './outline.ts';
import { isOfDesigns, type RecordNews } from './recordNews.ts';
import { type RankedChange, turnsCase } from './words/consequence.ts';
import { discreetly, happened } from './words/happened.ts';
import { datesAfterEnd } from './words/headline.ts';
import { recordName } from './words/recordWords.ts';

type CardReader = Reader & Pick<ChangesContent, 'id' | 'pageUrl' | 'signLink'>;

/** The most entries of a case that are only named. The page of the case has the others. */
const mostMentioned = 4;

/**
 * Options: `alone` is set if the heading of the message says what happened, `isSaidAbove` if the overview says this and
 * the reason, and `isFolded` if entries that are only to be read are one line each.
 */
export function recordCard(
  news: RecordNews,
  changes: readonly RankedChange[],
  given: CardReader,
  options: { readonly alone: boolean; readonly isFolded: boolean; readonly isSaidAbove: boolean },
): Card {
  const { alone, isFolded, isSaidAbove } = options;
  const whole = changes.filter((one) => !isFolded || isShownWhole(one, news));
  const others = changes.filter((one) => !whole.includes(one));
  const links = recordLinks(located(news.record), given.pageUrl);
  const unsaid = isSaidAbove ? [] : news.consequences;
  const itemOf = ({ change, prioritised }: RankedChange) => changeItem(change, prioritised, given, unsaid);
  const inTile = changes.filter(({ change: { kind } }) => kind === 'design.litigation' || kind === 'design.gone');
  return {
    title: recordTitle(news.record),
    place: placeOf(news, given),
    happened: alone || isSaidAbove || news.changes.length < 2 ? '' : capitalized(news.happened),
    reason: isSaidAbove ? '' : news.toDo,
    priority: news.priority,
    links: [...links, reviewLink(changes, given.pageUrl)].filter((link) => link !== undefined),
    replies: repliesTo(news, given),
    items: whole.map(itemOf),
    mentions: mentionsOf(others, itemOf, given, links[0]),
    mentioned: others.length,
    tile: news.record.type === 'design' ? designTile(news.record, news, given, inTile.map(itemOf)) : undefined,
  };
}

function mentionsOf(
  all: readonly RankedChange[],
  itemOf: (one: RankedChange) => Item,
  reader: Reader,
  page: WebLink | undefined,
): ListedLine[] {
  const shown = firstFew(mostMentioned, all);
  const more = all.slice(shown.length).map(({ change }) => change);
  const title = `And ${happened(more, reader, [], 'more new entry')}`;
  const mentions = shown.map((one) => mentionOf(one, itemOf(one), page));
  return more.length === 0 ? mentions : [...mentions, { title, facts: '', link: page }];
}

/** True for an entry only if it needs the reader, decides something or sets a date. */
function isShownWhole({ change, prioritised }: RankedChange, { consequences }: RecordNews): boolean {
  if (change.entry === undefined || prioritised.priority === 'act') return true;
  return consequences.some((one) => one.change === change && one.kind !== 'filed');
}

export function placeOf(news: RecordNews, reader: Reader): string {
  const { record, matched, starred } = news;
  const found = matched.map(({ what, name }) => `${what} ${shortText(name, 60)}`);
  const facts = [placeBesideTitle(record), ...found, starred ? 'starred' : '', endedWords(news, reader)];
  return facts.filter(Boolean).join(', ');
}

/** Returns `ended Dec 22, 2026` for news of a case that had ended before. News that a case ended says so itself. */
function endedWords({ record, changes, unshown }: RecordNews, reader: Reader): string {
  if (record.type !== 'docket' || !record.dateTerminated) return '';
  const isTold = [...changes, ...unshown].some((change) => change.kind === 'docket.new' || turnsCase(change));
  return isTold ? '' : `ended ${readerDay(record.dateTerminated, reader)}`;
}

export const compareWords = 'Compare and review';

function reviewLink(changes: readonly RankedChange[], pageUrl: string | undefined): WebLink | undefined {
  const compared = changes.find(({ change }) => change.alike)?.change;
  if (!compared?.alike) return undefined;
  const [watch, key] = [compared.alike.watch, compared.record.key].map(encodeURIComponent);
  return pageLink(compareWords, pageUrl, `/watches/${watch}/alike/${key}`);
}

function repliesTo({ record, watches }: RecordNews, { id, pageUrl, signLink }: CardReader): WebLink[] {
  const [watch] = watches;
  if (signLink === undefined || watch === undefined) return [];
  const links = [
    pageLink('Acknowledge', pageUrl, `/acknowledge/${signLink(record)}`),
    pageLink('Mute or stop…', pageUrl, `/alerts/${id}${recordPath(record)}`),
    pageLink('Watch page', pageUrl, `/watches/${encodeURIComponent(watch.id)}`),
  ];
  return links.filter((link) => link !== undefined);
}

type Located = Pick<FoundAtBaseline, 'type' | 'key' | 'url'>;

/** Tipstaff's own page comes first, because it is free. */
export function recordLinks({ type, key, url }: Located, pageUrl: string | undefined): WebLink[] {
  const [own, source] = type === 'design' ? ['Design page', 'Register page'] : ['Case page', 'Docket (PACER)'];
  const page = type && key ? pageLink(own, pageUrl, recordPath({ type, key })) : undefined;
  return [page, webLink(source, url)].filter((link) => link !== undefined);
}

function located(record: SearchRecord): Located {
  const { type, key } = record;
  return { type, key, url: record.type === 'docket' ? courtPage(record) : record.detailUrl };
}

/** The most records for which a message shows each in full. With more, only those that need the reader are in full. */
export const mostWhole = 3;

/** The records shown in full, by section, and those of a folded message that are one line each. */
export interface Fold {
  readonly isFolded: boolean;
  readonly whole: readonly (readonly RecordNews[])[];
  readonly rest: readonly RecordNews[];
}

/** Folds a message of many records. A mail about designs alone shows each one in full, for their pictures. */
export function foldOf(
  news: readonly RecordNews[],
  { pageUrl }: ChangesContent,
  { discreet, inChat = false }: OutlineOptions,
): Fold {
  if (pageUrl === undefined || news.length <= mostWhole || (isOfDesigns(news) && !inChat))
    return { isFolded: false, whole: bySection(news), rest: [] };
  // Confidential matters have sections of their own where names must not appear.
  const isRest = ({ priority, confidential }: RecordNews) => priority !== 'act' && !(discreet && confidential);
  const groups = bySection(news.filter((one) => !isRest(one)));
  // Designs come after the cases, because their pictures are large.
  const whole = groups.toSorted((a, b) => Number(isOfDesigns(a)) - Number(isOfDesigns(b)));
  return { isFolded: true, whole, rest: news.filter(isRest) };
}

function bySection(news: readonly RecordNews[]): RecordNews[][] {
  return [...Map.groupBy(news, (one) => one.watches.map((watch) => watch.id).join(' ')).values()];
}

const longestLine = 180;
const longestDetail = 140;

function nameOf(news: RecordNews, reader: Reader): string {
  const { record, matched } = news;
  return recordName(record, matched.find(({ what }) => what === 'party')?.name, endedWords(news, reader));
}

/** A count of entries whose noun or verb is cut off: `, 1 new…`, `, 1 entry…`. */
const cutCount = /[,;] [\d,]+(?: new| more|(?: older)?(?: entr(?:y|ies)\b[^,;]*)?)…$/;

const headlineOf = (words: string): string => shorten(capitalized(words), longestLine).replace(cutCount, '…');

export function listedRecord(news: RecordNews, reader: Reader & Pick<ChangesContent, 'pageUrl'>): ListedLine {
  const [holders] = news.changes.flatMap(holdersMoved);
  const end = news.consequences.find(({ kind }) => kind === 'ended')?.change.entry;
  const off = news.changes.map((change) => datesAfterEnd(change, reader)).find((words) => words !== '') ?? '';
  return {
    title: nameOf(news, reader),
    facts: [holders ?? headlineOf(news.happened), off, ...news.changes.flatMap(alikeFacts)].filter(Boolean).join('. '),
    detail: end && shortText(end.description, longestDetail),
    link: recordLinks(located(news.record), reader.pageUrl)[0],
    priority: news.priority,
  };
}

const mostLines = 20;

/** @param options.above returns undefined for this many records or fewer */
export function overviewOf(
  news: readonly RecordNews[],
  content: ChangesContent,
  options: OutlineOptions & { readonly above: number },
): Overview | undefined {
  const isSecret = (one: RecordNews) => options.discreet && one.confidential;
  // All records of a confidential matter share one line, because their lines would be identical.
  const lines = Map.groupBy(
    news.filter((one) => one.shown.length > 0),
    (one) => (isSecret(one) ? discreetName(one.watches) : `${one.record.type}:${one.record.key}`),
  );
  if (lines.size <= options.above) return undefined;
  const shown = [...lines.values()].slice(0, mostLines).flatMap(([first, ...others]): ListedLine[] => {
    if (first === undefined) return [];
    const { priority } = first;
    if (!isSecret(first)) {
      const title = headlineOf(first.told || first.happened);
      return [{ title, facts: nameOf(first, content), detail: capitalized(first.toDo), priority }];
    }
    const changes = [first, ...others].flatMap((one) => [...one.changes, ...one.unshown]);
    const title = `${capitalized(discreetly(changes))}, ${discreetWhere(content)}`;
    return [{ title, facts: discreetName(first.watches), priority }];
  });
  return { lines: shown, more: lines.size - shown.length };
}
