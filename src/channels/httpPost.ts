import { EnvHttpProxyAgent, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { keyed, url } from '../fields/fields.ts';
import type { Path, Report } from '../fields/finding.ts';
import { webhookUrl } from '../fields/secret.ts';
import { readCapped } from '../http/response.ts';
import { everyChannel, validateTransport } from './kind.ts';

const connectTimeoutMs = 10_000;
export const responseTimeoutMs = 20_000;
export const largestResponseBytes = 64 * 1024;

/** A response read whole, and no larger than needed. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly retryAfter: string | null;
  readonly text: string;
}

export interface HttpPoster {
  /** Posts once; follows no redirect. Rejects on network errors, after 20 s in all, and for a response over 64 KB. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<HttpResponse>;
  /** undici's fetch through the same connections and proxy, for clients that bring their own time-out and errors. */
  fetch(url: string | URL, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

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
        statusText: response.statusText,
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
  files: [],
  embedsPictures: false,
  validate: (fields: { readonly webhookUrl?: string }, path: Path, report: Report) =>
    validateTransport(fields.webhookUrl, [...path, 'webhookUrl'], report),
};
