import { hash } from 'node:crypto';
import type { SectionBlock } from '@slack/types';
import { IncomingWebhook, type IncomingWebhookDefaultArguments, IncomingWebhookHTTPError } from '@slack/webhook';
import { Response } from 'undici';
import { cappedBody, serverResponse } from '../../base/http.ts';
import { shorten, type WebLink } from '../../base/words/cleanText.ts';
import type { SlackChannelConfig } from '../../config/channels.ts';
import type { AlertContent } from '../message/content.ts';
import { alertOutline } from '../message/message.ts';
import { drawnToFit } from '../message/outline.ts';
import {
  type Channel,
  type ChatParts,
  chatResult,
  type DeliveryResult,
  type HttpPoster,
  type HttpResponse,
  largestResponseBytes,
  noArrivals,
  responseTimeoutMs,
  sendInOrder,
} from './channel.ts';
import { drawSlack, type SlackBlock, type SlackPart, type SlackPayload, slackLimits } from './slackBlocks.ts';

/** Timed out or busy, so the message is tried again. */
const passingStatuses: readonly number[] = [408, 429];

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

function postOne(config: SlackChannelConfig, parts: ChatParts, payload: SlackPayload, signal: AbortSignal) {
  return chatResult(() => postByClient(config, parts, payload, signal), parts, {
    received: (text) =>
      isAccepted(text)
        ? { outcome: 'sent', response: 'ok' }
        : { outcome: 'retry', response: `not Slack's "ok" but: ${serverResponse(text, parts.secrets)}` },
    // Slack never redirects. To the client, a redirect by a portal or proxy on the way is a network error.
    isRefused: (status) => status < 500 && !passingStatuses.includes(status),
  });
}

/** True for `ok`, `{"ok":true}` of a workflow's webhook, or nothing; false for a portal's page. */
const isAccepted = (text: string): boolean => /^(ok|\{\s*"ok"\s*:\s*true\s*\})?$/i.test(text.trim());

async function postByClient(
  { webhookUrl }: SlackChannelConfig,
  { http, pace }: ChatParts,
  payload: SlackPayload,
  signal: AbortSignal,
): Promise<HttpResponse> {
  let retryAfter: string | null = null;
  const fetch = slackFetch(http, signal, (headers) => {
    retryAfter = headers.get('retry-after');
  });
  await pace(signal);
  try {
    const { text } = await new IncomingWebhook(webhookUrl, { timeout: responseTimeoutMs, fetch }).send(payload);
    return { status: 200, retryAfter, text };
  } catch (error) {
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

type SlackFetch = NonNullable<IncomingWebhookDefaultArguments['fetch']>;

/** Fetches with our connections and proxy, at most 64 KB. @param onHeaders needed because Slack's errors have none */
export function slackFetch(
  http: HttpPoster,
  signal: AbortSignal,
  onHeaders: (headers: { get(name: string): string | null }) => void,
): SlackFetch {
  return async (url, init) => {
    const signals = init?.signal ? [signal, init.signal] : [signal];
    const response = await http.fetch(url, {
      method: 'POST',
      headers: init?.headers ?? {},
      body: String(init?.body),
      redirect: init?.redirect ?? 'error',
      signal: AbortSignal.any(signals),
    });
    onHeaders(response.headers);
    if (response.body === null) return response;
    return new Response(ReadableStream.from(cappedBody(response.body, largestResponseBytes, 'response')), response);
  };
}

type Group = { readonly blocks: SlackBlock[]; readonly names: Set<string> };

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
