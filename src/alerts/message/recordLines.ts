import { shortText } from '../../base/words/cleanText.ts';
import { shorten } from '../../base/words/fold.ts';
import { capitalised, counted } from '../../base/words/sentence.ts';
import { discreetName, matterWords } from '../../base/words/watchWords.ts';
import { priorityOrder } from '../../reading/entryPriority.ts';
import type { ChangesContent, MessageChange, WatchFacts } from './content.ts';
import { discreetWhere, watchesTitle } from './footer.ts';
import type { ListedRecord, OutlineOptions, Overview, OverviewLine, Remark, Section, Where } from './outline.ts';
import { recordLinks } from './recordCard.ts';
import { isAboutMany, type RecordNews } from './recordNews.ts';
import { discreetly } from './words/happened.ts';
import { recordName } from './words/recordWords.ts';

const longestLine = 140;
/** The longest text beside a line: what the entry is, and enough to decide whether to open the case. */
const longestDetail = 180;
/** Where no page shows the rest, the text says more. */
const longestAlone = 400;

/** A record in one line, for the overview and the list of what is only to be read: what happened, and to which. */
function lineOf({ record, matched, happened }: RecordNews): Pick<OverviewLine, 'headline' | 'record'> {
  const party = matched.find(({ what }) => what === 'party')?.name;
  return { headline: shorten(capitalised(happened), longestLine), record: recordName(record, party) };
}

function listed(news: RecordNews, { pageUrl }: Pick<ChangesContent, 'pageUrl'>): ListedRecord {
  const { headline, record } = lineOf(news);
  const entry = news.shown.find(({ change }) => change.entry !== undefined)?.change.entry;
  return {
    title: headline,
    facts: record,
    detail: shortText(entry?.description, pageUrl === undefined ? longestAlone : longestDetail),
    link: recordLinks(news.record, pageUrl)[0],
  };
}

/** Longer lists are no overview. */
const mostLines = 20;

/**
 * One line for each record, in the order of the message, the one in the subject first; undefined for three or fewer.
 * Where the rest is folded, for those that need the reader.
 */
export function overviewOf(
  news: readonly RecordNews[],
  content: ChangesContent,
  options: OutlineOptions & { readonly folds: boolean },
): Overview | undefined {
  const isSecret = (one: RecordNews) => options.discreet && one.confidential;
  const isHere = (one: RecordNews) => one.shown.length > 0 && (one.priority === 'act' || isSecret(one));
  // A confidential matter is one line, however many records it has: their lines would all look alike.
  const folds = options.folds && news.some(({ record }) => record.type === 'docket');
  const some = folds ? news.filter(isHere) : news.filter((one) => one.shown.length > 0);
  const lines = Map.groupBy(some, (one) =>
    isSecret(one) ? discreetName(one.watches) : `${one.record.type}:${one.record.key}`,
  );
  if (folds ? lines.size < 2 : !isAboutMany([...lines])) return undefined;
  const shown = [...lines.values()].slice(0, mostLines).flatMap(([first, ...others]): OverviewLine[] => {
    if (first === undefined) return [];
    const { priority } = first;
    if (!isSecret(first)) return [{ ...lineOf(first), reason: capitalised(first.reason), priority }];
    const changes = [first, ...others].flatMap((one) => [...one.changes, ...one.unshown]);
    const headline = `${capitalised(discreetly(changes))}, ${discreetWhere(content)}`;
    return [{ record: discreetName(first.watches), headline, reason: '', priority }];
  });
  return { lines: shown, more: lines.size - shown.length };
}

/**
 * Whether a record has a line instead of a card where a message is about many: nobody has to act on it. Designs are
 * judged by their pictures, and a confidential matter has its own words where its names must not be seen.
 */
export function isFolded({ record, priority, confidential }: RecordNews, { discreet }: OutlineOptions): boolean {
  return record.type === 'docket' && priority !== 'act' && !(discreet && confidential);
}

/** What is said below the records of some watches: what they left out, and where all of it is listed. */
interface AboutWatches {
  readonly remarksOf: (watches: readonly WatchFacts[]) => Remark[];
  readonly whereOf: (watches: readonly WatchFacts[], changes: readonly MessageChange[]) => Where;
}

/**
 * What is only to be read, by matter, a line for each record: what happened, and the beginning of the most important
 * text.
 */
export function foldedSections(news: readonly RecordNews[], content: ChangesContent, about: AboutWatches): Section[] {
  const groups = Map.groupBy(news, ({ watches }) => [...new Set(watches.map(matterWords))].filter(Boolean).join(', '));
  return [...groups].map(([matters, some]) => matterSection(matters, some, content, about));
}

function matterSection(
  matters: string,
  news: readonly RecordNews[],
  content: ChangesContent,
  { remarksOf, whereOf }: AboutWatches,
): Section {
  const watches = [...new Map(news.flatMap((one) => one.watches).map((watch) => [watch.id, watch])).values()];
  const shown = news.filter((one) => one.shown.length > 0);
  const muted = news.reduce((sum, one) => sum + one.unshown.length, 0);
  const names = watchesTitle(watches);
  return {
    title: `${matters || names}: ${counted(shown.length, 'case')} to read`,
    subtitle: matters === '' ? '' : names,
    cards: [],
    records: shown
      .toSorted((a, b) => priorityOrder(a.priority) - priorityOrder(b.priority))
      .map((one) => listed(one, content)),
    lines: [],
    remarks: [
      ...(muted === 0 ? [] : [{ words: `${counted(muted, 'muted change')} not shown.` }]),
      ...remarksOf(watches),
    ],
    changes: news.reduce((sum, one) => sum + one.changes.length + one.unshown.length, 0),
    where: whereOf(
      watches,
      news.flatMap((one) => one.changes),
    ),
  };
}
