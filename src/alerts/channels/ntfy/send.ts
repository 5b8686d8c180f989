import { serverResponse } from '../../../base/http/serverResponse.ts';
import { isMap, parseJson } from '../../../base/json.ts';
import type { NtfyChannelConfig } from '../../../config/channels/ntfy.ts';
import type { Channel, OpeningParts } from '../channel.ts';
import { postToChat } from '../httpPost.ts';
import { renderNtfy } from './draw.ts';

const refusedStatuses: readonly number[] = [400, 413, 422];

/** A topic of ntfy, published as JSON, so that no text of ours is in a header. */
export function openNtfy(
  { name, url, token }: NtfyChannelConfig,
  parts: Pick<OpeningParts, 'http' | 'clock' | 'secrets'>,
): Channel {
  const { origin, pathname } = new URL(url);
  const topic = pathname.slice(1);
  const secrets = [...parts.secrets, topic];
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return {
    name,
    send: (message, signal) =>
      postToChat(
        { url: `${origin}/`, body: { topic, ...renderNtfy(message) }, headers },
        { ...parts, secrets },
        signal,
        {
          received(text, response) {
            const id = publishedId(text);
            // A topic may be called ntfy: our own words are not masked.
            if (id === undefined) return { outcome: 'retry', response: `not how ntfy responds: ${response}` };
            // The response repeats the whole message, which is only for its readers.
            return { outcome: 'sent', response: serverResponse(`HTTP 200, message ${id}`, secrets) };
          },
          isRefused: (status) => refusedStatuses.includes(status),
        },
      ),
  };
}

/** ntfy responds with the message that it published; an HTML page comes from a portal on the way. */
function publishedId(text: string): string | undefined {
  const published = parseJson(text);
  return isMap(published) && typeof published.id === 'string' ? published.id : undefined;
}
