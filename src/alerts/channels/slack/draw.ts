import type { ContextBlock } from '@slack/types';
import { foldPieces, shorten } from '../../../base/words/fold.ts';
import {
  atRoutine,
  beforeAfter,
  type Card,
  type DatesBox,
  hasMarks,
  type Item,
  marks,
  marksLegend,
  type Outline,
  type Overview,
  type Row,
  restOfDates,
  restOfRecords,
  type Section,
  withoutOwn,
} from '../../message/outline.ts';
import type { Remark } from '../../message/remark.ts';
import { headingBeside, pictureBlocks, restOfPictures } from './drawPictures.ts';
import {
  bold,
  emoji,
  escapeFallback,
  italic,
  joined,
  type Line,
  linesWithin,
  link,
  redlined,
  richText,
  type SlackBlock,
  type SlackPayload,
  slackLimits,
  slackLink,
  text,
} from './richText.ts';

/** An outline as parts of Block Kit blocks, each within its own limits; `split` distributes them to payloads. */
export function drawSlack(outline: Outline): SlackPart[] {
  const title = shorten(outline.subject, slackLimits.header) || 'Tipstaff';
  const top: SlackBlock[] = [
    { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
    ...richText((outline.warnings ?? []).map((warning) => joined([emoji('warning'), bold(warning.text)], ' '))),
    ...richText(outline.lead.map((line) => text(line))),
    ...context(hasMarks(outline) ? [marksLegend] : []),
  ];
  const bottom: SlackBlock[] = [
    ...richText(outline.left ? [remarkLine(outline.left)] : []),
    { type: 'divider' },
    ...context(outline.footer.map((line) => shorten(line, 300))),
    ...pageLink(outline.pageUrl),
  ];
  const parts = [
    about('', top),
    ...(outline.overview ? [about('', overviewBlocks(outline.overview))] : []),
    ...(outline.dates ? [about('', datesBlocks(outline.dates))] : []),
    ...outline.sections.flatMap(sectionParts),
  ];
  // No message is a footer alone.
  const last = parts.at(-1) ?? about('', []);
  return [...parts.slice(0, -1), { ...last, blocks: [...last.blocks, ...bottom] }];
}

function about(name: string, blocks: readonly SlackBlock[], under: readonly SlackBlock[] = []): SlackPart {
  return { name, blocks, under };
}

function overviewBlocks({ lines, more }: Overview): SlackBlock[] {
  const words = lines.map(({ priority, record, headline, reason }) =>
    joined([joined([text(marks[priority]), bold(headline)], ' '), text(record), italic(reason)], '  '),
  );
  return richText([...words, text(more > 0 ? `${more} more below` : '')]);
}

function datesBlocks(box: DatesBox): SlackBlock[] {
  const { title, dates, remark: words } = box;
  const lines = dates.flatMap((date): Line[] => [
    joined(
      [
        text(date.was, { strike: true }),
        bold([date.when, date.what].filter(Boolean).join('  ')),
        text([date.place, date.entry].filter(Boolean).join(', ')),
      ],
      '  ',
    ),
    text(date.sentence && `“${shorten(date.sentence, 160)}”`),
  ]);
  return [...richText([bold(title), ...lines, ...restOfDates(box).map(remarkLine)]), ...context([words])];
}

/** The heading stands with the first part under it. */
function sectionParts(section: Section): SlackPart[] {
  // The small grey lines have no links.
  const linked = section.remarks.filter((one) => one.link !== undefined);
  const plain = section.remarks.filter((one) => one.link === undefined);
  const heading = context([
    [section.title, section.subtitle]
      .filter(Boolean)
      .map((line) => shorten(line, 300))
      .join(' · '),
  ]);
  const rest = [
    ...richText([
      ...(section.rows ?? []).map(rowLine),
      ...section.lines.map((line) => text(line)),
      ...recordLines(section),
      ...linked.map(remarkLine),
    ]),
    ...context(plain.map(({ words }) => shorten(words, 500))),
  ];
  const parts = section.cards.flatMap((card) => cardParts(card, heading));
  if (rest.length > 0) parts.push(about(section.title, rest, heading));
  const [first = about(section.title, []), ...others] = parts;
  return [about(first.name, [{ type: 'divider' }, ...heading, ...first.blocks]), ...others];
}

/** As many as a block has room for beside what else stands in it; the others are counted, with where they are. */
function recordLines({ records = [], moreRecords = 0, where }: Section): Line[] {
  const lines = records.map((record) => {
    const name = record.link ? link({ words: record.title, url: record.link.url }) : text(record.title);
    return joined([joined([text('•'), name], ' '), text(record.facts)], ', ');
  });
  const shown = linesWithin(lines, slackLimits.list);
  const more = moreRecords + lines.length - shown.length;
  return [...shown, ...restOfRecords({ moreRecords: more, where }).map(remarkLine)];
}

function remarkLine({ words, link: page }: Remark): Line {
  return joined([text(shorten(words, 500)), page === undefined ? [] : link(page)], ': ');
}

/** Each item is a part; one that begins another message says which case or design it goes on with. */
function cardParts(card: Card, over: readonly SlackBlock[]): SlackPart[] {
  // A tap on its name opens the case or design.
  const [page] = card.links;
  const title = page === undefined ? bold(card.title) : link({ words: card.title, url: page.url });
  const name = joined([title, text(card.place)], '  ');
  const needs = card.reason === '' ? [] : bold(`Needs you: ${card.reason}`);
  const heading = richText([name, text(card.happened), needs, joined(card.links.map(link), ' · ')]);
  const again = richText([joined([name, italic('continued')], '  ')]);
  const [items, routine] = atRoutine(card.items);
  const drawn: SlackBlock[][] = [
    ...items.map(itemBlocks),
    ...routine.map((item, index) => [...(index === 0 ? context(['Routine']) : []), ...itemBlocks(item)]),
  ];
  const [first = [], ...others] = drawn;
  return [
    about(card.title, [...heading, ...first], over),
    ...others.map((blocks) => about(card.title, blocks, [...over, ...again])),
  ];
}

/** Words, and below them the pictures that are news; one that only shows which design it is goes beside the heading. */
function itemBlocks(item: Item): SlackBlock[] {
  const sign = marks[item.priority];
  const pictures = withoutOwn(item.pictures);
  const beside = headingBeside([`${sign} ${item.heading}`, item.label].filter(Boolean).join('  '), pictures);
  const heading = joined([joined([text(sign), bold(item.heading)], ' '), bold(item.label)], '  ');
  return [
    ...(beside ? [beside] : []),
    ...richText([
      beside ? [] : heading,
      redlined(foldPieces(item.text, 600)),
      ...item.rows.map(rowLine),
      ...item.notes.map((note) => italic(shorten(note, 300))),
      joined(item.links.map(link), '  '),
      restOfPictures(pictures),
    ]),
    ...pictureBlocks(pictures),
  ];
}

function rowLine(row: Row): Line {
  const pair = beforeAfter(row)?.map((piece) => redlined(foldPieces([piece], 200)));
  return [...text(`${row.name}: `), ...(pair ? joined(pair, ' → ') : redlined(foldPieces(row.value, 300)))];
}

/** Small grey lines, as they are. Those without room are counted. */
function context(lines: readonly string[]): ContextBlock[] {
  const words = fitLines(lines.filter(Boolean), slackLimits.context);
  return words === '' ? [] : [{ type: 'context', elements: [{ type: 'plain_text', text: words, emoji: false }] }];
}

function pageLink(url: string | undefined): ContextBlock[] {
  if (url === undefined) return [];
  const text = slackLink({ words: 'Open Tipstaff', url });
  return [{ type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] }];
}

function fitLines(lines: readonly string[], limit: number): string {
  const whole = lines.join('\n');
  if (whole.length <= limit) return whole;
  const room = limit - '… and 99,999 more lines'.length;
  const kept: string[] = [];
  for (const line of lines) if ([...kept, line].join('\n').length <= room) kept.push(line);
  const gone = lines.length - kept.length;
  return [...kept, `… and ${gone} more ${gone === 1 ? 'line' : 'lines'}`].join('\n');
}

/** Blocks that stay together: an item, with the heading over it where it is the first under it. */
interface SlackPart {
  readonly blocks: readonly SlackBlock[];
  /** What it stands under, to be shown again where it begins a payload. */
  readonly under: readonly SlackBlock[];
  /** What it is about: the case or design, else the watch; '' where it is about none. */
  readonly name: string;
}

interface Group {
  readonly blocks: SlackBlock[];
  readonly names: Set<string>;
}

/**
 * Distributes parts to as few payloads as possible, in order; `subject` is what the notification of the first shows.
 */
export function split(parts: readonly SlackPart[], subject: string): SlackPayload[] {
  const fallback = escapeFallback(shorten(subject, 200));
  const room = slackLimits.payload - fallback.length - 20;
  const groups: Group[] = [];
  let size = 0;
  for (const part of parts.flatMap((one) => divided(one, room))) {
    const last = groups.at(-1);
    const fits = last && last.blocks.length + part.blocks.length <= slackLimits.blocks;
    if (fits && size + sizeOf(part.blocks) <= room) {
      last.blocks.push(...part.blocks);
      last.names.add(part.name);
      size += sizeOf(part.blocks);
    } else {
      const blocks = groups.length === 0 ? [...part.blocks] : [...part.under, ...part.blocks];
      groups.push({ blocks, names: new Set([part.name]) });
      size = sizeOf(blocks);
    }
  }
  return groups.map(({ blocks, names }, index) => ({
    text: groups.length === 1 ? fallback : `${textOf(names, index, subject)} (${index + 1} of ${groups.length})`,
    mrkdwn: false,
    blocks,
  }));
}

/**
 * Every payload after the first is announced by what itself is about, after the marks of the subject (`[SANDBOX]`,
 * matters).
 */
function textOf(names: ReadonlySet<string>, index: number, subject: string): string {
  const own = [...names].filter(Boolean).join('; ');
  if (index === 0 || own === '') return escapeFallback(shorten(subject, 200));
  const marks = /^(?:\[[^\]]*\] )*/.exec(subject)?.[0] ?? '';
  return escapeFallback(shorten(marks + own, 200));
}

/** A part that is too large for a payload comes block by block. */
function divided(part: SlackPart, room: number): readonly SlackPart[] {
  const whole = [...part.under, ...part.blocks];
  if (whole.length <= slackLimits.blocks && sizeOf(whole) <= room) return [part];
  return part.blocks.map((block) => ({ ...part, blocks: [block], under: [] }));
}

/** How much of a message blocks take, as Slack counts. */
function sizeOf(blocks: readonly SlackBlock[]): number {
  return blocks.reduce((sum, block) => sum + JSON.stringify(block).length + slackLimits.block, 0);
}
