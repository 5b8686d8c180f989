import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';

const connectTimeoutMs = 10_000;
const responseTimeoutMs = 20_000;
const largestResponseBytes = 64 * 1024;

/** An answer read whole, and no larger than needed. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly retryAfter: string | null;
  readonly text: string;
}

export interface HttpPoster {
  /** Posts once; follows no redirect. Rejects on network errors, after 20 s in all, and for an answer over 64 KB. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** Posts through undici's own fetch and pool, and through the proxy that HTTPS_PROXY names, where it does. */
export function openHttpPoster(): HttpPoster {
  const dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: responseTimeoutMs,
    bodyTimeout: responseTimeoutMs,
    keepAliveTimeout: 4_000,
  });
  return {
    async post(url, headers, body, signal) {
      // A drip of bytes never trips the time-outs between them: the whole has one of its own.
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
        text: await readCapped(response),
      };
    },
    close: () => dispatcher.close(),
  };
}

async function readCapped(response: Awaited<ReturnType<typeof undiciFetch>>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > largestResponseBytes) throw new Error(`the answer is over ${largestResponseBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
