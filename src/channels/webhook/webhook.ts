import { createHmac } from 'node:crypto';
import { retryAfterSeconds } from '../../http/retryAfter.ts';
import { userAgent } from '../../version.ts';
import { alertKey } from '../alertKey.ts';
import type { Channel, DeliveryResult } from '../channel.ts';
import { errorMessage } from '../errorMessage.ts';
import type { HttpResponse } from '../httpPost.ts';
import type { OpeningParts } from '../kind.ts';
import { serverResponse } from '../serverResponse.ts';
import type { WebhookChannelConfig } from './definition.ts';
import { renderJson } from './renderJson.ts';

/** The receiver says that it is not there or not ours: wait for somebody to fix it. 410 is how Standard Webhooks unsubscribe. */
const deadStatuses: readonly number[] = [401, 403, 404, 410];
const passingStatuses: readonly number[] = [408, 425, 429];

type WebhookParts = Pick<OpeningParts, 'installation' | 'http' | 'clock' | 'secrets'>;

/**
 * A program notified by HTTP, as Standard Webhooks describe it: one signed JSON body per alert. `webhook-id` stays the same each time
 * an alert is sent, so that the receiver can drop repeats.
 */
export function openWebhook(config: WebhookChannelConfig, parts: WebhookParts): Channel {
  const key = Buffer.from(config.secret.replace(/^whsec_/, ''), 'base64');
  const { secrets } = parts;

  return {
    name: config.name,
    async send({ content }, signal) {
      const body = JSON.stringify(renderJson(content));
      const id = `${alertKey(content)}.${content.channel}.${parts.installation}`;
      const headers = signedHeaders(key, id, parts.clock(), body);
      try {
        return classify(await parts.http.post(config.url, headers, body, signal), secrets, parts.clock());
      } catch (error) {
        return { outcome: 'retry', response: serverResponse(errorMessage(error), secrets) };
      }
    },
    async close() {},
  };
}

/** The three headers of Standard Webhooks: the signature covers id, time and body. */
export function signedHeaders(key: Buffer, id: string, now: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

function classify(response: HttpResponse, secrets: readonly string[], now: Date): DeliveryResult {
  const { status } = response;
  const words = serverResponse(`HTTP ${status} ${response.text}`, secrets);
  if (status >= 200 && status < 300) return { outcome: 'sent', response: words };
  // A redirect is not followed, for the body would go unsigned for where it leads: the address needs correcting.
  const moved = status >= 300 && status < 400;
  if (moved || deadStatuses.includes(status)) return { outcome: 'dead', response: words };
  if (status >= 500 || passingStatuses.includes(status)) {
    return { outcome: 'retry', response: words, afterSeconds: retryAfterSeconds(response.retryAfter, now) };
  }
  return { outcome: 'failed', response: words };
}
