import type { BaselineContent } from '../../channels/message/content.ts';
import type { OutlineOptions } from '../../channels/message/message.ts';
import type { Outline, Section, Warning } from '../../channels/message/outline.ts';
import { cleanText } from '../../words/cleanText.ts';
import { counted, listed, withCommas } from '../../words/counted.ts';
import { shorten } from '../../words/fold.ts';
import { readerDay } from '../../words/readerDate.ts';
import { shortText } from '../../words/shortText.ts';
import { checkedWords, whyYouReceiveThis } from './footer.ts';
import { discreetName, watchesSubtitle, watchName } from './watchWords.ts';

type Announcement = BaselineContent['announcements'][number];

/** What the first checks of some watches found: from now on changes are reported. */
export function baselineOutline(content: BaselineContent, options: OutlineOptions): Outline {
  const found = content.announcements.filter((one) => !foundNothing(one));
  const nothing = content.announcements.filter(foundNothing);
  const watches = content.announcements.map((one) => one.watch);
  const checks = new Map(content.announcements.map((one) => [one.check.id, one.check]));
  return {
    subject: shorten([nothingWords(nothing), startedWords(found)].filter(Boolean).join('; ') || 'Now watching', 180),
    preview: 'This is where we start. From now on you are notified of what changes.',
    title: found.length === 0 && nothing.length > 0 ? 'Found NOTHING' : 'Now watching',
    warnings: nothing.map((one) => nothingWarning(one, options)),
    lead: ['This is where we start. From now on you are notified of what changes.'],
    unit: 'watch',
    where: 'tipstaff status',
    sections: content.announcements.map((one) => announcementSection(one, options)),
    footer: [
      ...whyYouReceiveThis(watches, content.channel, options.discreet),
      ...checkedWords(
        [...checks.values()],
        content.timezone,
        options.discreet && watches.some((watch) => watch.confidential),
      ),
    ],
    pageUrl: content.pageUrl,
  };
}

/** Only a complete check proves that there is nothing: the service may have counted hits that it did not show. */
function foundNothing({ records, check }: Announcement): boolean {
  return records === 0 && check.outcome === 'complete';
}

/** `Our patent: now watching 12 records; and 3 more watches` */
function startedWords(found: readonly Announcement[]): string {
  const [first] = found;
  if (first === undefined) return '';
  const started = `${nameOf(first, true)}: now watching ${foundWords(first)}`;
  return found.length > 1 ? `${started}; and ${counted(found.length - 1, 'more watch', 'more watches')}` : started;
}

/** `Found NOTHING for Our patent, Rival and 2 more watches`; '' where every watch found something. */
function nothingWords(nothing: readonly Announcement[]): string {
  if (nothing.length === 0) return '';
  const names = [...new Set(nothing.map((one) => nameOf(one, true)))].slice(0, 2);
  const more = nothing.length - names.length;
  return `Found NOTHING for ${listed(more > 0 ? [...names, counted(more, 'more watch', 'more watches')] : names)}`;
}

/** A watch that cannot hit looks perfectly well for ever: said before anything else, with what to write instead. */
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

function announcementSection(announcement: Announcement, options: OutlineOptions): Section {
  const isSecret = options.discreet && announcement.watch.confidential === true;
  const examples = isSecret ? [] : announcement.examples.slice(0, 5).map(exampleWords);
  const filteredOut = announcement.filteredOut;
  const number = announcement.records - examples.length;
  return {
    title: nameOf(announcement, options.discreet),
    subtitle: isSecret ? '' : watchesSubtitle([announcement.watch]),
    cards: [],
    lines: [
      foundNothing(announcement) ? 'Found NOTHING.' : `Found ${foundWords(announcement)}.`,
      ...examples,
      ...(examples.length > 0 && number > 0 ? [`and ${withCommas(number)} more`] : []),
    ],
    remarks:
      filteredOut > 0 ? [`${counted(filteredOut, 'hit')} filtered out: the word was only inside a longer one.`] : [],
    changes: 0,
    where: isSecret ? 'tipstaff status' : `tipstaff status ${announcement.watch.id}`,
  };
}

function nameOf(announcement: Announcement, discreet: boolean): string {
  const { watch } = announcement;
  return discreet && watch.confidential ? discreetName([watch]) : watchName(watch);
}

/** `12 records with 340 entries` */
function foundWords(announcement: Announcement): string {
  const records = counted(announcement.records, 'record');
  return announcement.entries > 0 ? `${records} with ${counted(announcement.entries, 'entry')}` : records;
}

function exampleWords(example: Announcement['examples'][number]): string {
  const title = shortText(example.title, 90);
  const filed = readerDay(cleanText(example.filed));
  return [title, shortText(example.label, 60), filed].filter(Boolean).join(', ');
}
