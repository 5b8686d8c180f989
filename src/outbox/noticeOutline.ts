import type { Notice, NoticeContent } from '../message/content.ts';
import type { Outline, Section } from '../message/outline.ts';
import { longestSubject, matterPrefix } from '../message/subject.ts';
import { cleanText } from '../words/cleanText.ts';
import { counted } from '../words/counted.ts';
import { shorten } from '../words/fold.ts';
import { type Reader, readerTime } from '../words/readerDate.ts';
import { shortText } from '../words/shortText.ts';
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
    where: 'tipstaff status',
    sections: content.notices.map((notice) => noticeSection(notice, content, only !== undefined)),
    footer: [
      `You receive this because channel ${shortText(content.channel, 60)} ${readers ? 'follows what is named here' : 'is one of the operators'}.`,
    ],
    pageUrl: content.pageUrl,
    threadKeys: content.notices.flatMap((notice) => notice.thread ?? []),
  };
}

/** `[M-2026-014] Could not look at Our patent since …; and 1 more`, for the operators `Tipstaff: the token was refused`. */
function noticeSubject(content: NoticeContent, readers: boolean): string {
  const [first, ...others] = content.notices;
  const before = matterPrefix([first?.matter]) + (readers ? '' : 'Tipstaff: ');
  const after = others.length > 0 ? `; and ${others.length} more` : '';
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

function noticeSection(notice: Notice, reader: Reader, alone: boolean): Section {
  const phase = notice.phase === 'began' ? 'Since' : 'Ended';
  return {
    title: alone ? '' : noticeHeading(notice),
    subtitle: `${phase} ${readerTime(notice.at, reader)}`,
    cards: [],
    lines: detailLines(notice.detail),
    remarks: [],
    changes: 0,
    where: 'tipstaff status',
  };
}

function detailLines(detail: string): string[] {
  const lines = detail.split(/\r?\n/).map(cleanText).filter(Boolean);
  return lines.map((line) => shorten(line, 1_200)).slice(0, 10);
}
