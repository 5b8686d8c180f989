import { hash } from 'node:crypto';
import { IncomingWebhook, IncomingWebhookHTTPError } from '@slack/webhook';
import { retryAfterSeconds } from '../../http/retryAfter.ts';
import { noArrivals } from '../arrivals.ts';
import type { Channel, DeliveryResult } from '../channel.ts';
import { errorMessage } from '../errorMessage.ts';
import { responseTimeoutMs } from '../httpPost.ts';
import type { OpeningParts } from '../kind.ts';
import type { Pace } from '../pace.ts';
import { sendInOrder } from '../sendInOrder.ts';
import { serverResponse } from '../serverResponse.ts';
import type { SlackChannelConfig } from './definition.ts';
import { hasPictures, withoutPictures } from './drawPictures.ts';
import { renderSlack } from './renderSlack.ts';
import { slackFetch } from './slackFetch.ts';
import type { SlackPayload } from './slackMessage.ts';

/** Statuses by which Slack says that the webhook itself is gone: no_service, channel_not_found, channel_is_archived … */
const deadStatuses: readonly number[] = [401, 403, 404, 410];
/** Busy, or timed out: worth another try although 4xx. */
const passingStatuses: readonly number[] = [408, 429];

interface SlackParts extends Pick<OpeningParts, 'http' | 'clock' | 'secrets'> {
  /** Slack takes one message a second per webhook; channels of one webhook share it. */
  readonly pace: Pace;
}

/** A Slack webhook. A long alert is several messages, sent in order. */
export function openSlack(config: SlackChannelConfig, parts: SlackParts): Channel {
  return {
    name: config.name,
    send(message, signal, arrivals = noArrivals()) {
      const messages = renderSlack(message).payloads.map((payload) => ({
        // By what it says: until the next attempt the warnings of a digest may change, and with them where its messages divide.
        key: hash('sha256', JSON.stringify(payload)),
        send: () => postWithPictures(config, parts, payload, signal),
      }));
      return sendInOrder(messages, arrivals);
    },
    async close() {},
  };
}

/**
 * Slack refuses a whole message when it cannot fetch one of its pictures ("invalid_blocks": "downloading image failed"): then the news goes
 * out with links instead.
 */
async function postWithPictures(
  config: SlackChannelConfig,
  parts: SlackParts,
  payload: SlackPayload,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const result = await postOne(config, parts, payload, signal);
  if (result.outcome !== 'failed' || !hasPictures(payload.blocks)) return result;
  return postOne(config, parts, { ...payload, blocks: withoutPictures(payload.blocks) }, signal);
}

async function postOne(
  config: SlackChannelConfig,
  parts: SlackParts,
  payload: SlackPayload,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  let retryAfter: string | null = null;
  const webhook = new IncomingWebhook(config.webhookUrl, {
    timeout: responseTimeoutMs,
    // The library's error has no headers.
    fetch: slackFetch(parts.http, signal, (headers) => {
      retryAfter = headers.get('retry-after');
    }),
  });
  try {
    await parts.pace(signal);
    const { text } = await webhook.send(payload);
    if (isAccepted(text)) return { outcome: 'sent', response: 'ok' };
    return { outcome: 'retry', response: `not Slack's "ok" but: ${serverResponse(text, parts.secrets)}` };
  } catch (error) {
    return slackFailure(error, parts.secrets, retryAfterSeconds(retryAfter, parts.clock()));
  }
}

/** `ok`, or `{"ok":true}` of a workflow's webhook, or nothing; a page of a portal on the way is none of these. */
function isAccepted(text: string): boolean {
  return /^(ok|\{\s*"ok"\s*:\s*true\s*\})?$/i.test(text.trim());
}

/** Slack never redirects: a redirect comes from a portal or proxy on the way, and counts as a network error. */
function slackFailure(error: unknown, secrets: readonly string[], afterSeconds: number | undefined): DeliveryResult {
  if (!(error instanceof IncomingWebhookHTTPError)) {
    return { outcome: 'retry', response: serverResponse(errorMessage(error), secrets) };
  }
  const { statusCode } = error;
  const response = serverResponse(`HTTP ${statusCode} ${error.body}`, secrets);
  if (statusCode >= 500 || passingStatuses.includes(statusCode)) return { outcome: 'retry', response, afterSeconds };
  return { outcome: deadStatuses.includes(statusCode) ? 'dead' : 'failed', response };
}
