import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { dayMs } from '../time.ts';

export class TooLarge extends Error {}

/** The parts of a body as they come. @throws TooLarge beyond `largestBytes` @param what names it in the error */
export async function* cappedBody(
  body: AsyncIterable<Uint8Array> | null,
  largestBytes: number,
  what: string,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > largestBytes) throw new TooLarge(`the ${what} is over ${largestBytes} bytes`);
    yield part;
  }
}

/** A body read whole. Rejects when it is larger than `largestBytes`. */
export async function readCapped(
  body: AsyncIterable<Uint8Array> | null,
  largestBytes: number,
  what: string,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of cappedBody(body, largestBytes, what)) parts.push(part);
  return Buffer.concat(parts);
}

/** Milliseconds from `now` by a `Retry-After` (seconds, or an HTTP date), never negative; undefined: unreadable. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** The same in whole seconds, at most a day. */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | undefined {
  const waitMs = retryAfterMs(header, now);
  return waitMs === undefined ? undefined : Math.ceil(Math.min(dayMs, waitMs) / 1000);
}

/** Through the proxy of HTTPS_PROXY or HTTP_PROXY, except to what NO_PROXY lists and to this machine. */
export function openPool(options: EnvHttpProxyAgent.Options): Dispatcher {
  const noProxy = [process.env.no_proxy ?? process.env.NO_PROXY, '127.0.0.1', 'localhost'].filter(Boolean).join(',');
  return new EnvHttpProxyAgent({ ...options, noProxy });
}
