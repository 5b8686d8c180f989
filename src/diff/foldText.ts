import { decodeEntities } from '../words/cleanText.ts';

// UTF-8 quotation marks and dashes that were decoded as Windows-1252: `Governmentâ€™s`.
const garbledMark = /\u00e2\u20ac[\u2122\u0153\u02dc\u201c\u201d\u009d\ufffd]?/g;

// Accents are folded, other marks are not: without them, Japanese バ would become ハ.
/** The words of a text, only for comparing: entities decoded, case and accents folded, everything but letters and digits a gap. */
export function wordsOf(text: string): readonly string[] {
  return (
    decodeEntities(text)
      .replace(garbledMark, ' ')
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]+/g, '')
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // Its capital is I, as that of i.
      .replaceAll('ı', 'i')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * A text as nothing but its letters and digits: `document(s) 612 )` and `document(s)612)` are one text. Two texts count as the same
 * when this is equal. A text without any letter or digit stays as it is.
 */
export function foldText(text: string): string {
  return wordsOf(text).join('') || text.replace(/\s+/g, '');
}
