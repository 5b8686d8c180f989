import { userAgent } from '../../base/version.ts';
import { shorten } from '../../base/words/cleanText.ts';
import type { TeamsChannelConfig } from '../../config/channels.ts';
import type { AlertContent } from '../message/content.ts';
import { type Line, type LineBlock, type LineRole, type LineRoom, linesOf, type SpanStyle } from '../message/lines.ts';
import { alertOutline } from '../message/message.ts';
import {
  cutToRoom,
  drawnToFit,
  itemsAtMost,
  marks,
  type Outline,
  type Picture,
  withoutOwn,
} from '../message/outline.ts';
import {
  type Channel,
  type ChatParts,
  type HttpResponse,
  judgeChat,
  noArrivals,
  postResult,
  sendInOrder,
} from './channel.ts';

/** Nothing, JSON, or the `1` of former connectors. */
const accepted = /^(1|\{.*\})?$/s;
const refusedStatuses: readonly number[] = [400, 413, 415, 422];

export function openTeams({ name, webhookUrl }: TeamsChannelConfig, parts: ChatParts): Channel {
  return {
    name,
    send(content, signal, arrivals = noArrivals()) {
      const card = renderTeams(content);
      const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
      const call = async () => {
        await parts.pace(signal);
        return parts.http.post(webhookUrl, headers, JSON.stringify(card), signal);
      };
      const post = () => postResult(call, parts, judge);
      return sendInOrder([{ key: '', json: () => card, send: post }], arrivals);
    },
  };
}

function judge(received: HttpResponse) {
  // A workflow that is turned off responds with 400.
  const isOff = received.status === 400 && received.text.includes('WorkflowTriggerIsNotEnabled');
  if (isOff) return { outcome: 'dead' } as const;
  return judgeChat(received, accepted, (status) => refusedStatuses.includes(status));
}

/** Teams refuses messages over 28 KB, including what the workflow adds. */
const mostBytes = 24_000;

/** Shows the changes that fit and counts the others. A confidential watch appears only by its matter and numbers. */
export function renderTeams(content: AlertContent) {
  const outline = alertOutline(content, { discreet: true, inChat: true });
  const fits = (payload: object) => Buffer.byteLength(JSON.stringify(payload)) <= mostBytes;
  const drawn = (text: number) => (cut: Outline) => payloadOf(drawTeams(cut, { text, row: text / 2 }));
  const room = { items: itemsAtMost, sections: 30 };
  // Texts are shortened before changes are left out.
  const whole = drawn(600)(cutToRoom(outline, room));
  return fits(whole) ? whole : drawnToFit(outline, room, drawn(300), fits);
}

function payloadOf(content: ReturnType<typeof drawTeams>) {
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] } as const;
}

export function drawTeams(outline: Outline, room: LineRoom) {
  const title = paragraph([run(outline.subject, { weight: 'Bolder', size: 'Large' })]);
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: outline.subject,
    body: [title, ...linesOf(outline, room).flatMap(elementsOf)],
    msteams: { width: 'Full' },
  };
}

function elementsOf({ lines, item }: LineBlock): CardElement[] {
  const shown = lines.filter(({ role }) => !leftOut.includes(role));
  if (shown[0]?.role === 'dates') return [box('emphasis', shown)];
  const elements = shown.map((line, index) => {
    const begins = line.role === 'footer' && shown[index - 1]?.role !== 'footer';
    if (line.role !== 'warning') return lineParagraph(line, begins ? spacings.section : undefined);
    return box(line.tone === 'red' ? 'attention' : 'warning', [line]);
  });
  return [...elements, ...pictures(withoutOwn(item?.pictures ?? []))];
}

type CardElement = ReturnType<typeof lineParagraph | typeof box> | ReturnType<typeof pictures>[number];

function box(style: 'attention' | 'warning' | 'emphasis', lines: readonly Line[]) {
  return { type: 'Container', style, items: lines.map((line) => lineParagraph(line)) } as const;
}

/** How a card draws a text. Names are those of a TextRun. */
interface Look {
  readonly weight?: 'Bolder';
  readonly size?: 'Large' | 'Small';
  readonly isSubtle?: true;
  readonly italic?: true;
  readonly strikethrough?: true;
  readonly color?: 'Attention';
}

const leftOut: readonly LineRole[] = ['detail'];

const roleLooks: Readonly<Partial<Record<LineRole, Look>>> = {
  legend: { isSubtle: true, size: 'Small' },
  small: { isSubtle: true, size: 'Small' },
  asks: { isSubtle: true },
  remark: { isSubtle: true },
  footer: { isSubtle: true, size: 'Small' },
};

const styleLooks: Readonly<Record<SpanStyle, Look>> = {
  bold: { weight: 'Bolder' },
  italic: { italic: true },
  quiet: { isSubtle: true },
  folded: { italic: true },
  removed: { strikethrough: true },
  before: { strikethrough: true },
  added: { weight: 'Bolder' },
  after: { weight: 'Bolder' },
};

interface Spacing {
  readonly spacing: 'Medium' | 'Large';
  readonly separator?: true;
}

const spacings: Readonly<Partial<Record<LineRole, Spacing>>> = {
  section: { separator: true, spacing: 'Large' },
  card: { spacing: 'Medium' },
  item: { spacing: 'Medium' },
};

function lineParagraph({ role, spans, priority }: Line, spacing = spacings[role]) {
  const stands = role === 'needs' || (role === 'item' && priority === 'act');
  const look: Look = { ...roleLooks[role], ...(stands && { color: 'Attention' }) };
  const isMarked = role === 'item' || role === 'overview' || role === 'record';
  const mark = isMarked && priority !== undefined ? [run(`${marks[priority]} `, look)] : [];
  const runs = spans.map(({ text, style, url }) =>
    run(shorten(text, 1_000), { ...look, ...(style && styleLooks[style]) }, url),
  );
  return paragraph([...mark, ...runs], spacing);
}

/** Shows a text unchanged: a text run is not Markdown. Breaks up `{{DATE(…)}}`, which Teams would replace. */
function run(text: string, look: Look, url?: string) {
  const link = url === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url } };
  return { type: 'TextRun', text: text.replaceAll('{{', '{ {'), ...look, ...link };
}

function paragraph(inlines: readonly ReturnType<typeof run>[], spacing?: Spacing) {
  return { type: 'RichTextBlock', inlines, spacing: 'Small', ...spacing } as const;
}

const mostPictures = 3;

function pictures(all: readonly Picture[]) {
  const captions = [...new Set(all.map((picture) => picture.caption))];
  const each = captions.length > 1 ? 1 : mostPictures;
  const shown = captions.flatMap((caption) => all.filter((one) => one.caption === caption).slice(0, each));
  if (shown.length === 0) return [];
  const words = captions.filter(Boolean).join(' · ');
  const row = {
    type: 'ImageSet',
    imageSize: shown.every((picture) => picture.small) ? 'Small' : 'Medium',
    images: shown.map(({ url, alt, caption }) => ({ type: 'Image', url, altText: alt || caption || 'Picture' })),
  } as const;
  return [...(words === '' ? [] : [paragraph([run(words, { isSubtle: true })])]), row];
}
