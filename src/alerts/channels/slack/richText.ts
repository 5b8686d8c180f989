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
import type { WebLink } from '../../../base/words/cleanText.ts';
import type { Piece } from '../../../base/words/redline.ts';

/**
 * What a payload may contain, a little below what Slack refuses: 150 characters in a header, 2,000 in a text of a
 * context, 50 blocks. It names no limit for rich text, so that of a section, 3,000, is kept. A whole message may hold
 * about 13,000 characters, and what Slack counts is more than the texts: some 125 for a divider alone
 * (github.com/slackapi/bolt-js/issues/2509).
 */
export const slackLimits = {
  header: 148,
  richText: 2_900,
  /** Of a list of records: longer ones are read on their page. */
  list: 2_000,
  context: 1_900,
  blocks: 48,
  /** Characters of the blocks as JSON, with `block` for each. */
  payload: 12_500,
  block: 110,
  /** The most payloads of one alert: at one message a second, in a channel that people can still read. */
  payloads: 4,
} as const;

/**
 * A line of rich text. Its texts are shown letter for letter: rich text has no markup, no mentions and no names of
 * emoji, so that nothing in somebody else's text needs to be escaped or replaced.
 */
export type Line = readonly RichElement[];

type RichElement = RichTextText | RichTextLink | RichTextEmoji;
type Style = NonNullable<RichTextText['style']>;

export function text(words: string, style?: Style): Line {
  return words === '' ? [] : [{ type: 'text', text: words, ...(style && { style }) }];
}

export function bold(words: string): Line {
  return text(words, { bold: true });
}

export function italic(words: string): Line {
  return text(words, { italic: true });
}

export function link({ words, url }: WebLink): Line {
  return [{ type: 'link', url, text: words }];
}

/** `warning`; a name of Slack's, never somebody else's text. */
export function emoji(name: string): Line {
  return [{ type: 'emoji', name }];
}

/** A redline: old words struck, new ones bold. */
export function redlined(pieces: readonly Piece[]): Line {
  return joined(pieces.map(pieceText), ' ');
}

function pieceText(piece: Piece): Line {
  switch (piece.mark) {
    case 'same':
      return text(piece.text);
    case 'removed':
      return text(piece.text, { strike: true });
    case 'added':
      return bold(piece.text);
    case 'folded':
      return italic(piece.text);
  }
}

/** Lines joined into one, with `between` between them, without empty ones. */
export function joined(lines: readonly Line[], between: string): Line {
  const filled = lines.filter((line) => line.length > 0);
  return filled.flatMap((line, index) => (index === 0 ? line : [...text(between), ...line]));
}

/** A block of lines, as many as there is room for; the rest is counted, never cut. No block without lines. */
export function richText(lines: readonly Line[]): RichTextBlock[] {
  const filled = fitLines(lines.filter((line) => line.length > 0));
  if (filled.length === 0) return [];
  return [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: merged(joined(filled, '\n')) }] }];
}

function length(lines: readonly Line[]): number {
  return lines.flat().reduce((sum, element) => sum + lengthOf(element), lines.length);
}

/** The first lines that have room together. */
export function linesWithin(lines: readonly Line[], room: number): Line[] {
  const end = lines.findIndex((_, index) => length(lines.slice(0, index + 1)) > room);
  return lines.slice(0, end < 0 ? lines.length : end);
}

function fitLines(lines: readonly Line[]): Line[] {
  if (length(lines) <= slackLimits.richText) return [...lines];
  const room = slackLimits.richText - '… and 99,999 more lines'.length;
  const kept: Line[] = [];
  for (const line of lines) if (length([...kept, line]) <= room) kept.push(line);
  const gone = lines.length - kept.length;
  return [...kept, text(`… and ${gone} more ${gone === 1 ? 'line' : 'lines'}`)];
}

function lengthOf(element: RichElement): number {
  return element.type === 'emoji' ? element.name.length : (element.text ?? '').length;
}

/** Adjacent texts of one style joined into one: each element takes room in a message. */
function merged(line: Line): RichElement[] {
  const elements: RichElement[] = [];
  for (const element of line) {
    const last = elements.at(-1);
    const isPlain = element.type === 'text' && element.style === undefined;
    if (isPlain && last?.type === 'text' && last.style === undefined) {
      elements[elements.length - 1] = { type: 'text', text: last.text + element.text };
    } else elements.push(element);
  }
  return elements;
}

/**
 * Somebody else's text for the fallback of a message, which Slack parses even where it is not markup: `&`, `<`, `>`
 * escaped, so that no mention or link can result, and an `@here` replaced by one that only looks the same.
 */
export function escapeFallback(text: string): string {
  return escaped(text).replace(/@(?=(?:here|channel|everyone|group)\b)/gi, '＠');
}

/**
 * A link of our own words as mrkdwn, `<url|words>`; the address is percent-encoded where it could end the link or
 * mention somebody.
 */
export function slackLink({ words, url }: WebLink): string {
  return `<${escaped(url.replace(/[<>|@]/g, encodeURIComponent))}|${escaped(words)}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** One or more Block Kit payloads, each within Slack's limits, to be sent in order. */
export interface SlackMessage {
  readonly payloads: readonly SlackPayload[];
}

export interface SlackPayload {
  /** The fallback for notifications. */
  readonly text: string;
  /** The fallback is not markup: a court's text stays as it is. */
  readonly mrkdwn: false;
  readonly blocks: SlackBlock[];
}

export type SlackBlock = HeaderBlock | RichTextBlock | SectionBlock | PictureBlock | ContextBlock | DividerBlock;

/** Slack fetches it from a public address; if it cannot fetch one, it refuses the whole message. */
export type PictureBlock = ImageBlock & UrlImageObject;
