import { longestSubject, matterTag } from '../message/changesSubject.ts';
import type { NoticeContent } from '../message/content.ts';
import type { Notice } from '../message/notice.ts';
import type { Outline, Section } from '../message/outline.ts';
import { cleanText, shortText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import { type Reader, readerTime } from '../words/readerDate.ts';
import { counted, listedUpTo } from '../words/sentence.ts';
import { noticeHeading, noticeWords } from './noticeWords.ts';

/** Tipstaff's own incidents, for operators: what began and what ended. */
export function noticeOutline(content: NoticeContent): Outline {
  const only = content.notices.length === 1 ? content.notices[0] : undefined;
  const readers = content.notices.length > 0 && content.notices.every((notice) => notice.readers);
  return {
    subject: noticeSubject(content, readers),
    title: titleOf(content, only, readers),
    preview: shortText(content.notices[0]?.detail ?? '', 140),
    lead: [],
    unit: 'incident',
    where: { command: 'tipstaff status' },
    sections: byCause(content.notices).map((alike) => noticeSection(alike, content, only !== undefined)),
    footer: [
      `You receive this because channel ${shortText(content.channel, 60)} ` +
        `${readers ? 'follows what is named here' : 'is one of the operators'}.`,
    ],
    pageUrl: content.pageUrl,
    threadKey: only?.thread,
  };
}

/**
 * `Could not look at Our patent since …; and 1 more [M-2026-014]`, for the operators `Tipstaff: the token was refused`.
 */
function noticeSubject(content: NoticeContent, readers: boolean): string {
  const [first, ...others] = content.notices;
  const before = readers ? '' : 'Tipstaff: ';
  const more = others.length > 0 ? `; and ${others.length} more` : '';
  const after = more + matterTag(content.notices.map((notice) => notice.matter));
  const room = longestSubject - before.length - after.length;
  if (first === undefined) return `${before}nothing to report`;
  return before + (readers ? readersWords(first, content, room) : shorten(noticeWords(first), room)) + after;
}

function titleOf(content: NoticeContent, only: Notice | undefined, readers: boolean): string {
  if (only) return noticeHeading(only);
  const number = content.notices.length;
  return readers
    ? `News of what we watch for you: ${counted(number, 'watch', 'watches')}`
    : `${counted(number, 'incident')} began or ended`;
}

/** `Could not look at Our patent since Nov 20, 2026, 7:00 AM EST`: a long name is cut to make room for the moment. */
function readersWords(notice: Notice, reader: Reader, room: number): string {
  const since = notice.phase === 'began' ? ` since ${readerTime(notice.at, reader)}` : '';
  return shorten(noticeHeading(notice), room - since.length) + since;
}

/** Those that say the same of different watches: one cause is told once. */
function byCause(notices: readonly Notice[]): (readonly [Notice, ...Notice[]])[] {
  const groups = Map.groupBy(notices, ({ incident, phase, subject, detail, headline = '' }) =>
    [incident, phase, headline, detail.replaceAll(subject, '')].join('\n'),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

function noticeSection([notice, ...others]: readonly [Notice, ...Notice[]], reader: Reader, alone: boolean): Section {
  const isReport = notice.headline !== undefined;
  const phase = isReport ? 'As of' : notice.phase === 'began' ? 'Since' : 'Ended';
  const rows = notice.facts?.map(({ name, value }) => ({
    name: shortText(name, 60),
    value: [{ mark: 'same' as const, text: shortText(value, 600) }],
  }));
  return {
    title: alone ? '' : noticeHeading(notice),
    subtitle: `${phase} ${readerTime(notice.at, reader)}`,
    cards: [],
    rows,
    lines: rows === undefined ? [...detailLines(notice.detail), ...sameFor(others, notice, reader)] : [],
    remarks: [],
    changes: 0,
    where: { command: 'tipstaff status' },
  };
}

/** The most names in one sentence. */
const mostNamed = 40;

/** `The same holds for Kelmont and Rival (since Nov 20, 2026, 7:00 AM EST).` */
function sameFor(others: readonly Notice[], { at, subject }: Notice, reader: Reader): string[] {
  const names = others
    .filter((other) => other.subject !== subject)
    .map(
      (other) => shortText(other.subject, 120) + (other.at === at ? '' : ` (since ${readerTime(other.at, reader)})`),
    );
  const all = [...new Set(names)];
  if (all.length === 0) return [];
  return [`The same holds for ${listedUpTo(mostNamed, all)}.`];
}

function detailLines(detail: string): string[] {
  const lines = detail.split(/\r?\n/).map(cleanText).filter(Boolean);
  return lines.map((line) => shorten(line, 1_200)).slice(0, 10);
}
