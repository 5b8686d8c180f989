import { cleanText } from './cleanText.ts';
import { shorten } from './fold.ts';

/** Somebody else's text, clean and on one line of at most `limit` characters, for names and labels. */
export function shortText(text: string | undefined, limit: number): string {
  return shorten(cleanText(text ?? ''), limit);
}
