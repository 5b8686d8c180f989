import { type Dispatcher, request } from 'undici';
import { openPool, readCapped, retryAfterMs } from '../../../base/http/response.ts';
import { errorMessage } from '../../../base/http/serverResponse.ts';
import { userAgent } from '../../../base/version.ts';
import { largestFeedBytes } from './readXml.ts';

const timeoutMs = 20_000;
const mostRedirects = 3;

export type Fetched =
  | { readonly kind: 'feed'; readonly bytes: Buffer; readonly marks: FeedMarks }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly why: string; readonly retryAfterMs?: number | undefined };

/** By these a server says that nothing has changed. */
export interface FeedMarks {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface FeedFetcher {
  /** Never rejects; at most 20 s and 2 MB. */
  fetch(address: string, marks: FeedMarks, signal: AbortSignal): Promise<Fetched>;
  close(): Promise<void>;
}

/** @param contact whom a court can turn to, told in every request */
export function openFeedFetcher({
  contact,
  clock,
}: {
  readonly contact?: string | undefined;
  clock(): Date;
}): FeedFetcher {
  const dispatcher = openPool({ connect: { timeout: 10_000 } });
  const agent = contact === undefined ? userAgent : `${userAgent} (${contact})`;
  return {
    async fetch(address, marks, signal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        return await ask(address, { dispatcher, agent, marks, signal: limited, clock });
      } catch (error) {
        return { kind: 'failed', why: limited.aborted ? 'it did not respond within 20 seconds' : errorMessage(error) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

interface Asking {
  readonly dispatcher: Dispatcher;
  readonly agent: string;
  readonly marks: FeedMarks;
  readonly signal: AbortSignal;
  clock(): Date;
}

async function ask(address: string, asking: Asking, redirects = 0): Promise<Fetched> {
  const { dispatcher, agent, marks, signal, clock } = asking;
  const url = new URL(address);
  const headers = {
    accept: 'application/rss+xml, application/xml, text/xml',
    'user-agent': agent,
    ...(marks.etag !== undefined && { 'if-none-match': marks.etag }),
    ...(marks.lastModified !== undefined && { 'if-modified-since': marks.lastModified }),
  };
  const response = await request(url, { method: 'GET', headers, dispatcher, signal });
  const header = (name: string) => {
    const value = response.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const { statusCode } = response;
  if (statusCode === 200) {
    const bytes = await readCapped(response.body, largestFeedBytes, 'feed');
    return { kind: 'feed', bytes, marks: { etag: header('etag'), lastModified: header('last-modified') } };
  }
  await response.body.dump();
  if (statusCode === 304) return { kind: 'unchanged' };
  const next = statusCode >= 301 && statusCode <= 308 ? URL.parse(header('location') ?? '', url.href) : null;
  if (next !== null && next.origin === url.origin && redirects < mostRedirects) {
    return ask(next.href, asking, redirects + 1);
  }
  const where = next === null ? '' : `: it leads to ${next.host}, which is not followed`;
  return {
    kind: 'failed',
    why: `HTTP ${statusCode}${where}`,
    retryAfterMs: retryAfterMs(header('retry-after'), clock()),
  };
}
