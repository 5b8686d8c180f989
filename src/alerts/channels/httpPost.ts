import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import { readCapped, retryAfterSeconds } from '../../base/http/response.ts';
import { errorMessage, serverResponse } from '../../base/http/serverResponse.ts';
import { userAgent } from '../../base/version.ts';
import type { DeliveryResult, HttpPoster, HttpResponse, OpeningParts, Pace } from './channel.ts';

const connectTimeoutMs = 10_000;
export const responseTimeoutMs = 20_000;
export const largestResponseBytes = 64 * 1024;

/** Posts through undici's own fetch and pool, and through the proxy that HTTPS_PROXY names, if any. */
export function openHttpPoster(): HttpPoster {
  const dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: responseTimeoutMs,
    bodyTimeout: responseTimeoutMs,
    keepAliveTimeout: 4_000,
  });
  return {
    async post(url, headers, body, signal) {
      // Slow drops of bytes never exceed the time-outs between them: the whole response has one of its own.
      const limited = AbortSignal.any([signal, AbortSignal.timeout(responseTimeoutMs)]);
      const response = await undiciFetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: limited,
        dispatcher,
      });
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: (await readCapped(response.body, largestResponseBytes, 'response')).toString('utf8'),
      };
    },
    fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }),
    close: () => dispatcher.close(),
  };
}

/** How a chat responds. */
interface ChatResponses {
  /** What a status of 2xx means, by the body: a page of a portal on the way comes with one too. */
  readonly received: (text: string, response: string) => DeliveryResult;
  /** Whether a message is never accepted as it is: not understood, too large. */
  readonly isRefused: (status: number) => boolean;
  /** Whether nothing is accepted any more, beside the statuses that all chats have for it. */
  readonly isDead?: (received: HttpResponse) => boolean;
}

const deadStatuses: readonly number[] = [401, 403, 404, 410];

/** Posts a message to a chat, and says what became of it. */
export function postToChat(
  { url, body, headers }: { readonly url: string; readonly body: object; readonly headers?: Record<string, string> },
  parts: Pick<OpeningParts, 'http' | 'clock' | 'secrets'> & { readonly pace?: Pace },
  signal: AbortSignal,
  responses: ChatResponses,
): Promise<DeliveryResult> {
  const all = { 'content-type': 'application/json', 'user-agent': userAgent, ...headers };
  const post = async () => {
    await parts.pace?.(signal);
    return parts.http.post(url, all, JSON.stringify(body), signal);
  };
  return chatResult(post, parts, responses);
}

/** What became of a message to a chat. What the chat neither accepts nor refuses is worth another try. */
export async function chatResult(
  post: () => Promise<HttpResponse>,
  { clock, secrets }: Pick<OpeningParts, 'clock' | 'secrets'>,
  { received, isRefused, isDead }: ChatResponses,
): Promise<DeliveryResult> {
  try {
    const came = await post();
    const { status, text } = came;
    const response = serverResponse(`HTTP ${status} ${text}`, secrets);
    if (status >= 200 && status < 300) return received(text, response);
    if (isDead?.(came) || deadStatuses.includes(status)) return { outcome: 'dead', response };
    if (isRefused(status)) return { outcome: 'failed', response };
    return { outcome: 'retry', response, afterSeconds: retryAfterSeconds(came.retryAfter, clock()) };
  } catch (error) {
    return { outcome: 'retry', response: serverResponse(errorMessage(error), secrets) };
  }
}
