import { cleanText, shortText, type WebLink, webLink } from '../../base/words/cleanText.ts';
import { shorten } from '../../base/words/fold.ts';
import { type Reader, readerDay } from '../../base/words/readerDate.ts';
import { capitalised, counted, listed, moreWatches } from '../../base/words/sentence.ts';
import { discreetName, watchName } from '../../base/words/watchWords.ts';
import { recordPath } from '../../records/record.ts';
import { matterTag } from './changesSubject.ts';
import type { BaselineContent } from './content.ts';
import { longestSubject } from './fitSubject.ts';
import { checkedWords, watchesSubtitle, whyYouReceiveThis } from './footer.ts';
import type { OutlineOptions } from './message.ts';
import type { ListedRecord, Outline, Section, Warning } from './outline.ts';
import { isEnded, statusWords } from './words/fieldWords.ts';

type Announcement = BaselineContent['announcements'][number];
type Example = Announcement['examples'][number];

/** What the first checks of some watches found: from now on changes are reported. */
export function baselineOutline(content: BaselineContent, options: OutlineOptions): Outline {
  const found = content.announcements.filter((one) => !foundNothing(one));
  const nothing = content.announcements.filter(foundNothing);
  const watches = content.announcements.map((one) => one.watch);
  const checks = new Map(content.announcements.map((one) => [one.check.id, one.check]));
  return {
    subject: baselineSubject(nothing, found, content.more),
    preview: 'This is where we start. From now on you are notified of what changes.',
    title: found.length === 0 && nothing.length > 0 && content.more === undefined ? 'Found NOTHING' : 'Now watching',
    warnings: [
      ...nothing.map((one) => nothingWarning(one, options)),
      ...found.flatMap((one) => nothingForWarnings(one, options)),
      ...moreWarnings(content.more),
    ],
    lead: ['This is where we start. From now on you are notified of what changes.', ...moreWords(content)],
    unit: 'watch',
    where: { command: 'tipstaff status', page: pageOf(content.pageUrl, 'see the watches', '/watches') },
    sections: content.announcements.map((one) => announcementSection(one, content, options)),
    footer: [
      ...whyYouReceiveThis(watches, content.channel, options.discreet),
      ...checkedWords([...checks.values()], content),
    ],
    pageUrl: content.pageUrl,
  };
}

/** The watches that began too, as numbers. */
function moreWords({ more, pageUrl }: BaselineContent): string[] {
  if (more === undefined) return [];
  const where = pageUrl === undefined ? 'tipstaff status' : `${pageUrl}/watches`;
  const found = `${moreWatches(more.watches)} began too, and found ${counted(more.records, 'record')}`;
  return [`${found}: ${where} lists them.`];
}

/** What cannot be shown for each is not left out for all. */
function moreWarnings(more: BaselineContent['more']): Warning[] {
  if (more === undefined || more.foundNothing === 0) return [];
  const names = more.silent.map((name) => shortText(name, 60));
  const rest = more.foundNothing - names.length;
  const all = listed(rest > 0 ? [...names, moreWatches(rest)] : names);
  return [{ tone: 'amber', text: `Found NOTHING for ${all}. If you expected hits, correct these watches.` }];
}

/** Only a complete check proves that there is nothing: the service may have counted hits that it did not show. */
function foundNothing({ records, check }: Announcement): boolean {
  return records === 0 && check.outcome === 'complete';
}

/** Alerts of earlier versions do not say why. */
const inLongerWord = 'the word was only inside a longer one';

/** The longest name of a watch in a subject: others have to fit beside it. */
const longestName = 40;

/**
 * `Found NOTHING for Our patent; now watching Rival (12 cases) and 3 more watches [M-2026-014]`; confidential ones by
 * their matter alone.
 */
function baselineSubject(
  nothing: readonly Announcement[],
  found: readonly Announcement[],
  more: BaselineContent['more'],
): string {
  const silent = more?.foundNothing ?? 0;
  const leading = (nothing.length > 0 ? nothing : found).map((one) => one.watch);
  const matters = [...leading, ...found.map((one) => one.watch)]
    .filter((watch) => !watch.confidential)
    .map((watch) => watch.matter);
  // As many names as there is room for.
  const all = found.length + (more?.watches ?? 0) - silent;
  const subjects = [2, 1, 0].map((most) => {
    const words = [
      nothing.length > 0 && `Found NOTHING for ${named(nothing, Math.max(1, most), subjectName, silent)}`,
      found.length > 0 && most === 0 && `now watching ${counted(all, 'watch', 'watches')}`,
      found.length > 0 &&
        most > 0 &&
        `now watching ${named(
          found,
          most,
          (one) => `${subjectName(one)} (${counted(one.records, nounOf(one))})`,
          (more?.watches ?? 0) - silent,
        )}`,
    ].filter((one) => one !== false);
    return capitalised(words.join('; ') || 'now watching');
  });
  const tag = matterTag(matters);
  const room = longestSubject - tag.length;
  return shorten(subjects.find((one) => one.length <= room) ?? subjects.at(-1) ?? '', room) + tag;
}

/** `Our patent, Rival and 2 more watches` */
function named(
  announcements: readonly Announcement[],
  most: number,
  nameIt: (one: Announcement) => string,
  others = 0,
): string {
  const names = [...new Set(announcements.map(nameIt))].slice(0, most);
  const more = announcements.length + others - names.length;
  return listed(more > 0 ? [...names, moreWatches(more)] : names);
}

function subjectName(announcement: Announcement): string {
  return shorten(nameOf(announcement, true), longestName);
}

/** A watch that can find nothing would look healthy forever: this comes first, with what to write instead. */
function nothingWarning({ watch, advice = [] }: Announcement, { discreet }: OutlineOptions): Warning {
  const isSecret = discreet && watch.confidential === true;
  const name = isSecret ? discreetName([watch]) : watchName(watch);
  const asks = isSecret || watch.asks === '' ? '' : ` (${shortText(watch.asks, 200)})`;
  const hints = isSecret ? [] : advice.map((one) => shortText(one, 300));
  const text = [
    `Found NOTHING for ${name}${asks}.`,
    'This watch stays silent until something matches.',
    ...hints,
    'If you expected hits, correct the watch.',
  ].join(' ');
  return { tone: 'amber', text };
}

/** Values of a list that found nothing, where others found something. */
function nothingForWarnings({ watch, nothingFor = [] }: Announcement, { discreet }: OutlineOptions): Warning[] {
  if (nothingFor.length === 0) return [];
  if (discreet && watch.confidential === true) {
    const text = `Found NOTHING for ${counted(nothingFor.length, 'value')} of a list of ${discreetName([watch])}.`;
    return [{ tone: 'amber', text }];
  }
  return nothingFor.slice(0, mostNothingFor).map(({ asks, advice }) => {
    const hints = [...advice, 'If you expected hits, correct the watch.'].map((one) => shortText(one, 300));
    return {
      tone: 'amber',
      text: [`Found NOTHING for ${shortText(asks, 200)} (${watchName(watch)}).`, ...hints].join(' '),
    };
  });
}

/** The most values that are named; `tipstaff status` shows the rest of a long list. */
const mostNothingFor = 10;

type BaselineReader = Reader & Pick<BaselineContent, 'pageUrl'>;

function announcementSection(announcement: Announcement, reader: BaselineReader, options: OutlineOptions): Section {
  const isSecret = options.discreet && announcement.watch.confidential === true;
  const records = isSecret ? [] : announcement.examples.map((example) => listedRecord(example, reader));
  const page = isSecret ? undefined : foundPage(announcement, reader);
  return {
    title: nameOf(announcement, options.discreet),
    ...(isSecret ? { subtitle: '' } : watchesSubtitle([announcement.watch])),
    cards: [],
    lines: [foundNothing(announcement) ? 'Found NOTHING.' : `Found ${foundWords(announcement)}.`],
    records,
    moreRecords: records.length > 0 ? announcement.records - records.length : 0,
    remarks: filteredOutWords(announcement, isSecret).map((words) => ({ words })),
    changes: 0,
    where: { command: isSecret ? 'tipstaff status' : `tipstaff status ${announcement.watch.id}`, page },
  };
}

/** The list of all that a watch found. */
function foundPage({ watch, examples: [first] }: Announcement, { pageUrl }: BaselineReader): WebLink | undefined {
  if (first?.type === undefined) return undefined;
  const path = `${first.type === 'design' ? '/designs' : '/cases'}?watch=${encodeURIComponent(watch.id)}`;
  return pageOf(pageUrl, 'see all of them', path);
}

function pageOf(pageUrl: string | undefined, words: string, path: string): WebLink | undefined {
  return pageUrl === undefined ? undefined : webLink(words, pageUrl + path);
}

/** `Left out as “Rivalry Sports”, not “Rival”: DM/950512.`, one sentence per name; the rest is counted. */
function filteredOutWords(
  { filteredOut, whyFiltered = inLongerWord, leftOut = [] }: Announcement,
  isSecret: boolean,
): string[] {
  if (filteredOut === 0) return [];
  if (isSecret || leftOut.length === 0) {
    return [`${counted(filteredOut, 'record')} left out: ${whyFiltered}.`];
  }
  const byName = Map.groupBy(leftOut, ({ name, asked }) => `“${shortText(name, 80)}”, not “${shortText(asked, 60)}”`);
  const sentences = [...byName].map(
    ([names, some]) => `Left out as ${names}: ${listed(some.map(({ label }) => shortText(label, 60)))}.`,
  );
  const more = filteredOut - leftOut.length;
  return more > 0 ? [...sentences, `${counted(more, 'more record')} left out in the same way.`] : sentences;
}

/** `Widget Co. v. Rival`: `D. Del. 1:20-cv-00168, open, filed Feb 4, 2020`, and its page, ours where there is one. */
function listedRecord(example: Example, reader: BaselineReader): ListedRecord {
  const { type, key, title, label, place, filed, status, ended, url } = example;
  const day = readerDay(cleanText(filed), reader);
  const isDesign = type === 'design';
  const own =
    type === undefined || key === undefined
      ? undefined
      : pageOf(reader.pageUrl, isDesign ? 'Design page' : 'Case page, free', recordPath({ type, key }));
  const facts = [
    [shortText(place, 60), shortText(label, 60)].filter(Boolean).join(' '),
    stateWords(status, ended, reader),
    day === '' ? '' : `${isDesign ? 'registered' : 'filed'} ${day}`,
  ];
  return {
    title: shortText(title, 90) || shortText(label, 60),
    facts: facts.filter(Boolean).join(', '),
    link: own ?? webLink(isDesign ? 'Register page' : 'Docket at the court (PACER, fee)', url),
  };
}

/** `open`, `ended Nov 10, 2025`, `active` */
function stateWords(status: string | undefined, ended: string | undefined, reader: Reader): string {
  if (ended) return `ended ${readerDay(cleanText(ended), reader)}`;
  if (status === undefined) return '';
  return isEnded(status) ? 'ended' : statusWords(status);
}

function nameOf(announcement: Announcement, discreet: boolean): string {
  const { watch } = announcement;
  return discreet && watch.confidential ? discreetName([watch]) : watchName(watch);
}

/** `12 cases with 340 entries`, `5 designs` */
function foundWords(announcement: Announcement): string {
  const records = counted(announcement.records, nounOf(announcement));
  return announcement.entries > 0 ? `${records} with ${counted(announcement.entries, 'entry')}` : records;
}

function nounOf({ examples, entries }: Announcement): string {
  if (entries > 0) return 'case';
  const [first] = examples;
  return first?.type === undefined ? 'record' : { docket: 'case', design: 'design' }[first.type];
}
