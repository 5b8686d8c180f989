import { errorMessage, keyOf, retryAfterSeconds, serverResponse, signedHeaders } from '../../base/http.ts';
import type { Secret } from '../../base/redact.ts';
import type { WebhookChannelConfig } from '../../config/channels.ts';
import { priorityOrder } from '../../reading/entryPriority.ts';
import type { AlertContent, ChangesContent, MessageChange } from '../message/content.ts';
import { messagePriority } from '../message/message.ts';
import { prioritisedFor } from '../message/words/consequence.ts';
import { alertChangeJson } from './changeJson.ts';
import {
  alertKey,
  type Channel,
  type DeliveryResult,
  type HttpResponse,
  noArrivals,
  type OpeningParts,
  sendInOrder,
} from './channel.ts';
import type { Payload, PayloadOf } from './webhookSchema.ts';

const mostChanges = 50;

/** These concern the channel, not the message: the receiver is busy, unavailable, moved, or refuses us. */
const channelStatuses: readonly number[] = [401, 403, 404, 405, 408, 425, 429];
const unsubscribed = 410;

type WebhookParts = Pick<OpeningParts, 'installation' | 'http' | 'clock' | 'secrets'>;

/** Follows Standard Webhooks: signed JSON, one call per alert, with the same `webhook-id` at each attempt. */
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
    send(content, signal, arrivals = noArrivals()) {
      const payload = renderJson(content, mostChanges);
      const id = [alertKey(content), content.channel, parts.installation].join('_').replaceAll('.', '_');
      const send = () => post(id, JSON.stringify(payload), signal);
      return sendInOrder([{ key: '', json: () => payload, send }], arrivals);
    },
  };
}

/** Retries after every failure, because a receiver that refuses an alert today may accept it tomorrow. */
function classify(response: HttpResponse, secrets: readonly Secret[], now: Date): DeliveryResult {
  const { status } = response;
  const words = serverResponse(`HTTP ${status} ${response.text}`, secrets);
  if (status >= 200 && status < 300) return { outcome: 'sent', response: words };
  if (status === unsubscribed) return { outcome: 'ended', response: words };
  // A redirect is not followed, because the signature is not meant for another receiver.
  const isOfMessage = status >= 400 && status < 500 && !channelStatuses.includes(status);
  const afterSeconds = retryAfterSeconds(response.retryAfter, now);
  return { outcome: 'retry', response: words, afterSeconds, scope: isOfMessage ? 'message' : 'channel' };
}

export function renderJson(content: AlertContent, most = Number.POSITIVE_INFINITY): Payload {
  const { id: alert, channel, createdAt: timestamp } = content;
  const common = { channel, ...(content.sandbox && { sandbox: true as const }), priority: messagePriority(content) };
  const stored = { alert, ...common };
  switch (content.kind) {
    case 'changes':
      return { type: 'alert.changes', timestamp, data: { ...stored, ...changesJson(content, most) } };
    case 'baseline':
      return {
        type: 'alert.baseline',
        timestamp,
        data: { ...stored, announcements: content.announcements, ...(content.more && { more: content.more }) },
      };
    case 'notice':
      return { type: 'alert.notice', timestamp, data: { ...stored, notices: content.notices } };
    case 'test':
      return { type: 'alert.test', timestamp, data: common };
  }
}

function changesJson(
  whole: ChangesContent,
  most: number,
): Omit<PayloadOf<'alert.changes'>['data'], 'alert' | 'channel' | 'priority'> {
  const { id, pageUrl, digest, checks, coverage, endedHolds: endedMutes, filteredOut = {}, changes } = whole;
  const watches = whole.watches.map((watch) => {
    const left = filteredOut[watch.id] ?? 0;
    return { ...watch, ...(left > 0 && { filteredOut: left }) };
  });
  const rest = pageUrl === undefined ? `tipstaff alerts show ${id} --json` : `${pageUrl}/api/v1/changes?alert=${id}`;
  return {
    digest,
    watches,
    checks,
    ...(coverage && { coverage }),
    ...(endedMutes && { endedMutes }),
    total: changes.length,
    changes: firstOf(whole, most).map((change) => alertChangeJson(change, whole)),
    ...(changes.length > most && { rest }),
  };
}

function firstOf({ changes, watches }: ChangesContent, most: number): readonly MessageChange[] {
  if (changes.length <= most) return changes;
  const order = new Map(changes.map((change) => [change, priorityOrder(prioritisedFor(change, watches).priority)]));
  return changes.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)).slice(0, most);
}
