import type { ContextBlock } from '@slack/types';
import {
  atRoutine,
  type Card,
  type DatesBox,
  type Item,
  type Outline,
  type Overview,
  type Row,
  type Section,
} from '../../message/outline.ts';
import { foldPieces, shorten } from '../../words/fold.ts';
import { withCommas } from '../../words/sentence.ts';
import { headingBeside, pictureBlocks, restOfPictures } from './drawPictures.ts';
import {
  bold,
  emoji,
  italic,
  joined,
  type Line,
  link,
  redlined,
  richText,
  type SlackBlock,
  slackLimits,
  slackLink,
  text,
} from './richText.ts';
import type { SlackPart } from './split.ts';

/** An outline as parts of Block Kit blocks, each within its own limits; `split` distributes them to payloads. */
export function drawSlack(outline: Outline): SlackPart[] {
  const title = shorten(outline.subject, slackLimits.header) || 'Tipstaff';
  const top: SlackBlock[] = [
    { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
    ...richText((outline.warnings ?? []).map((warning) => joined([emoji('warning'), bold(warning.text)], ' '))),
    ...richText(outline.lead.map((line) => text(line))),
  ];
  const bottom: SlackBlock[] = [
    ...richText([text(outline.left ?? '')]),
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
  const words = lines.map(({ priority, record, headline }) =>
    joined([joined([text(signs[priority]), bold(record)], ' '), text(headline)], '  '),
  );
  return richText([...words, text(more > 0 ? `${more} more below` : '')]);
}

/** What has to be acted on stands out without a colour. */
const signs = { act: '●', read: '○', routine: '·' } as const;

function datesBlocks({ dates, more, remark }: DatesBox): SlackBlock[] {
  const lines = dates.flatMap((date): Line[] => [
    joined([bold(`${date.when}  ${date.what}`), text([date.place, date.entry].filter(Boolean).join(', '))], '  '),
    text(`“${shorten(date.sentence, 160)}”`),
  ]);
  const rest = text(more > 0 ? `And ${more} more: tipstaff dates` : '');
  return [...richText([bold('Dates named in these filings'), ...lines, rest]), ...context([remark])];
}

/** The heading stands with the first part under it. */
function sectionParts(section: Section): SlackPart[] {
  const heading = context([section.title, section.subtitle].map((line) => shorten(line, 300)));
  const rest = [
    ...richText([...section.lines.map((line) => text(line)), ...recordLines(section)]),
    ...context(section.remarks.map((remark) => shorten(remark, 500))),
  ];
  const parts = section.cards.flatMap((card) => cardParts(card, heading));
  if (rest.length > 0) parts.push(about(section.title, rest, heading));
  const [first = about(section.title, []), ...others] = parts;
  return [about(first.name, [{ type: 'divider' }, ...heading, ...first.blocks]), ...others];
}

function recordLines({ records = [], moreRecords = 0 }: Section): Line[] {
  const lines = records.map((record) => {
    const name = record.link ? link({ words: record.title, url: record.link.url }) : text(record.title);
    return joined([joined([text('•'), name], ' '), text(record.facts)], ', ');
  });
  return moreRecords > 0 ? [...lines, text(`and ${withCommas(moreRecords)} more`)] : lines;
}

/** Each item is a part; one that begins another message says which case or design it goes on with. */
function cardParts(card: Card, over: readonly SlackBlock[]): SlackPart[] {
  const name = joined([bold(card.title), text(card.place)], '  ');
  const heading = richText([name, text(card.happened), ...card.links.map(link)]);
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
  const sign = signs[item.priority];
  const beside = headingBeside([`${sign} ${item.heading}`, item.label].filter(Boolean).join('  '), item.pictures);
  const heading = joined([joined([text(sign), bold(item.heading)], ' '), bold(item.label)], '  ');
  return [
    ...(beside ? [beside] : []),
    ...richText([
      beside ? [] : heading,
      redlined(foldPieces(item.text, 600)),
      ...item.rows.map(rowLine),
      ...item.notes.map((note) => italic(shorten(note, 300))),
      joined(item.links.map(link), '  '),
      restOfPictures(item.pictures),
    ]),
    ...pictureBlocks(item.pictures),
  ];
}

function rowLine({ name, value }: Row): Line {
  const [before, after] = value;
  const isPair = value.length === 2 && before?.mark === 'removed' && after?.mark === 'added';
  const shown = isPair
    ? joined([redlined(foldPieces([before], 200)), redlined(foldPieces([after], 200))], ' → ')
    : redlined(foldPieces(value, 300));
  return [...text(`${name}: `), ...shown];
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
