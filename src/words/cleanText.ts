import { decodeEntities } from './decodeEntities.ts';

/** Controls, formats (bidi overrides, zero-width spaces, tags), private use; but not the joiners that emoji and scripts need. */
const invisible = /[[\p{Cc}\p{Cf}\p{Co}\p{Cn}]--[\u200c\u200d]]/gv;

/**
 * The service's text on one line as a reader may see it: entities that were left in it decoded (`&#039;`), line breaks and runs of
 * blanks one blank, and no character that cannot be seen: nothing in it can turn the text round, hide a part or end a header.
 */
export function cleanText(text: string): string {
  return decodeEntities(text.toWellFormed())
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * A line for a terminal: as it is, but for what would break it, or move, colour or turn round what is shown: line breaks and tabs
 * become one blank, and no character that cannot be seen is left.
 */
export function terminalLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[[\s\p{Zl}\p{Zp}]--[ ]]+/gv, ' ')
    .replace(invisible, '');
}
