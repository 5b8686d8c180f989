import type { BaselineContent } from '../../channels/message/content.ts';
import type { OutlineOptions } from '../../channels/message/message.ts';
import type { Outline, Section } from '../../channels/message/outline.ts';
import { cleanText } from '../../words/cleanText.ts';
import { counted, withCommas } from '../../words/counted.ts';
import { readerDay } from '../../words/readerDate.ts';
import { shortText } from '../../words/shortText.ts';
import { checkedWords, whyYouReceiveThis } from './footer.ts';
import { discreetName, watchesSubtitle, watchName } from './watchWords.ts';

type Announcement = BaselineContent['announcements'][number];

/** What the first checks of some watches found: from now on changes are reported. */
export function baselineOutline(content: BaselineContent, options: OutlineOptions): Outline {
  const [first] = content.announcements;
  const more = content.announcements.length - 1;
  const started = first ? `${nameOf(first, true)}: now watching ${foundWords(first)}` : 'Now watching';
  const watches = content.announcements.map((one) => one.watch);
  const checks = new Map(content.announcements.map((one) => [one.check.id, one.check]));
  return {
    subject: more > 0 ? `${started}; and ${counted(more, 'more watch', 'more watches')}` : started,
    preview: 'This is where we start. From now on you are notified of what changes.',
    title: 'Now watching',
    lead: ['This is where we start. From now on you are notified of what changes.'],
    unit: 'watch',
    where: 'tipstaff status',
    sections: content.announcements.map((one) => announcementSection(one, options)),
    footer: [
      ...whyYouReceiveThis(watches, content.channel, options.discreet),
      ...checkedWords([...checks.values()], content.timezone),
    ],
    pageUrl: content.pageUrl,
  };
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
      `Found ${foundWords(announcement)}.`,
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
