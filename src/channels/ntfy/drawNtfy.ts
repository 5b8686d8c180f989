import type { Card, Item, Outline, Row, Section } from '../../message/outline.ts';
import { counted, withCommas } from '../../words/counted.ts';
import { shorten } from '../../words/fold.ts';
import { foldPieces } from '../../words/foldPieces.ts';
import { pieceWords } from '../../words/redline.ts';

const mostDates = 3;
/** The most rows of a change without a text. */
const mostRows = 2;

/** How much of one entry's text is shown. */
export interface NtfyRoom {
  readonly characters: number;
}

/** An outline as a few lines for a phone, without what is useful only at a desk: facts, fields, the footer. */
export function drawNtfy(outline: Outline, room: NtfyRoom): string {
  const { dates, more = 0 } = outline.dates ?? { dates: [] };
  const blocks = [
    [...(outline.warnings ?? []).map(({ text }) => `! ${text}`), ...outline.lead].map((line) => shorten(line, 400)),
    dates.slice(0, mostDates).map(({ when, what, place }) => `${when}  ${what}, ${place}`),
    dates.length + more > mostDates ? [`and ${counted(dates.length + more - mostDates, 'more date')}`] : [],
    ...outline.sections.map((section) => sectionLines(section, room)),
    [outline.left ?? ''],
  ];
  const filled = blocks.map((lines) => lines.filter((line) => line !== '')).filter((lines) => lines.length > 0);
  return filled.map((lines) => lines.join('\n')).join('\n\n') || outline.title;
}

function sectionLines(section: Section, room: NtfyRoom): string[] {
  const lines = [...section.lines, ...recordLines(section), ...section.remarks].map((line) => shorten(line, 400));
  return [section.title, ...section.cards.flatMap((card) => cardLines(card, room)), ...lines];
}

function recordLines({ records = [], moreRecords = 0 }: Section): string[] {
  const lines = records.map(({ title, facts }) => `- ${[title, facts].filter(Boolean).join(', ')}`);
  return moreRecords > 0 ? [...lines, `and ${withCommas(moreRecords)} more`] : lines;
}

function cardLines(card: Card, room: NtfyRoom): string[] {
  return [[card.title, card.place].filter(Boolean).join(', '), ...card.items.map((item) => itemLine(item, room))];
}

function itemLine(item: Item, room: NtfyRoom): string {
  const sign = { act: '● ', read: '○ ', routine: '· ' }[item.priority];
  const head = `${sign}${[item.heading, item.label].filter(Boolean).join(': ')}`;
  const text = foldPieces(item.text, room.characters).map(pieceWords).join(' ');
  const rows = item.rows.slice(0, mostRows).map(rowWords).join('; ');
  return [head, shorten(text || rows, room.characters + 40)].filter(Boolean).join('. ');
}

/** `open → terminated`; lists as a redline. */
function rowWords({ value }: Row): string {
  const [before, after] = value;
  const isPair = value.length === 2 && before?.mark === 'removed' && after?.mark === 'added';
  if (isPair) return `${before.text} → ${after.text}`;
  const drawsArrow = value.some((piece) => piece.text === '→');
  return value.map((piece) => (drawsArrow ? piece.text : pieceWords(piece))).join(' ');
}
