import type {
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  ImageBlock,
  RichTextBlock,
  RichTextEmoji,
  RichTextLink,
  RichTextText,
  SectionBlock,
  UrlImageObject,
} from '@slack/types';
import { shorten } from '../../base/words/cleanText.ts';
import { type Line, type LineBlock, type LineRole, linesOf, type Span, type SpanStyle } from '../message/lines.ts';
import { marks, type Outline, type Picture, type Section, withoutOwn, withRecords } from '../message/outline.ts';

/**
 * A little below Slack's limits: 150 characters in a header, 2,000 in a context, and 50 blocks. Slack names no limit
 * for rich text, so it has that of a section, 3,000. A whole message may have about 13,000 characters, and a divider
 * alone counts as about 125 (github.com/slackapi/bolt-js/issues/2509).
 */
export const slackLimits = {
  header: 148,
  richText: 2_900,
  list: 2_000,
  context: 1_900,
  blocks: 48,
  /** Characters of the blocks as JSON, plus `block` for each block. */
  payload: 12_500,
  block: 110,
  /** Payloads per alert, so that a channel stays readable at one message a second. */
  payloads: 4,
} as const;

export interface SlackPayload {
  readonly text: string;
  /** Keeps the fallback free of markup, so that a court's text stays unchanged. */
  readonly mrkdwn: false;
  readonly blocks: SlackBlock[];
}

export type SlackBlock = HeaderBlock | RichTextBlock | SectionBlock | PictureBlock | ContextBlock | DividerBlock;

/** Slack fetches the picture from a public address. If it cannot, it refuses the whole message. */
type PictureBlock = ImageBlock & UrlImageObject;

export interface SlackPart {
  readonly blocks: readonly SlackBlock[];
  readonly under: readonly SlackBlock[];
  readonly name: string;
}

export function drawSlack(whole: Outline): SlackPart[] {
  const outline = { ...whole, sections: whole.sections.map(withinList) };
  const title = shorten(outline.subject, slackLimits.header) || 'Tipstaff';
  const header: SlackBlock = { type: 'header', text: { type: 'plain_text', text: title, emoji: false } };
  const parts = linesOf(outline, { text: 600, row: 300 }).map(partOf);
  const [first, ...rest] = parts;
  const top = { name: '', under: [], blocks: [header, ...(first?.name === '' ? first.blocks : [])] };
  const all = [top, ...(first?.name === '' ? rest : parts)];
  const [last, end] = all.slice(-2);
  if (last === undefined || end === undefined || end.name !== '') return all;
  return [...all.slice(0, -2), { ...last, blocks: [...last.blocks, ...end.blocks] }];
}

function withinList(section: Section): Section {
  const { records = [] } = section;
  let room: number = slackLimits.list;
  const end = records.findIndex(({ title, facts }) => {
    room -= title.length + facts.length + 5;
    return room < 0;
  });
  return withRecords(section, end < 0 ? records.length : end);
}

function partOf({ name, lines, under, item }: LineBlock): SlackPart {
  const pictures = withoutOwn(item?.pictures ?? []);
  return {
    name,
    blocks: [...blocksOf(lines, pictures), ...pictureBlocks(pictures)],
    under: blocksOf(under, []).filter(({ type }) => type !== 'divider'),
  };
}

const small: readonly LineRole[] = ['legend', 'small', 'section', 'asks', 'footer'];
const leftOut: readonly LineRole[] = ['detail'];

function isSmall({ role, spans }: Line): boolean {
  // Small gray lines cannot have links.
  return small.includes(role) || (role === 'remark' && spans.every(({ url }) => url === undefined));
}

function blocksOf(lines: readonly Line[], pictures: readonly Picture[]): SlackBlock[] {
  const blocks: SlackBlock[] = [];
  let waiting: Line[] = [];
  const flush = () => {
    const [first] = waiting;
    if (first && isSmall(first)) blocks.push(...context(waiting));
    else blocks.push(...richText(waiting.map(elementsOf)));
    waiting = [];
  };
  for (const line of lines.filter(({ role }) => !leftOut.includes(role))) {
    const beside = line.role === 'item' ? headingBeside(wordsOf(line), pictures) : undefined;
    const [last] = waiting.slice(-1);
    const begins = line.role === 'section' || (line.role === 'footer' && last?.role !== 'footer');
    if (line.role === 'item' || begins || (last && isSmall(last) !== isSmall(line))) flush();
    if (begins) blocks.push({ type: 'divider' });
    if (beside) blocks.push(beside);
    else waiting.push(line);
  }
  flush();
  return blocks;
}

function wordsOf({ role, spans, priority }: Line): string {
  const mark = priority !== undefined && (role === 'item' || role === 'overview') ? `${marks[priority]} ` : '';
  return mark + spans.map(({ text }) => text).join('');
}

/** Slack shows these texts unchanged, without markup, mentions or emoji names, so they need no escaping. */
type RichElement = RichTextText | RichTextLink | RichTextEmoji;

const styles: Readonly<Record<SpanStyle, RichTextText['style'] | undefined>> = {
  bold: { bold: true },
  italic: { italic: true },
  quiet: undefined,
  folded: { italic: true },
  removed: { strike: true },
  before: { strike: true },
  added: { bold: true },
  after: { bold: true },
};

function elementsOf(line: Line): RichElement[] {
  const { role, spans, priority = 'read' } = line;
  const drawn = spans.map((span) => elementOf(role === 'sentence' ? { ...span, text: shorten(span.text, 160) } : span));
  if (role === 'warning') return [{ type: 'emoji', name: 'warning' }, { type: 'text', text: ' ' }, ...drawn];
  const isListed = role === 'record' || role === 'mention';
  if (isListed) return [{ type: 'text', text: `${marks[priority]} ` }, ...drawn];
  const mark = wordsOf({ ...line, spans: [] });
  return mark === '' ? drawn : [{ type: 'text', text: mark }, ...drawn];
}

function elementOf({ text, style, url }: Span): RichElement {
  if (url !== undefined) return { type: 'link', url, text };
  const look = style && styles[style];
  return { type: 'text', text, ...(look && { style: look }) };
}

/** Returns a block of the lines that fit, and counts the others; none without lines. */
function richText(lines: readonly (readonly RichElement[])[]): RichTextBlock[] {
  const length = (line: readonly RichElement[]) =>
    line.reduce((sum, one) => sum + (one.type === 'emoji' ? one.name : (one.text ?? '')).length, 1);
  const { kept, rest } = within(
    lines.filter((line) => line.length > 0),
    slackLimits.richText,
    length,
  );
  const all = rest === '' ? kept : [...kept, [{ type: 'text', text: rest } as const]];
  const elements = merged(
    all.flatMap((line, index) => [...(index > 0 ? [{ type: 'text', text: '\n' } as const] : []), ...line]),
  );
  return elements.length === 0 ? [] : [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }];
}

function context(lines: readonly Line[]): ContextBlock[] {
  const words = lines.map((line) => shorten(wordsOf(line), 500));
  const { kept, rest } = within(words, slackLimits.context, (text) => text.length + 1);
  const text = [...kept, rest].filter(Boolean).join('\n');
  return text === '' ? [] : [{ type: 'context', elements: [{ type: 'plain_text', text, emoji: false }] }];
}

function within<One>(lines: readonly One[], limit: number, length: (line: One) => number) {
  const total = lines.reduce((sum, line) => sum + length(line), 0);
  if (total <= limit) return { kept: [...lines], rest: '' };
  let room = limit - '… and 99,999 more lines'.length;
  const kept = lines.filter((line) => {
    const fits = length(line) <= room;
    if (fits) room -= length(line);
    return fits;
  });
  const gone = lines.length - kept.length;
  return { kept, rest: `… and ${gone} more ${gone === 1 ? 'line' : 'lines'}` };
}

function merged(elements: readonly RichElement[]): RichElement[] {
  const all: RichElement[] = [];
  for (const element of elements) {
    const last = all.at(-1);
    const isPlain = element.type === 'text' && element.style === undefined;
    if (isPlain && last?.type === 'text' && last.style === undefined) {
      all[all.length - 1] = { type: 'text', text: last.text + element.text };
    } else all.push(element);
  }
  return all;
}

/** For a heading beside a picture. A section may have 3,000 characters, and the item below has the full text. */
const longestHeading = 400;

/** Slack fetches pictures only over https. */
const isShown = ({ url }: Picture): boolean => url.startsWith('https:');

function headingBeside(heading: string, pictures: readonly Picture[]): SectionBlock | undefined {
  const [first] = pictures;
  if (!first?.small || !isShown(first)) return undefined;
  const text = { type: 'plain_text', text: shorten(heading, longestHeading), emoji: false } as const;
  return { type: 'section', text, accessory: imageOf(first) };
}

function pictureBlocks(pictures: readonly Picture[]): PictureBlock[] {
  return chosen(pictures).map((picture) => {
    const title = { type: 'plain_text', text: picture.caption, emoji: false } as const;
    return { ...imageOf(picture), ...(picture.caption !== '' && { title }) };
  });
}

function chosen(pictures: readonly Picture[]): Picture[] {
  const large = pictures.filter((picture) => !picture.small && isShown(picture));
  return [...Map.groupBy(large, (picture) => picture.caption).values()].flatMap((some) => some.slice(0, 1));
}

function imageOf({ url, alt }: Picture) {
  return { type: 'image', image_url: url, alt_text: shorten(alt, 300) || 'Picture' } as const;
}
