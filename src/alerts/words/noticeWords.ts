import type { Notice } from '../content.ts';
import { cleanText } from './cleanText.ts';
import { shorten } from './fold.ts';

/** One trouble in a line: `the token was refused`, `over: the token was refused`. */
export function noticeWords(notice: Notice): string {
  const words = shorten(cleanText(notice.subject) || cleanText(notice.trouble), 140);
  return notice.phase === 'ended' ? `over: ${words}` : words;
}
