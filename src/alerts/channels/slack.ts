import { hash } from 'node:crypto';
import type { SectionBlock } from '@slack/types';
import {
  IncomingWebhook,
  type IncomingWebhookDefaultArguments,
  IncomingWebhookHTTPError,
  IncomingWebhookRequestError,
} from '@slack/webhook';
import { shorten, type WebLink } from '../../base/words/cleanText.ts';
import type { SlackChannelConfig } from '../../config/channels.ts';
import type { AlertContent } from '../message/content.ts';
import { alertOutline } from '../message/message.ts';
import { drawnToFit } from '../message/outline.ts';
import {
  type Channel,
  type ChatParts,
  type DeliveryResult,
  type HttpResponse,
  judgeChat,
  noArrivals,
  postResult,
  sendInOrder,
} from './channel.ts';
import { drawSlack, type SlackBlock, type SlackPart, type SlackPayload, slackLimits } from './slackBlocks.ts';

export function openSlack(config: SlackChannelConfig, parts: ChatParts): Channel {
  return {
    name: config.name,
    send(content, signal, arrivals = noArrivals()) {
      const messages = renderSlack(content).map((payload) => {
        let posted = payload;
        const post = (one: SlackPayload) => {
          posted = one;
          return postOne(config, parts, one, signal);
        };
        // Made from the content, because until the next attempt a digest's warnings may change where messages divide.
        const key = hash('sha256', JSON.stringify(payload));
        return { key, json: () => posted, send: () => postWithPictures(post, payload) };
      });
      return sendInOrder(messages, arrivals);
    },
  };
}

/** If Slack cannot fetch a picture, it refuses the message ("invalid_blocks"). Then links replace the pictures. */
async function postWithPictures(post: (payload: SlackPayload) => Promise<DeliveryResult>, payload: SlackPayload) {
  const result = await post(payload);
  if (result.outcome !== 'failed' || !hasPictures(payload.blocks)) return result;
  return post({ ...payload, blocks: withoutPictures(payload.blocks) });
}

/** `ok`, `{"ok":true}` of a workflow's webhook, or nothing. */
const accepted = /^(ok|\{\s*"ok"\s*:\s*true\s*\})?$/i;

/** All but a response that it timed out or is busy. */
const isRefused = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

function postOne(config: SlackChannelConfig, parts: ChatParts, payload: SlackPayload, signal: AbortSignal) {
  return postResult(
    () => postByClient(config, parts, payload, signal),
    parts,
    (received) => judgeChat(received, accepted, isRefused),
  );
}

async function postByClient(
  { webhookUrl }: SlackChannelConfig,
  { http, pace }: ChatParts,
  payload: SlackPayload,
  signal: AbortSignal,
): Promise<HttpResponse> {
  let retryAfter: string | null = null; // The client's errors have no headers.
  const fetch: IncomingWebhookDefaultArguments['fetch'] = async (url, init) => {
    const headers = init?.headers as Readonly<Record<string, string>>;
    const response = await http.post(String(url), headers, String(init?.body), signal);
    retryAfter = response.retryAfter;
    return new Response(response.text || null, { status: response.status });
  };
  await pace(signal);
  try {
    const { text } = await new IncomingWebhook(webhookUrl, { fetch }).send(payload);
    return { status: 200, retryAfter, text };
  } catch (error) {
    if (error instanceof IncomingWebhookRequestError) throw error.original;
    if (!(error instanceof IncomingWebhookHTTPError)) throw error;
    return { status: error.statusCode, retryAfter, text: error.body };
  }
}

/** Returns the messages in order. A confidential watch appears only by its matter and numbers. */
export function renderSlack(content: AlertContent): readonly SlackPayload[] {
  const outline = alertOutline(content, { discreet: true, inChat: true });
  return drawnToFit(
    outline,
    { items: 60, sections: 30 },
    (cut) => split(drawSlack(cut), outline.subject),
    (payloads) => payloads.length <= slackLimits.payloads,
  );
}

export function split(parts: readonly SlackPart[], subject: string): SlackPayload[] {
  const fallback = escapeFallback(shorten(subject, 200));
  const room = slackLimits.payload - fallback.length - 20;
  const groups: { readonly blocks: SlackBlock[]; readonly names: Set<string> }[] = [];
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

function textOf(names: ReadonlySet<string>, index: number, subject: string): string {
  const own = [...names].filter(Boolean).join('; ');
  if (index === 0 || own === '') return escapeFallback(shorten(subject, 200));
  const marks = /^(?:\[[^\]]*\] )*/.exec(subject)?.[0] ?? '';
  return escapeFallback(shorten(marks + own, 200));
}

function divided(part: SlackPart, room: number): readonly SlackPart[] {
  const whole = [...part.under, ...part.blocks];
  if (whole.length <= slackLimits.blocks && sizeOf(whole) <= room) return [part];
  return part.blocks.map((block) => ({ ...part, blocks: [block], under: [] }));
}

function sizeOf(blocks: readonly SlackBlock[]): number {
  return blocks.reduce((sum, block) => sum + JSON.stringify(block).length + slackLimits.block, 0);
}

/** Prevents mentions and links in a message's fallback text, which Slack parses even without markup. */
export function escapeFallback(text: string): string {
  return escaped(text).replace(/@(?=(?:here|channel|everyone|group)\b)/gi, '＠');
}

/** Returns a link as mrkdwn, `<url|words>`. Encodes characters of the URL that could end the link or mention people. */
export function slackLink({ words, url }: WebLink): string {
  return `<${escaped(url.replace(/[<>|@]/g, encodeURIComponent))}|${escaped(words)}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Replaces each picture by a link, for a message that Slack refused because of a picture. */
export function withoutPictures(blocks: readonly SlackBlock[]): SlackBlock[] {
  return blocks.map((block) => {
    if (block.type === 'section') return { type: block.type, text: block.text } as SectionBlock;
    if (block.type !== 'image') return block;
    const text = slackLink({ words: block.title?.text ?? 'Picture', url: block.image_url });
    return { type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] };
  });
}

export function hasPictures(blocks: readonly SlackBlock[]): boolean {
  return blocks.some((block) => block.type === 'image' || (block.type === 'section' && block.accessory !== undefined));
}
