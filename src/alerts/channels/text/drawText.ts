import { foldPieces } from '../../../base/words/fold.ts';
import { type Piece, pieceWords } from '../../../base/words/redline.ts';
import { counted } from '../../../base/words/sentence.ts';
import type { PicturesHad } from '../../../service/pictures.ts';
import { cutToRoom, itemsAtMost } from '../../message/cutToRoom.ts';
import type { Message } from '../../message/message.ts';
import {
  atRoutine,
  beforeAfter,
  type Card,
  type DatesBox,
  type Item,
  type Outline,
  type Overview,
  type Picture,
  pairsOf,
  plainWhen,
  type Row,
  restOfDates,
  restOfRecords,
  type Section,
} from '../../message/outline.ts';
import { remarkText } from '../../message/remark.ts';
import { subtitleOf } from '../../message/watchWords.ts';
import { sentBytes } from '../email/smtpTransport.ts';

/** How much of one entry's text is shown. */
export interface TextRoom {
  readonly characters: number;
  /** Of the pictures in the HTML part; absent: that is not known. */
  readonly had?: PicturesHad | undefined;
  /** The addresses of those that it shows; absent: all. */
  readonly embedded?: ReadonlySet<string> | undefined;
}

/** An outline as plain text, 78 columns wide but for links and long words. */
export function drawText(outline: Outline, room: TextRoom): string {
  const blocks = [
    [outline.title, ...(outline.warnings ?? []).map((warning) => `! ${warning.text}`), ...outline.lead].flatMap(
      (line) => wrap(line),
    ),
    outline.overview ? overviewLines(outline.overview) : [],
    outline.dates ? datesLines(outline.dates) : [],
    ...outline.sections.map((section) => sectionLines(section, room)),
    wrap(outline.left ? remarkText(outline.left) : ''),
    ['-- ', ...outline.footer.flatMap((line) => wrap(line)), ...(outline.pageUrl ? [outline.pageUrl] : [])],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function overviewLines({ lines, more }: Overview): string[] {
  return [
    ...lines.flatMap(({ priority, record, headline, reason }) => [
      ...wrap(`${signs[priority]} ${headline}: ${record}`, '  '),
      ...wrap(reason && `  ${reason}`, '  '),
    ]),
    ...wrap(more > 0 ? `  ${more} more below` : '', '  '),
  ];
}

/** The most urgent items stand out without a colour. */
const signs = { act: '*', read: '-', routine: '-' } as const;

function datesLines(box: DatesBox): string[] {
  return [
    ...underlined(box.title),
    ...box.dates.flatMap((date) => [
      ...wrap(`${plainWhen(date)}  ${date.what}, ${[date.place, date.entry].filter(Boolean).join(', ')}`, '  '),
      ...wrap(date.sentence && `  “${date.sentence}”`, '  '),
    ]),
    ...restOfDates(box).flatMap((rest) => wrap(remarkText(rest))),
    ...wrap(box.remark),
  ];
}

function sectionLines(section: Section, room: TextRoom): string[] {
  const paragraphs = [
    (section.rows ?? []).flatMap((row) => wrap(`${row.name}: ${rowWords(row)}`, '  ')),
    section.lines.flatMap((line) => wrap(line)),
    recordLines(section),
    section.remarks.flatMap((one) => wrap(remarkText(one))),
  ];
  return [
    ...underlined(section.title),
    ...wrap(subtitleOf(section)),
    ...section.cards.flatMap((card) => ['', ...cardLines(card, room)]),
    ...paragraphs.filter((lines) => lines.length > 0).flatMap((lines) => ['', ...lines]),
  ];
}

function recordLines(section: Section): string[] {
  const lines = (section.records ?? []).flatMap(({ title, facts, detail = '', link }) => [
    ...wrap(`- ${title}${facts && `${detail === '' ? ',' : ':'} ${facts}`}`, '  '),
    ...wrap(indented(detail), '  '),
    ...(link ? [`  ${link.url}`] : []),
  ]);
  return [...lines, ...restOfRecords(section).flatMap((rest) => wrap(remarkText(rest)))];
}

function underlined(title: string): string[] {
  const lines = wrap(title);
  const longest = Math.max(0, ...lines.map((line) => line.length));
  return longest > 0 ? [...lines, '='.repeat(Math.min(columns, longest))] : [];
}

function cardLines(card: Card, room: TextRoom): string[] {
  const [items, routine] = atRoutine(card.items);
  return [
    ...wrap(`${card.title} (${card.place})`),
    ...wrap(card.happened),
    ...wrap(card.reason && `Needs you: ${card.reason}`),
    ...card.links.map((link) => `${link.words}: ${link.url}`),
    ...items.flatMap((item) => ['', ...itemLines(item, room)]),
    ...(routine.length > 0 ? ['', '  - - - Routine - - -'] : []),
    ...routine.flatMap((item) => ['', ...itemLines(item, room)]),
  ];
}

function itemLines(item: Item, room: TextRoom): string[] {
  const label = item.label ? ` [${item.label}]` : '';
  return [
    ...wrap(`${signs[item.priority]} ${item.heading}${label}`, '  '),
    ...wrap(indented(piecesWords(item.text, room)), '  '),
    ...item.rows.flatMap((row) => wrap(`  ${row.name}: ${rowWords(row)}`, '    ')),
    ...item.notes.flatMap((note) => wrap(`  ${note}`, '  ')),
    ...item.links.map((link) => `  ${link.words}: ${link.url}`),
    ...picturesLines(item, room),
  ];
}

/** Pictures that are news; a text needs none that only shows which design it is. */
function picturesLines({ pictures }: Item, { had, embedded }: TextRoom): string[] {
  const isShown = ({ small, url }: Picture) => !small && (embedded?.has(url) ?? true);
  const isMissing = (picture: Picture | undefined) => picture !== undefined && had?.get(picture.url) === false;
  const pairs = pairsOf(pictures);
  const shown = pictures.filter((picture) => isShown(picture) && !isMissing(picture)).length;
  const missing = pairs.flatMap(({ before, after }, index) =>
    [before, after].flatMap((side) =>
      side && isMissing(side) ? [`${side.caption}, picture ${index + 1}: not kept`] : [],
    ),
  );
  const isAlike = pairs.some(({ after }) => after?.caption === 'Yours');
  const sides = isAlike ? ', with yours beside it,' : ', before and after side by side,';
  const how = pairs.length > 0 && missing.length === 0 && pictures.every(isShown) ? sides : '';
  return [
    ...(shown > 0 ? [`  ${counted(shown, 'picture')}${how} in the HTML part`] : []),
    ...missing.map((line) => `  ${line}`),
  ];
}

function indented(text: string): string {
  return text === '' ? '' : `  ${text}`;
}

/**
 * `was open, now terminated`, `1:26-cv-00504 Widget Co. v. Rival: open → ended Nov 10`; lists and long texts as a
 * redline.
 */
function rowWords(row: Row): string {
  const { value } = row;
  if (value.some((piece) => piece.text === '→')) return value.map((piece) => piece.text).join(' ');
  const [before, after] = beforeAfter(row) ?? [];
  return before && after ? `was ${before.text}, now ${after.text}` : piecesWords(value, { characters: 1_000 });
}

/** Redlines in text: `[REMOVED: old] [ADDED: new]`. */
function piecesWords(pieces: readonly Piece[], room: TextRoom): string {
  return foldPieces(pieces, room.characters).map(pieceWords).join(' ');
}

/** Columns of a text, but for words that are longer. */
const columns = 78;

/**
 * Breaks a line at blanks so that it fits 78 columns; lines after the first begin with `indent`. A longer word has a
 * line of its own, whole, so that links stay links. '' gives no line.
 */
function wrap(text: string, indent = ''): string[] {
  const lead = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(' ')) {
    const start = lines.length === 0 ? lead : indent;
    const longer = line === '' ? start + word : `${line} ${word}`;
    if (line !== '' && longer.length > columns) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  if (line.trim() !== '') lines.push(line);
  return lines;
}

/** The most bytes, as sent by mail: nobody reads more as plain text. */
const mostBytes = 36_000;

/**
 * An alert as plain text: for the terminal, and for the text part of an email. Lines end in `\n`. As many changes as
 * fit are shown, the others counted; confidential watches appear by matter and numbers alone.
 * @param had of the pictures in the HTML part; absent: that is not known
 * @param embedded the addresses of the pictures that it shows; absent: all
 */
export function renderText(message: Message, had?: PicturesHad, embedded?: ReadonlySet<string>): string {
  const outline = message.outline({ discreet: true });
  let items = itemsAtMost;
  let sections = 60;
  for (;;) {
    const text = drawText(cutToRoom(outline, { items, sections }), { characters: 1_000, had, embedded });
    if (sentBytes(text) <= mostBytes || (items === 0 && sections === 1)) return text;
    items = Math.floor(items * 0.75);
    sections = Math.max(1, Math.floor(sections * 0.85));
  }
}
