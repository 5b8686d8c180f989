import type { IncomingWebhookDefaultArguments } from '@slack/webhook';
import { Response } from 'undici';
import { cappedBody } from '../../http/cappedBody.ts';
import { type HttpPoster, largestResponseBytes } from '../httpPost.ts';

type SlackFetch = NonNullable<IncomingWebhookDefaultArguments['fetch']>;

/**
 * The fetch for Slack's client: through our connections and proxy, ended by `signal` besides the client's own time-out, and with a
 * body that fails beyond 64 KB. `onHeaders` sees the headers, which the client's errors do not contain.
 */
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
