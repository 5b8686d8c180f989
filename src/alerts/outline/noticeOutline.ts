import type { Notice, NoticeContent } from '../../channels/message/content.ts';
import type { Outline, Section } from '../../channels/message/outline.ts';
import { cleanText } from '../../words/cleanText.ts';
import { counted } from '../../words/counted.ts';
import { shorten } from '../../words/fold.ts';
import { type Reader, readerTime } from '../../words/readerDate.ts';
import { shortText } from '../../words/shortText.ts';
import { noticeHeading, noticeWords } from '../words/noticeWords.ts';

/** Tipstaff's own incidents, for operators: what began and what ended. */
export function noticeOutline(content: NoticeContent): Outline {
  const words = content.notices.map(noticeWords);
  const only = content.notices.length === 1 ? content.notices[0] : undefined;
  const readers = content.notices.length > 0 && content.notices.every((notice) => notice.readers);
  const more = words.length > 1 ? `; and ${words.length - 1} more` : '';
  return {
    subject:
      shorten(readers ? readersWords(content) : `Tipstaff: ${words[0] ?? 'nothing to report'}`, 180 - more.length) +
      more,
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
  };
}

function titleOf(content: NoticeContent, only: Notice | undefined, readers: boolean): string {
  if (only) return noticeHeading(only);
  const number = content.notices.length;
  return readers
    ? `News of what we watch for you: ${counted(number, 'watch', 'watches')}`
    : `${counted(number, 'incident')} began or ended`;
}

/** `Could not look at Our patent since Nov 20, 2026, 7:00 AM EST` */
function readersWords(content: NoticeContent): string {
  const [first] = content.notices;
  if (first === undefined) return '';
  return first.phase === 'began'
    ? `${noticeHeading(first)} since ${readerTime(first.at, content)}`
    : noticeHeading(first);
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
