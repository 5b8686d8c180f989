import { EnvHttpProxyAgent, type RequestInit, type Response, fetch as undiciFetch } from 'undici';
import { readCapped } from '../http/cappedBody.ts';

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
