import { foldPieces, shorten } from '../../../base/words/fold.ts';
import { pieceWords } from '../../../base/words/redline.ts';
import { counted, withCommas } from '../../../base/words/sentence.ts';
import type { Priority } from '../../../reading/entryPriority.ts';
import { cutToRoom } from '../../message/cutToRoom.ts';
import type { Message } from '../../message/message.ts';
import { messagePriority } from '../../message/message.ts';
import {
  beforeAfter,
  type Card,
  hasMarks,
  type Item,
  marks,
  marksLegend,
  type Outline,
  type Row,
  type Section,
} from '../../message/outline.ts';

/** A longer message becomes a file that nobody opens: ntfy takes 4,096 bytes. */
const mostBytes = 4_000;

/** What ntfy takes as JSON, without the topic. */
export interface NtfyMessage {
  readonly title: string;
  readonly message: string;
  /** 1 to 5, 3 as usual; 5, which breaks through every silence, is never used. */
  readonly priority: 2 | 3 | 4;
  /** What a tap opens. */
  readonly click?: string | undefined;
}

const priorities: Readonly<Record<Priority, NtfyMessage['priority']>> = { act: 4, read: 3, routine: 2 };

/**
 * An alert as one notification. As many changes as fit are shown, the others counted; confidential watches appear by
 * matter and numbers alone.
 */
export function renderNtfy(message: Message): NtfyMessage {
  const outline = message.outline({ discreet: true });
  return {
    title: shorten(outline.subject, 200),
    message: fitted(outline),
    priority: priorities[messagePriority(message)],
    click: clickOf(outline),
  };
}

function fitted(outline: Outline): string {
  const room = { items: 20, sections: 10, characters: 300 };
  for (;;) {
    const text = drawNtfy(cutToRoom(outline, room), room);
    if (Buffer.byteLength(text) <= mostBytes) return text;
    if (room.items === 0 && room.sections === 1) return cutToBytes(text);
    if (room.characters > 100) room.characters -= 100;
    else room.items = Math.floor(room.items * 0.75);
    if (room.items < 5) room.sections = Math.max(1, Math.floor(room.sections * 0.75));
  }
}

/** The longest character has four bytes. */
function cutToBytes(text: string): string {
  return shorten(text, mostBytes / 4);
}

/**
 * Our page of the record that the title leads with; where there is no page the PDF of a single record, else its page at
 * the source.
 */
function clickOf({ sections, page, pageUrl }: Outline): string | undefined {
  const cards = sections.flatMap((section) => section.cards);
  const [card] = cards;
  if (pageUrl !== undefined) return page?.url ?? pageUrl;
  const pdf = cards.length === 1 && card?.items.flatMap((item) => item.links).find(({ words }) => words === 'PDF');
  return pdf ? pdf.url : card?.links[0]?.url;
}

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
    [outline.left?.words ?? '', hasMarks(outline) ? marksLegend : ''],
  ];
  const filled = blocks.map((lines) => lines.filter((line) => line !== '')).filter((lines) => lines.length > 0);
  return filled.map((lines) => lines.join('\n')).join('\n\n') || outline.title;
}

function sectionLines(section: Section, room: NtfyRoom): string[] {
  const rows = (section.rows ?? []).map((row) => `${row.name}: ${rowWords(row)}`);
  const remarks = section.remarks.map(({ words }) => words);
  const lines = [...rows, ...section.lines, ...recordLines(section), ...remarks].map((line) => shorten(line, 400));
  const head = [section.title, section.subtitle].filter(Boolean).join(' · ');
  return [head, ...section.cards.flatMap((card) => cardLines(card, room)), ...lines];
}

function recordLines({ records = [], moreRecords = 0 }: Section): string[] {
  const lines = records.map(({ title, facts }) => `- ${[title, facts].filter(Boolean).join(', ')}`);
  return moreRecords > 0 ? [...lines, `and ${withCommas(moreRecords)} more`] : lines;
}

function cardLines(card: Card, room: NtfyRoom): string[] {
  const needs = card.reason === '' ? [] : [`Needs you: ${card.reason}`];
  return [
    [card.title, card.place].filter(Boolean).join(', '),
    ...needs,
    ...card.items.map((item) => itemLine(item, room)),
  ];
}

function itemLine(item: Item, room: NtfyRoom): string {
  const head = `${marks[item.priority]} ${[item.heading, item.label].filter(Boolean).join(': ')}`;
  const text = foldPieces(item.text, room.characters).map(pieceWords).join(' ');
  const rows = item.rows
    .slice(0, mostRows)
    .map((row) => `${row.name}: ${rowWords(row)}`)
    .join('; ');
  return [head, shorten(text || rows, room.characters + 40)].filter(Boolean).join('. ');
}

/** `open → terminated`; lists as a redline. */
function rowWords(row: Row): string {
  const [before, after] = beforeAfter(row) ?? [];
  if (before && after) return `${before.text} → ${after.text}`;
  const drawsArrow = row.value.some((piece) => piece.text === '→');
  return row.value.map((piece) => (drawsArrow ? piece.text : pieceWords(piece))).join(' ');
}
