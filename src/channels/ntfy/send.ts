import { retryAfterSeconds } from '../../http/response.ts';
import { isMap, parseJson } from '../../json.ts';
import { userAgent } from '../../version.ts';
import type { Channel, DeliveryResult, OpeningParts } from '../channel.ts';
import { errorMessage, type HttpResponse, serverResponse } from '../httpPost.ts';
import type { NtfyChannelConfig } from './config.ts';
import { renderNtfy } from './draw.ts';

const deadStatuses: readonly number[] = [401, 403, 404, 410];
/** Statuses for a message that is never accepted: not understood, too large. */
const refusedStatuses: readonly number[] = [400, 413, 422];

/** A topic of ntfy, published as JSON, so that no text of ours is in a header. */
export function openNtfy(
  { name, url, token }: NtfyChannelConfig,
  { http, clock, secrets }: Pick<OpeningParts, 'http' | 'clock' | 'secrets'>,
): Channel {
  const { origin, pathname } = new URL(url);
  const topic = pathname.slice(1);
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return {
    name,
    async send(message, signal) {
      const body = JSON.stringify({ topic, ...renderNtfy(message) });
      try {
        return classify(await http.post(`${origin}/`, headers, body, signal), [...secrets, topic], clock());
      } catch (error) {
        return { outcome: 'retry', response: serverResponse(errorMessage(error), secrets) };
      }
    },
    async close() {},
  };
}

function classify(received: HttpResponse, secrets: readonly string[], now: Date): DeliveryResult {
  const { status, text } = received;
  if (status >= 200 && status < 300) {
    const id = publishedId(text);
    // The response repeats the whole message, which is only for its readers.
    if (id !== undefined)
      return { outcome: 'sent', response: serverResponse(`HTTP ${status}, message ${id}`, secrets) };
    // A topic may be called ntfy: our own words are not masked.
    const said = serverResponse(`HTTP ${status} ${text}`, secrets);
    return { outcome: 'retry', response: `not how ntfy responds: ${said}` };
  }
  const response = serverResponse(`HTTP ${status} ${text}`, secrets);
  if (deadStatuses.includes(status)) return { outcome: 'dead', response };
  if (refusedStatuses.includes(status)) return { outcome: 'failed', response };
  return { outcome: 'retry', response, afterSeconds: retryAfterSeconds(received.retryAfter, now) };
}

/** ntfy responds with the message that it published; an HTML page comes from a portal on the way. */
function publishedId(text: string): string | undefined {
  const published = parseJson(text);
  return isMap(published) && typeof published.id === 'string' ? published.id : undefined;
}
