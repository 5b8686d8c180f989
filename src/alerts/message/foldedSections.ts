import { shortText } from '../../base/words/cleanText.ts';
import { capitalised, counted } from '../../base/words/sentence.ts';
import { matterWords } from '../../base/words/watchWords.ts';
import { priorityOrder } from '../../reading/entryPriority.ts';
import type { ChangesContent, MessageChange, WatchFacts } from './content.ts';
import type { OutlineOptions } from './message.ts';
import type { ListedRecord, Remark, Section, Where } from './outline.ts';
import { recordLinks } from './recordCard.ts';
import type { RecordNews } from './recordNews.ts';
import { watchesTitle } from './watchWords.ts';
import { recordName } from './words/recordWords.ts';

/**
 * Whether a record has a line instead of a card where a message is about many: it asks nobody to act. Designs are
 * looked at by their pictures, and a confidential matter has its own words where its names must not be seen.
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
      .map((one) => lineOf(one, content)),
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

/** The longest text beside a line: what the entry is, and enough to decide whether to open the case. */
const longestDetail = 180;

/** Where no page shows the rest, the text says more. */
const longestAlone = 400;

function lineOf(news: RecordNews, { pageUrl }: ChangesContent): ListedRecord {
  const { record, matched, happened, shown } = news;
  const party = matched.find(({ what }) => what === 'party')?.name;
  const entry = shown.find(({ change }) => change.entry !== undefined)?.change.entry;
  return {
    title: capitalised(happened),
    facts: recordName(record, party),
    detail: shortText(entry?.description, pageUrl === undefined ? longestAlone : longestDetail),
    link: recordLinks(record, pageUrl)[0],
  };
}
