import type { SearchTerms } from '../../database/words/searchTerms.ts';
import { markWords } from '../../find/markWords.ts';

const longest = 280;
const before = 90;

/** A text, or of a long one the part around the first words that were searched for; `…` stands for the rest. */
export function excerpt(text: string, terms: SearchTerms): string {
  if (text.length <= longest) return text;
  const [first] = markWords(text, terms, 'entry');
  const found = first?.found === false ? first.text.length : 0;
  const start = found <= before ? 0 : text.indexOf(' ', found - before) + 1;
  const end = text.length <= start + longest ? text.length : text.lastIndexOf(' ', start + longest);
  const cut = text.slice(start, end > start ? end : start + longest);
  return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`;
}
