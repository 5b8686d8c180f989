import type { Notice, NoticeContent } from '../content.ts';
import { cleanText } from '../words/cleanText.ts';
import { shorten } from '../words/fold.ts';
import { noticeWords } from '../words/noticeWords.ts';
import { readerTime } from '../words/readerDate.ts';
import type { Outline, Section } from './outline.ts';

/** Tipstaff's own troubles, for operators: what began and what ended. */
export function noticeOutline(content: NoticeContent): Outline {
  const words = content.notices.map(noticeWords);
  const more = words.length > 1 ? `; and ${words.length - 1} more` : '';
  return {
    subject: shorten(`Tipstaff: ${words[0] ?? 'a notice without words'}`, 180 - more.length) + more,
    title: 'Tipstaff needs you to know',
    lead: [],
    sections: content.notices.map((notice) => noticeSection(notice, content.timezone)),
    footer: [`You get this because the channel ${cleanText(content.channel)} is one of the operators.`],
    pageUrl: content.pageUrl,
  };
}

function noticeSection(notice: Notice, timezone: string): Section {
  const words = noticeWords(notice);
  const phase = notice.phase === 'began' ? 'Since' : 'Ended';
  return {
    title: words.charAt(0).toUpperCase() + words.slice(1),
    subtitle: `${phase} ${readerTime(notice.at, timezone)}`,
    cards: [],
    remarks: notice.detail
      .split(/\r?\n/)
      .map(cleanText)
      .filter(Boolean)
      .map((line) => shorten(line, 2000))
      .slice(0, 20),
    where: 'tipstaff status',
  };
}
