import { retryAfterSeconds } from '../../../base/http/response.ts';
import { errorMessage, serverResponse } from '../../../base/http/serverResponse.ts';
import { keyOf, signedHeaders } from '../../../base/http/signature.ts';
import type { WebhookChannelConfig } from '../../../config/channels/webhook.ts';
import type { AlertContent } from '../../message/content.ts';
import {
  alertKey,
  type Channel,
  type DeliveryResult,
  type HttpResponse,
  noArrivals,
  type OpeningParts,
  sendInOrder,
} from '../channel.ts';
import { renderJson } from './draw.ts';
import { splitPayload } from './splitPayload.ts';

/** Standard Webhooks asks for payloads below 20 kB. */
const mostBytes = 20_000;

/** These are not about the message: the receiver is busy, away, moved or closed to us, whatever it is sent. */
const channelStatuses: readonly number[] = [401, 403, 404, 405, 408, 425, 429];
/** How Standard Webhooks unsubscribe. */
const unsubscribed = 410;

type WebhookParts = Pick<OpeningParts, 'installation' | 'http' | 'clock' | 'secrets'>;

/**
 * A program notified by HTTP, as Standard Webhooks describe it: signed JSON, one call per alert while it is small.
 * `webhook-id` stays the same each time a call is made, so that the receiver can drop repeats.
 */
export function openWebhook(config: WebhookChannelConfig, parts: WebhookParts): Channel {
  const keys = config.secret.map(keyOf);

  const post = async (id: string, body: string, signal: AbortSignal): Promise<DeliveryResult> => {
    try {
      const headers = signedHeaders(keys, id, parts.clock(), body);
      return classify(await parts.http.post(config.url, headers, body, signal), parts.secrets, parts.clock());
    } catch (error) {
      return { outcome: 'retry', response: serverResponse(errorMessage(error), parts.secrets) };
    }
  };

  return {
    name: config.name,
    send(message, signal, arrivals = noArrivals()) {
      const id = webhookId(message.content, parts.installation);
      const calls = splitPayload(renderJson(message), mostBytes).map(({ key, payload }) => ({
        key,
        json: () => payload,
        send: () => post(key === '' ? id : `${id}_${key}`, JSON.stringify(payload), signal),
      }));
      return sendInOrder(calls, arrivals);
    },
  };
}

/** Every failure is tried again: a receiver that refuses an alert today may accept it tomorrow. */
function classify(response: HttpResponse, secrets: readonly string[], now: Date): DeliveryResult {
  const { status } = response;
  const words = serverResponse(`HTTP ${status} ${response.text}`, secrets);
  if (status >= 200 && status < 300) return { outcome: 'sent', response: words };
  if (status === unsubscribed) return { outcome: 'ended', response: words };
  // A redirect is not followed: the signature is not meant for the place where it leads.
  const isOfMessage = status >= 400 && status < 500 && !channelStatuses.includes(status);
  const afterSeconds = retryAfterSeconds(response.retryAfter, now);
  return { outcome: 'retry', response: words, afterSeconds, scope: isOfMessage ? 'message' : 'channel' };
}

/** The id of an alert for programs. It has no full stop, because that separates the parts of what is signed. */
export function webhookId(content: AlertContent, installation: string): string {
  return [alertKey(content), content.channel, installation].join('_').replaceAll('.', '_');
}
