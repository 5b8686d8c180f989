import { foldPieces, type WebLink } from '../../base/words/cleanText.ts';
import type { Piece } from '../../base/words/redline.ts';
import type { Priority } from '../../reading/entryPriority.ts';
import {
  beforeAfter,
  type Card,
  type DatesBox,
  hasMarks,
  type Item,
  type ListedLine,
  marksLegend,
  type NamedDate,
  type Outline,
  type Overview,
  type Remark,
  type Row,
  restOfDates,
  restOfRecords,
  routineLegend,
  type Section,
  type Warning,
} from './outline.ts';

export type LineRole =
  | 'warning'
  | 'lead'
  /** Explains the marks ● ○ ·. */
  | 'legend'
  | 'overview'
  /** Why the record of the line above needs the reader. */
  | 'why'
  | 'dates'
  | 'date'
  | 'sentence'
  | 'small'
  | 'section'
  /** What the watch of a section searches for. */
  | 'asks'
  | 'card'
  | 'happened'
  | 'needs'
  | 'links'
  | 'item'
  /** An entry in a line. */
  | 'mention'
  | 'text'
  | 'fact'
  | 'note'
  | 'row'
  | 'line'
  | 'record'
  | 'detail'
  /** Counts what the list above has no room for. */
  | 'more'
  | 'remark'
  | 'left'
  | 'footer'
  | 'page';

/** `before` and `after` are the values on both sides of an arrow. `folded` counts characters without room. */
export type SpanStyle = 'bold' | 'italic' | 'quiet' | 'folded' | 'removed' | 'added' | 'before' | 'after';

export interface Span {
  readonly text: string;
  readonly style?: SpanStyle | undefined;
  readonly url?: string | undefined;
}

/** A line without line breaks and escapes. A line is never empty. */
export interface Line {
  readonly role: LineRole;
  readonly spans: readonly Span[];
  readonly priority?: Priority | undefined;
  readonly tone?: Warning['tone'] | undefined;
}

/** Lines that stay together if a message is divided: an item, after its headings if it is the first. */
export interface LineBlock {
  /** The case or design, or otherwise the watch, of these lines. '' if they have none. */
  readonly name: string;
  readonly lines: readonly Line[];
  readonly under: readonly Line[];
  readonly item?: Item | undefined;
}

export type LineRoom = { readonly text: number; readonly row: number };

/** Returns an outline as lines in reading order, for all forms of messages except HTML. */
export function linesOf(outline: Outline, room: LineRoom): LineBlock[] {
  const sections = outline.sections.flatMap((section) => sectionBlocks(section, room));
  const overview = outline.overview ? overviewLines(outline.overview) : [];
  const all = [...overview, ...sections.flatMap(({ lines, under }) => [...lines, ...under])];
  const legend = marksLegend + (all.some(({ priority }) => priority === 'routine') ? routineLegend : '');
  const blocks = [
    block('', [
      ...(outline.warnings ?? []).flatMap(({ tone, text }) => ofLine('warning', [bold(text)], { tone })),
      ...outline.lead.flatMap((words) => ofLine('lead', [plain(words)])),
      ...(hasMarks(outline) ? ofLine('legend', [plain(legend)]) : []),
    ]),
    block('', overview),
    block('', outline.dates ? datesLines(outline.dates) : []),
    ...sections,
    block('', [
      ...(outline.left ? remarkLine('left', outline.left) : []),
      ...outline.footer.flatMap((words) => ofLine('footer', [plain(words)])),
      ...(outline.pageUrl ? ofLine('page', [{ text: 'Open Tipstaff', url: outline.pageUrl }]) : []),
    ]),
  ];
  return blocks.filter(({ lines }) => lines.length > 0);
}

function block(name: string, lines: readonly Line[], under: readonly Line[] = [], item?: Item): LineBlock {
  return { name, lines, under, item };
}

function ofLine(role: LineRole, given: readonly Span[], more: Pick<Line, 'priority' | 'tone'> = {}): Line[] {
  const spans = given.filter(({ text }) => text !== '');
  return spans.length === 0 ? [] : [{ role, spans, ...more }];
}

const plain = (text: string): Span => ({ text });
const bold = (text: string): Span => ({ text, style: 'bold' });
const linked = ({ words, url }: WebLink): Span => ({ text: words, url });

function overviewLines({ lines, more }: Overview): Line[] {
  return [
    ...lines.flatMap(({ priority, title, facts, detail = '' }) => [
      ...ofLine('overview', [bold(title), plain(`: ${facts}`)], { priority }),
      ...ofLine('why', [{ text: detail, style: 'italic' }]),
    ]),
    ...ofLine('more', [plain(more > 0 ? `${more} more below` : '')]),
  ];
}

function datesLines(box: DatesBox): Line[] {
  return [
    ...ofLine('dates', [bold(box.title)]),
    ...box.dates.flatMap((date) => [
      ...ofLine('date', [...whenSpans(date), plain(`, ${[date.place, date.entry].filter(Boolean).join(', ')}`)]),
      ...ofLine('sentence', [plain(date.sentence && `“${date.sentence}”`)]),
    ]),
    ...restOfDates(box).flatMap((rest) => remarkLine('more', rest)),
    ...ofLine('small', [plain(box.remark)]),
  ];
}

function whenSpans({ day, time, was, what }: NamedDate): Span[] {
  const when = [day, time].filter(Boolean).join(', ');
  const old: Span = { text: was, style: 'before' };
  if (was === '') return [bold(`${when}  ${what}`)];
  return [...(when === '' ? [old] : [bold(`${when} `), plain('(was '), old, plain(')')]), bold(`  ${what}`)];
}

function sectionBlocks(section: Section, room: LineRoom): LineBlock[] {
  const heading = ofLine('section', [
    bold(section.title),
    { text: (section.title && section.subtitle && ' · ') + section.subtitle, style: 'quiet' },
  ]);
  const rest = [
    ...(section.rows ?? []).flatMap((row) => rowLine('row', row, room)),
    ...(section.records ?? []).flatMap((one) => listedLines('record', one)),
    ...restOfRecords(section).flatMap((one) => remarkLine('more', one)),
    ...section.remarks.flatMap((one) => remarkLine('remark', one)),
  ];
  const blocks = section.cards.flatMap((card) => cardBlocks(card, heading, room));
  if (rest.length > 0) blocks.push(block(section.title, rest, heading));
  const [first = block(section.title, []), ...others] = blocks;
  const asks = ofLine('asks', [plain(section.asks ?? '')]);
  const said = section.lines.flatMap((words) => ofLine('line', [plain(words)]));
  return [{ ...first, lines: [...heading, ...asks, ...said, ...first.lines] }, ...others];
}

function listedLines(role: 'record' | 'mention', { title, facts, detail = '', link, priority }: ListedLine): Line[] {
  return [
    ...ofLine(role, [{ text: title, url: link?.url }, plain(facts && `: ${facts}`)], { priority }),
    ...ofLine('detail', [plain(detail)]),
  ];
}

function remarkLine(role: LineRole, { words, link }: Remark): Line[] {
  return ofLine(role, link === undefined ? [plain(words)] : [plain(`${words}: `), linked(link)]);
}

/** Returns a block for each item. A block that begins another message repeats the case or design as `continued`. */
function cardBlocks(card: Card, over: readonly Line[], room: LineRoom): LineBlock[] {
  // A tap on the name opens the case or design.
  const name = [{ ...bold(card.title), url: card.links[0]?.url }, plain(card.place && ` (${card.place})`)];
  const head = [
    ...ofLine('card', name),
    ...ofLine('happened', [plain(card.happened)]),
    ...ofLine('needs', [bold(card.reason && `Needs you: ${card.reason}`)]),
    ...linksLine(card.links),
  ];
  const again = [...over, ...ofLine('card', [...name, { text: ' continued', style: 'italic' }])];
  const drawn = card.items.map((item, index) => {
    const lines = itemLines(item, room);
    return block(card.title, index === 0 ? [...head, ...lines] : lines, index === 0 ? over : again, item);
  });
  const first = drawn.length === 0 ? [block(card.title, head, over)] : drawn;
  const mentions = card.mentions.flatMap((one) => listedLines('mention', one));
  return mentions.length === 0 ? first : [...first, block(card.title, mentions, again)];
}

function linksLine(links: readonly WebLink[], priority?: Priority): Line[] {
  const spans = links.flatMap((one, index) => [plain(index === 0 ? '' : ' · '), linked(one)]);
  return ofLine('links', spans, { priority });
}

function itemLines(item: Item, room: LineRoom): Line[] {
  return [
    ...ofLine('item', [bold(item.heading + (item.label && ` [${item.label}]`))], { priority: item.priority }),
    ...ofLine('text', spansOf(foldPieces(item.text, room.text))),
    ...item.rows.flatMap((row) => rowLine('fact', row, room)),
    ...item.notes.flatMap((note) => ofLine('note', [{ text: note, style: 'italic' }])),
    ...linksLine(item.links, item.priority),
  ];
}

function rowLine(role: 'row' | 'fact', row: Row, room: LineRoom): Line[] {
  const pair = beforeAfter(row);
  const drawsArrow = row.value.some(({ text }) => text === '→');
  const value = pair
    ? [...spansOf(foldPieces([pair[0]], room.row)), plain(' → '), ...spansOf(foldPieces([pair[1]], room.row))]
    : spansOf(foldPieces(row.value, room.row));
  return ofLine(role, [
    { text: `${row.name}: `, style: 'quiet' },
    ...(pair || drawsArrow ? value.map(aroundArrow) : value),
  ]);
}

function aroundArrow(span: Span): Span {
  return { ...span, style: span.style === 'removed' ? 'before' : span.style === 'added' ? 'after' : span.style };
}

function spansOf(pieces: readonly Piece[]): Span[] {
  return pieces.flatMap(({ mark, text }, index) => [
    plain(index === 0 ? '' : ' '),
    { text, style: mark === 'same' ? undefined : mark },
  ]);
}
