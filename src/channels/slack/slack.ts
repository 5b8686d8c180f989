import { IncomingWebhook, IncomingWebhookHTTPError, type IncomingWebhookSendArguments } from '@slack/webhook';
import type { SlackPayload } from '../../alerts/message.ts';
import type { SlackChannelConfig } from '../../config/config.ts';
import type { Channel, DeliveryResult } from '../channel.ts';
import { errorMessage } from '../errorMessage.ts';
import type { HttpPoster } from '../httpPost.ts';
import type { Pace } from '../pace.ts';
import { retryAfterSeconds, serverResponse } from '../serverResponse.ts';
import { renderSlack } from './renderSlack.ts';

/** Statuses by which Slack says that the webhook itself is gone: no_service, channel_not_found, channel_is_archived … */
const deadStatuses: readonly number[] = [401, 403, 404, 410];
/** Busy, or our own clock: worth another try though 4xx. */
const passingStatuses: readonly number[] = [408, 429];

export interface SlackParts {
  readonly http: HttpPoster;
  /** Slack takes one message a second per webhook; channels of one webhook share it. */
  readonly pace: Pace;
  readonly clock: () => Date;
}

/** A Slack webhook. A long alert is several messages, sent in order. */
export function openSlack(config: SlackChannelConfig, parts: SlackParts): Channel {
  // How many messages of an alert have arrived, so that a retry goes on where it stopped. Lost with the process: then the
  // alert is repeated whole, as every delivery may be.
  const arrived = new Map<number, number>();

  return {
    name: config.name,
    async send(content, signal) {
      const { payloads } = renderSlack(content);
      const first = content.id === 0 ? 0 : (arrived.get(content.id) ?? 0);
      for (const [index, payload] of payloads.entries()) {
        if (index < first) continue;
        const result = await postOne(config, parts, payload, signal);
        if (result.outcome !== 'sent') {
          if (result.outcome === 'failed') arrived.delete(content.id);
          return index === 0
            ? result
            : { ...result, answer: `message ${index + 1} of ${payloads.length}: ${result.answer}` };
        }
        if (content.id !== 0) arrived.set(content.id, index + 1);
      }
      arrived.delete(content.id);
      return { outcome: 'sent', answer: payloads.length === 1 ? 'ok' : `ok, ${payloads.length} messages` };
    },
    async close() {},
  };
}

async function postOne(
  config: SlackChannelConfig,
  parts: SlackParts,
  payload: SlackPayload,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  let retryAfter: string | null = null;
  const webhook = new IncomingWebhook(config.webhookUrl, {
    fetch: async (url, init) => {
      const answer = await parts.http.post(String(url), init?.headers ?? {}, String(init?.body), signal);
      // The library's error tells no headers.
      retryAfter = answer.retryAfter;
      return asFetchResponse(String(url), answer);
    },
  });
  try {
    await parts.pace(signal);
    const { text } = await webhook.send(payload as IncomingWebhookSendArguments);
    if (isTaken(text)) return { outcome: 'sent', answer: 'ok' };
    const words = serverResponse(text, [config.webhookUrl]);
    return { outcome: 'retry', answer: `not Slack's "ok" but: ${words}` };
  } catch (error) {
    return slackFailure(error, config.webhookUrl, retryAfterSeconds(retryAfter, parts.clock()));
  }
}

/** `ok`, or `{"ok":true}` of a workflow's webhook, or nothing; a page of a portal on the way is none of these. */
function isTaken(text: string): boolean {
  return /^(ok|\{\s*"ok"\s*:\s*true\s*\})?$/i.test(text.trim());
}

function slackFailure(error: unknown, webhookUrl: string, afterSeconds: number | undefined): DeliveryResult {
  const secrets = [webhookUrl, new URL(webhookUrl).pathname];
  if (!(error instanceof IncomingWebhookHTTPError)) {
    return { outcome: 'retry', answer: serverResponse(errorMessage(error), secrets) };
  }
  const { statusCode } = error;
  const answer = serverResponse(`HTTP ${statusCode} ${error.body}`, secrets);
  // Slack redirects nobody: what does is a portal or proxy on the way.
  const inTheWay = statusCode >= 300 && statusCode < 400;
  if (statusCode >= 500 || inTheWay || passingStatuses.includes(statusCode))
    return { outcome: 'retry', answer, afterSeconds };
  return { outcome: deadStatuses.includes(statusCode) ? 'dead' : 'failed', answer };
}

function asFetchResponse(url: string, answer: Awaited<ReturnType<HttpPoster['post']>>) {
  const body = Buffer.from(answer.text);
  return {
    ok: answer.status >= 200 && answer.status < 300,
    status: answer.status,
    statusText: answer.statusText,
    url,
    headers: new Headers(),
    arrayBuffer: async () => new Uint8Array(body).buffer,
    json: async (): Promise<unknown> => JSON.parse(answer.text),
    text: async () => answer.text,
  };
}
