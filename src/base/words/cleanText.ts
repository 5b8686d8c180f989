import type { Piece } from './redline.ts';
import { counted } from './sentence.ts';

/** Controls, bidi overrides, zero-width spaces, tags, private use; not the joiners that emoji and scripts need. */
const invisible = /[[\p{Cc}\p{Cf}\p{Co}\p{Cn}]--[\u200c\u200d]]/gv;

const invisibleInLines = /[[\p{Cc}\p{Cf}\p{Co}\p{Cn}]--[\u200c\u200d\t\n\r]]/gv;

/** Returns the service's text on one line with decoded entities, without characters that reverse or hide parts. */
export function cleanText(text: string): string {
  return decodeEntities(text.toWellFormed())
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Returns a line for a terminal, without characters that would break, move, color or reverse the output. */
export function terminalLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[[\s\p{Zl}\p{Zp}]--[ ]]+/gv, ' ')
    .replace(invisible, '');
}

export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(invisibleInLines, '');
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes the entities that the service leaves in its texts: numeric ones and a few names. Others stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });
}

/** Returns foreign text, clean and on one line of at most `limit` characters, for names and labels. */
export function shortText(text: string | undefined, limit: number): string {
  return shorten(cleanText(text ?? ''), limit);
}

/** Returns a line of CSV (RFC 4180). Foreign text never runs as a formula on a reader's machine. */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell !== 'string') return cell ?? '';
    // An apostrophe before a formula sign. Some spreadsheets also accept full-width signs.
    const safe = cleanText(cell).replace(/^(?=[=+\-@|%＝＋－＠])/, "'");
    return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}

export type WebLink = Readonly<{ words: string; url: string }>;

const longestUrl = 1500;

/** Returns undefined for an address that is blank, not http(s), contains a login, or is too long. */
export function webLink(words: string, address: string | null | undefined): WebLink | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username !== '' || url.href.length > longestUrl) return undefined;
  return { words, url: url.href };
}

export function fold(text: string, limit: number) {
  if (text.length <= limit) return { shown: text, hidden: 0 };
  const blank = text.lastIndexOf(' ', limit);
  let end = blank > limit * 0.7 ? blank : limit;
  if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
  const shown = text.slice(0, end).trimEnd();
  return { shown, hidden: text.length - shown.length };
}

/** Returns a line of at most `limit` characters for subjects and headings. `…` marks a cut. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${fold(text, limit - 1).shown.replace(/[\s,;:(·]+$/u, '')}…`;
}

/** Returns text like `… 3,100 more characters`. */
export function foldedWords(hidden: number): string {
  return `… ${counted(hidden, 'more character')}`;
}

export function foldPieces(pieces: readonly Piece[], limit: number): Piece[] {
  const kept: Piece[] = [];
  let room = limit;
  for (const [index, piece] of pieces.entries()) {
    if (piece.mark === 'folded' || piece.text.length <= room) {
      kept.push(piece);
      room -= piece.mark === 'folded' ? 1 : piece.text.length;
      continue;
    }
    const { shown, hidden } = fold(piece.text, Math.max(room, 0));
    const after = pieces.slice(index + 1).reduce((sum, one) => sum + one.text.length, 0);
    if (shown !== '') kept.push({ mark: piece.mark, text: shown });
    return [...kept, { mark: 'folded', text: foldedWords(hidden + after) }];
  }
  return kept;
}
