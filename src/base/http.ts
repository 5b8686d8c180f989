import { createHmac } from 'node:crypto';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { createRedact, type Secret } from './redact.ts';
import { dayMs } from './time.ts';
import { userAgent } from './version.ts';

export class TooLarge extends Error {}

/** @param what names it in the error @throws TooLarge beyond the limit */
export async function readCapped(body: AsyncIterable<Uint8Array> | null, largestBytes: number, what: string) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > largestBytes) throw new TooLarge(`the ${what} is over ${largestBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Returns the wait of a `Retry-After` (seconds or an HTTP date) in milliseconds, at least 0; undefined: unreadable. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** The same in whole seconds, at most one day. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | undefined {
  const waitMs = retryAfterMs(header, now);
  return waitMs === undefined ? undefined : Math.ceil(Math.min(dayMs, waitMs) / 1000);
}

/** Connects through HTTPS_PROXY or HTTP_PROXY, except to this machine and to hosts in NO_PROXY. */
export function openPool(options: EnvHttpProxyAgent.Options): Dispatcher {
  const noProxy = [process.env.no_proxy ?? process.env.NO_PROXY, '127.0.0.1', 'localhost'].filter(Boolean).join(',');
  return new EnvHttpProxyAgent({ ...options, noProxy });
}

const timeoutMs = 10_000;

/** For `checkServerIdentity` of TLS options. Notes when a certificate expires, and refuses what Node refuses. */
export function certificateReader() {
  let until: Date | undefined;
  return {
    checkServerIdentity: (host: string, certificate: PeerCertificate) => {
      until = new Date(certificate.valid_to);
      return checkServerIdentity(host, certificate);
    },
    until: () => until,
  };
}

/** Sends one request without a body or redirects. @throws without a response in 10 s, or for a bad certificate */
export async function reach(
  url: string,
  { method = 'HEAD', headers = {} }: { method?: 'HEAD' | 'GET'; headers?: Readonly<Record<string, string>> } = {},
) {
  const certificate = certificateReader();
  const tls = { timeout: timeoutMs, checkServerIdentity: certificate.checkServerIdentity };
  const dispatcher = openPool({ connect: tls, requestTls: tls });
  const startedMs = performance.now();
  try {
    const response = await request(url, { method, headers, dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    const tookMs = performance.now() - startedMs;
    await response.body.dump();
    const date = new Date(String(response.headers.date));
    return {
      status: response.statusCode,
      /** By the server's clock. */
      date: Number.isNaN(date.getTime()) ? undefined : date,
      tookMs,
      certificateUntil: certificate.until(),
    };
  } finally {
    await dispatcher.destroy();
  }
}

const deepest = 5;

/** Joins the messages of an error and its causes, because only the causes of a network error say what happened. */
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

/** Returns a server's words for storage, logs and pages: one line of limited length, without secrets. */
export function serverResponse(text: string, secrets: readonly Secret[]): string {
  const words = createRedact(secrets)(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words.length > longestCharacters ? `${words.slice(0, longestCharacters - 1)}…` : words;
}

/** Returns the key in a secret of Standard Webhooks, `whsec_` and base64. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

/** Returns the headers of Standard Webhooks. Each key signs id, time and body, so that keys can be rotated. */
export function signedHeaders(keys: readonly Buffer[], id: string, now: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
