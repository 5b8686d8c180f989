import { shorten } from '../../words/fold.ts';
import { foldPieces } from '../../words/foldPieces.ts';
import type { Piece } from '../../words/redline.ts';
import type { Card, DatesBox, Item, Outline, Row, Section } from '../message/outline.ts';
import { bold, escapeMrkdwn, slackLink, struck } from './mrkdwn.ts';
import { slackLimits } from './slackLimits.ts';
import type { SlackBlock } from './slackMessage.ts';

/** An outline as Block Kit blocks, each within its own limits; how they are dealt out to payloads is decided elsewhere. */
export function drawSlack(outline: Outline): SlackBlock[] {
  return [
    {
      type: 'header',
      text: { type: 'plain_text', text: shorten(outline.title, slackLimits.header) || 'Tipstaff', emoji: false },
    },
    ...mrkdwnSections((outline.warnings ?? []).map(({ text }) => `:warning: ${bold(text)}`)),
    ...mrkdwnSections(outline.lead.map(escapeMrkdwn)),
    ...(outline.dates ? datesBlocks(outline.dates) : []),
    ...outline.sections.flatMap(sectionBlocks),
    ...mrkdwnSections([escapeMrkdwn(outline.left ?? '')]),
    { type: 'divider' },
    ...context([
      ...outline.footer.map((line) => escapeMrkdwn(shorten(line, 300))),
      ...(outline.pageUrl ? [slackLink({ words: 'Open Tipstaff', url: outline.pageUrl })] : []),
    ]),
  ];
}

function datesBlocks({ dates, more, remark }: DatesBox): SlackBlock[] {
  const lines = dates.map(
    (date) =>
      `${bold(`${date.when}  ${date.what}`)}  ${escapeMrkdwn([date.place, date.entry].filter(Boolean).join(', '))}\n“${escapeMrkdwn(shorten(date.sentence, 160))}”`,
  );
  const rest = more > 0 ? [escapeMrkdwn(`And ${more} more: tipstaff dates`)] : [];
  return [
    ...mrkdwnSections([bold('Dates named in these filings'), ...lines, ...rest]),
    ...context([escapeMrkdwn(remark)]),
  ];
}

function sectionBlocks(section: Section): SlackBlock[] {
  const title = [section.title, section.subtitle].filter(Boolean).map((line) => escapeMrkdwn(shorten(line, 300)));
  return [
    { type: 'divider' },
    ...context(title),
    ...section.cards.flatMap(cardBlocks),
    ...mrkdwnSections(section.lines.map(escapeMrkdwn)),
    ...context(section.remarks.map((remark) => escapeMrkdwn(shorten(remark, 500)))),
  ];
}

function cardBlocks(card: Card): SlackBlock[] {
  const head = [
    `${bold(card.title)}  ${escapeMrkdwn(card.place)}`,
    escapeMrkdwn(card.happened),
    ...card.links.map(slackLink),
  ];
  return [...mrkdwnSections(head), ...card.items.flatMap((item) => mrkdwnSections(itemLines(item)))];
}

function itemLines(item: Item): string[] {
  const sign = { act: '● ', read: '○ ', routine: '· ' }[item.priority];
  const label = item.label ? `  ${bold(item.label)}` : '';
  return [
    `${sign}${bold(item.heading)}${label}`,
    piecesWords(item.text, 600),
    ...item.rows.map((row) => `${escapeMrkdwn(row.name)}: ${rowWords(row)}`),
    ...item.notes.map((note) => `_${escapeMrkdwn(shorten(note, 300))}_`),
    item.links.map(slackLink).join('  '),
    ...item.pictures.slice(0, 2).map((picture) => slackLink({ words: picture.caption || 'Picture', url: picture.url })),
  ];
}

function rowWords(row: Row): string {
  const [before, after] = row.value;
  if (row.value.length === 2 && before?.mark === 'removed' && after?.mark === 'added') {
    return `${piecesWords([before], 200)} → ${piecesWords([after], 200)}`;
  }
  return piecesWords(row.value, 300);
}

/** A redline of at most so many characters before escaping: old words struck, new ones bold. */
function piecesWords(pieces: readonly Piece[], characters: number): string {
  return foldPieces(pieces, characters).map(pieceWords).join(' ');
}

function pieceWords(piece: Piece): string {
  switch (piece.mark) {
    case 'same':
      return escapeMrkdwn(piece.text);
    case 'removed':
      return struck(piece.text);
    case 'added':
      return bold(piece.text);
    case 'folded':
      return `_${escapeMrkdwn(piece.text)}_`;
  }
}

function mrkdwnSections(lines: readonly string[]): SlackBlock[] {
  const text = fitLines(lines, slackLimits.section);
  return text === '' ? [] : [{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }];
}

/** Small grey lines; one element, so that they stand under one another. */
function context(lines: readonly string[]): SlackBlock[] {
  const text = fitLines(lines, slackLimits.context);
  return text === '' ? [] : [{ type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] }];
}

/** Lines joined while they fit in `limit` characters; what does not fit is counted, never cut inside its markup. Blank ones go. */
function fitLines(lines: readonly string[], limit: number): string {
  const filled = lines.filter((line) => line !== '');
  const whole = filled.join('\n');
  if (whole.length <= limit) return whole;
  const room = limit - '… and 99,999 more lines'.length;
  const kept: string[] = [];
  let length = 0;
  for (const line of filled) {
    if (length + line.length + 1 > room) continue;
    kept.push(line);
    length += line.length + 1;
  }
  const gone = filled.length - kept.length;
  return [...kept, `… and ${gone} more ${gone === 1 ? 'line' : 'lines'}`].join('\n');
}
