import { createHash } from 'node:crypto';
import { cleanText, shorten, shortText } from '../../base/words/cleanText.ts';
import { type Reader, readerDay, readerTime } from '../../base/words/readerDate.ts';
import { capitalized, counted, firstFew, listed, madeUp, moreWatches, sandboxMark } from '../../base/words/sentence.ts';
import { discreetName, shownName, watchName } from '../../base/words/watchWords.ts';
import { highestPriority, type Priority } from '../../reading/entryPriority.ts';
import type { ShownEvent } from '../../reading/events/calendarEvent.ts';
import { changesOutline } from './changesOutline.ts';
import { matterTag, wordsSubject } from './changesSubject.ts';
import type { AlertContent, BaselineContent, MessageChange, TestContent } from './content.ts';
import type { Announcement, FoundAtBaseline } from './facts.ts';
import { footerOf, gapWarnings, watchesSubtitle } from './footer.ts';
import { noticeOutline } from './noticeOutline.ts';
import { type ListedLine, type Outline, type OutlineOptions, pageLink, type Section, type Warning } from './outline.ts';
import { recordLinks } from './recordCard.ts';
import { prioritisedFor } from './words/consequence.ts';
import { isEnded, statusWords } from './words/recordWords.ts';

export function alertOutline(content: AlertContent, options: OutlineOptions): Outline {
  const outline = outlineOf(content, options);
  if (!content.sandbox) return outline;
  const { subject, title, lead } = outline;
  return { ...outline, subject: sandboxMark + subject, title: sandboxMark + title, lead: [madeUp, ...lead] };
}

function outlineOf(content: AlertContent, options: OutlineOptions): Outline {
  switch (content.kind) {
    case 'changes':
      return changesOutline(content, options);
    case 'baseline':
      return baselineOutline(content, options);
    case 'notice':
      return noticeOutline(content);
    case 'test':
      return testOutline(content);
  }
}

function testOutline(content: TestContent): Outline {
  const channel = shortText(content.channel, 60);
  return {
    subject: `Tipstaff: test message to ${channel}`,
    title: 'A test message from Tipstaff',
    preview: '',
    lead: [`The channel ${channel} works. Alerts will arrive here, in this form.`],
    sections: [],
    unit: 'watch',
    where: { command: 'tipstaff status' },
    footer: [`Sent ${readerTime(content.createdAt, content)}, because somebody asked for it (tipstaff send-test).`],
    pageUrl: content.pageUrl,
  };
}

/** Returns the highest priority. Watches that could not be checked and incidents that began have the priority `act`. */
export function messagePriority(content: AlertContent): Priority {
  switch (content.kind) {
    case 'changes': {
      if ((content.coverage?.unwatched.length ?? 0) > 0) return 'act';
      const shown = content.changes
        .map((change) => prioritisedFor(change, content.watches))
        .filter(({ unshown }) => !unshown);
      return highestPriority(shown.map(({ priority }) => priority));
    }
    case 'baseline':
      return content.announcements.some(({ records }) => records === 0) ? 'act' : 'routine';
    case 'notice':
      return content.notices.some(({ phase }) => phase === 'began') ? 'act' : 'read';
    case 'test':
      return 'read';
  }
}

type MatterPart = { readonly key: string; readonly content: AlertContent };

/**
 * Returns one part for each matter of the changes. A case of two matters is in both parts. What concerns no record,
 * such as watches that could not be checked, is in the first part.
 */
export function partsByMatter(content: AlertContent): MatterPart[] {
  if (content.kind !== 'changes') return [];
  const parts: MatterPart[] = [];
  for (const [matter, watches] of Map.groupBy(content.watches, (watch) => watch.matter ?? '')) {
    const ids = new Set(watches.map(({ id }) => id));
    const changes = content.changes.filter((change) => change.watches.some((id) => ids.has(id)));
    if (changes.length === 0) continue;
    const part = { ...content, watches, changes, dates: content.dates?.filter((date) => changes.some(isOf(date))) };
    const made = new Set(changes.map(({ checkId }) => checkId));
    const rest = {
      checks: content.checks.filter(({ id }) => made.has(id)),
      coverage: undefined,
      endedHolds: undefined,
    };
    const key = `matter-${createHash('sha256').update(matter).digest('hex').slice(0, 16)}`;
    parts.push({ key, content: parts.length === 0 ? part : { ...part, ...rest } });
  }
  return parts;
}

function isOf({ record: { type, key } }: ShownEvent) {
  return ({ record }: MessageChange) => record.type === type && record.key === key;
}

const start = 'Tipstaff has started to watch. From now on you are notified of changes.';

const startForOperators = 'A watch that finds nothing at its first check is reported to the operators too.';

export function baselineOutline(content: BaselineContent, { discreet }: OutlineOptions): Outline {
  const { announcements, more, pageUrl } = content;
  const found = announcements.filter((one) => !foundNothing(one));
  const nothing = announcements.filter(foundNothing);
  const isSecret = (one: Announcement) => discreet && one.watch.confidential === true;
  const watches = announcements.map(({ watch }) => watch);
  const followed = announcements.filter(({ operators }) => !operators).map(({ watch }) => watch);
  const begin = followed.length > 0 ? start : startForOperators;
  const checks = [...new Map(announcements.map(({ check }) => [check.id, check])).values()];
  const warnings = [
    ...nothing.map((one) => nothingWords(one, isSecret(one))),
    ...found.flatMap((one) => nothingForWords(one, isSecret(one))),
    ...silentWords(more),
  ];
  const where = pageUrl === undefined ? 'tipstaff status' : `${pageUrl}/watches`;
  const also = more && `${moreWatches(more.watches)} began too, and found ${counted(more.records, 'record')}`;
  return {
    subject: baselineSubject(nothing, found, more),
    preview: begin,
    title: found.length === 0 && nothing.length > 0 && more === undefined ? 'Found NOTHING' : 'Now watching',
    warnings: [
      ...warnings.map((text): Warning => ({ tone: 'amber', text })),
      ...gapWarnings({ watches, checks }, discreet),
    ],
    lead: [begin, ...(also ? [`${also}: ${where} lists them.`] : [])],
    unit: 'watch',
    where: { command: 'tipstaff status', page: pageLink('see the watches', pageUrl, '/watches') },
    sections: announcements.map((one) => announcementSection(one, content, isSecret(one))),
    footer: footerOf(
      { channel: content.channel, watches: followed, checks },
      content,
      discreet,
      pageUrl === undefined && found.some((one) => !isSecret(one) && one.examples[0]?.type !== 'design'),
    ),
    pageUrl,
  };
}

/** Requires a complete check: in a partial one the service may have counted hits that it did not show. */
const foundNothing = ({ records, check }: Announcement): boolean => records === 0 && check.outcome === 'complete';

const correct = 'If you expected hits, correct the watch.';

/** Says what to write instead, because a watch that cannot find anything would look healthy forever. */
function nothingWords({ watch, advice = [] }: Announcement, isSecret: boolean): string {
  const asks = isSecret || watch.asks === '' ? '' : ` (${shortText(watch.asks, 200)})`;
  const hints = isSecret ? [] : advice.map((one) => shortText(one, 300));
  const begin = `Found NOTHING for ${shownName(watch, isSecret)}${asks}.`;
  return [begin, 'This watch stays silent until something matches.', ...hints, correct].join(' ');
}

const mostNothingFor = 10;

function nothingForWords({ watch, nothingFor = [] }: Announcement, isSecret: boolean): string[] {
  if (isSecret && nothingFor.length > 0) {
    return [`Found NOTHING for ${counted(nothingFor.length, 'value')} of a list of ${discreetName([watch])}.`];
  }
  const shown = firstFew(mostNothingFor, nothingFor).map(({ asks, advice }) => {
    const hints = [...advice.map((one) => shortText(one, 300)), correct];
    return [`Found NOTHING for ${shortText(asks, 200)} (${watchName(watch)}).`, ...hints].join(' ');
  });
  const more = nothingFor.length - shown.length;
  return more > 0 ? [...shown, `Found NOTHING for ${counted(more, 'more value')} (${watchName(watch)}).`] : shown;
}

/** Names watches that found nothing and have no section, or counts them. */
function silentWords(more: BaselineContent['more']): string[] {
  if (more === undefined || more.foundNothing === 0) return [];
  const all = withRest(
    more.silent.map((name) => shortText(name, 60)),
    more.foundNothing,
  );
  return [`Found NOTHING for ${all}. If you expected hits, correct these watches.`];
}

function withRest(names: readonly string[], of: number): string {
  const more = of - names.length;
  return listed(more > 0 ? [...names, moreWatches(more)] : names);
}

const longestName = 40;

function baselineSubject(
  nothing: readonly Announcement[],
  found: readonly Announcement[],
  more: BaselineContent['more'],
): string {
  const silent = more?.foundNothing ?? 0;
  const others = (more?.watches ?? 0) - silent;
  const nameIn = ({ watch }: Announcement) => shorten(shownName(watch, true), longestName);
  const named = (some: readonly Announcement[], most: number, nameIt: (one: Announcement) => string, rest: number) =>
    withRest([...new Set(some.map(nameIt))].slice(0, most), some.length + rest);
  const withCount = (one: Announcement) => `${nameIn(one)} (${counted(one.records, nounOf(one))})`;
  const subjects = [2, 1, 0].map((most) => {
    const watching = most === 0 ? counted(found.length + others, 'watch') : named(found, most, withCount, others);
    const words = [
      ...(nothing.length > 0 ? [`Found NOTHING for ${named(nothing, Math.max(1, most), nameIn, silent)}`] : []),
      ...(found.length > 0 ? [`now watching ${watching}`] : []),
    ];
    return capitalized(words.join('; ') || 'now watching');
  });
  const leading = [...(nothing.length > 0 ? nothing : found), ...found].filter(({ watch }) => !watch.confidential);
  return wordsSubject(subjects, [''], matterTag(leading.map(({ watch }) => watch.matter)));
}

const notCompared = ' These were not compared with your designs; later ones will be.';

/** The most records listed of a watch if a page lists all of them. */
const mostBesidePage = 20;

type BaselineReader = Reader & Pick<BaselineContent, 'pageUrl'>;

function announcementSection(announcement: Announcement, reader: BaselineReader, isSecret: boolean): Section {
  const { watch, examples, entries } = announcement;
  const shown = reader.pageUrl === undefined ? examples : examples.slice(0, mostBesidePage);
  const records = isSecret ? [] : shown.map((example) => listedRecord(example, reader));
  const list = examples[0]?.type === 'design' ? 'designs' : 'cases';
  const isListed = !isSecret && examples[0]?.type !== undefined;
  const page = isListed
    ? pageLink('see all of them', reader.pageUrl, `/${list}?watch=${encodeURIComponent(watch.id)}`)
    : undefined;
  const status = isSecret ? 'tipstaff status' : `tipstaff status ${watch.id}`;
  const number = counted(announcement.records, nounOf(announcement));
  const found = foundNothing(announcement) ? 'NOTHING' : number;
  const later = watch.mostAlike === undefined || announcement.records === 0 ? '' : notCompared;
  return {
    title: shownName(watch, isSecret),
    ...(isSecret ? { subtitle: '' } : watchesSubtitle([watch])),
    cards: [],
    lines: [`Found ${found}${entries > 0 ? ` with ${counted(entries, 'entry')}` : ''}.${later}`],
    records,
    moreRecords: records.length > 0 ? announcement.records - records.length : 0,
    remarks: filteredOutWords(announcement, isSecret).map((words) => ({ words })),
    changes: 0,
    where: { command: isListed ? `tipstaff list ${list} --watch ${watch.id}` : status, page },
  };
}

function filteredOutWords(
  { filteredOut, whyFiltered = 'the name was only inside a longer word', leftOut = [] }: Announcement,
  isSecret: boolean,
): string[] {
  if (filteredOut === 0) return [];
  if (isSecret || leftOut.length === 0) return [`${counted(filteredOut, 'record')} filtered out: ${whyFiltered}.`];
  const byName = Map.groupBy(leftOut, ({ name, asked }) => `“${shortText(name, 80)}”, not “${shortText(asked, 60)}”`);
  const sentences = [...byName].map(([names, some]) => {
    const labels = some.map(({ label }) => shortText(label, 60));
    return `Filtered out, because the name is ${names}: ${listed(labels)}.`;
  });
  const more = filteredOut - leftOut.length;
  return more > 0 ? [...sentences, `${counted(more, 'more record')} filtered out in the same way.`] : sentences;
}

function listedRecord(example: FoundAtBaseline, reader: BaselineReader): ListedLine {
  const { type, title, label, place, filed, status, ended } = example;
  const day = readerDay(cleanText(filed), reader);
  const facts = [
    [shortText(place, 60), shortText(label, 60)].filter(Boolean).join(' '),
    ended ? `ended ${readerDay(cleanText(ended), reader)}` : stateWords(status),
    day && `${type === 'design' ? 'registered' : 'filed'} ${day}`,
  ];
  return {
    title: shortText(title, 90) || shortText(label, 60),
    facts: facts.filter(Boolean).join(', '),
    link: recordLinks(example, reader.pageUrl)[0],
  };
}

function stateWords(status: string | undefined): string {
  return status === undefined ? '' : isEnded(status) ? 'ended' : statusWords(status);
}

function nounOf({ examples: [first], entries }: Announcement): string {
  if (entries > 0 || first?.type === 'docket') return 'case';
  return first?.type ?? 'record';
}
