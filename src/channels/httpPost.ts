import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import { keyed, url } from '../fields/fields.ts';
import type { Path, Report } from '../fields/finding.ts';
import { webhookUrl } from '../fields/secret.ts';
import { readCapped, retryAfterSeconds } from '../http/response.ts';
import { userAgent } from '../version.ts';
import type { DeliveryResult, HttpPoster, HttpResponse, OpeningParts, Pace } from './channel.ts';
import { everyChannel, validateTransport } from './kind.ts';

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

const deepest = 5;

/** An error's message with those of its causes: a network error says what happened in its causes only. */
export function errorMessage(error: unknown): string {
  const messages: string[] = [];
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < deepest; depth += 1) {
    const { message } = current;
    if (!messages.some((said) => said.includes(message))) messages.push(message);
    current = current.cause;
  }
  return messages.join(': ') || String(error);
}

const longestCharacters = 500;
/** Masking shorter secrets would damage half the words, and hide nothing. */
const shortestSecret = 3;
const mask = '***';

/**
 * A server's response as it may be stored, logged and shown: one line of limited length, without control characters and
 * without any of the secrets, raw or URL-encoded. A server may echo what it was given.
 */
export function serverResponse(text: string, secrets: readonly string[]): string {
  const words = withoutSecrets(text, secrets)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words.length > longestCharacters ? `${words.slice(0, longestCharacters - 1)}…` : words;
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // The longest first: a URL is masked whole before the password in it.
  return spellings(secrets).reduce((words, secret) => words.replaceAll(secret, mask), text);
}

function spellings(secrets: readonly string[]): string[] {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const base64 = known.map((secret) => Buffer.from(secret).toString('base64'));
  const all = new Set([...known, ...known.map(encodeURIComponent), ...base64]);
  return [...all].sort((a, b) => b.length - a.length);
}

/**
 * The config of a channel that posts to a chat, at a URL that is its password. @param expected what the URL has to be,
 * for error messages
 */
export function chatWebhookSchema(expected: string) {
  return keyed({ ...everyChannel, webhookUrl: url(expected, ['https:', 'http:']) });
}

export const chatWebhook = {
  secrets: { webhookUrl },
  validate: (fields: { readonly webhookUrl?: string }, path: Path, report: Report) =>
    validateTransport(fields.webhookUrl, [...path, 'webhookUrl'], report),
};

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
