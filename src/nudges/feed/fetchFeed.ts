import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type Dispatcher, request } from 'undici';
import { errorMessage } from '../../channels/httpPost.ts';
import { isLoopback } from '../../fields/fields.ts';
import { openPool, readCapped, retryAfterMs } from '../../http/response.ts';
import { userAgent } from '../../version.ts';
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
  const open = (lookup: { readonly lookup?: typeof lookupPublic }) =>
    openPool({ connect: { timeout: 10_000, ...lookup } });
  const pools = { public: open({ lookup: lookupPublic }), own: open({}) };
  const agent = contact === undefined ? userAgent : `${userAgent} (${contact})`;
  return {
    async fetch(address, marks, signal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      // Only what the config itself names can be on this machine.
      const dispatcher = isLoopback(address) ? pools.own : pools.public;
      try {
        return await ask(address, { dispatcher, agent, marks, signal: limited, clock });
      } catch (error) {
        return { kind: 'failed', why: limited.aborted ? 'it did not respond within 20 seconds' : errorMessage(error) };
      }
    },
    close: async () => {
      await Promise.all([pools.public.destroy(), pools.own.destroy()]);
    },
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
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isLoopback(address) && !isPublicAddress(literal)) {
    return { kind: 'failed', why: `${literal} is not a public address` };
  }
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

/**
 * What no server on the internet has: this machine, private networks, links, metadata of clouds, groups, documentation.
 */
const notPublic = new BlockList();
for (const [network, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, length, 'ipv4');

/** Of IPv6, what is given to servers; others, and ways to reach IPv4 through it, are not needed. */
const publicOfSix = new BlockList();
publicOfSix.addSubnet('2000::', 3, 'ipv6');
const notPublicOfSix = new BlockList();
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  notPublicOfSix.addSubnet(network, length, 'ipv6');

/** Whether an address, as text, can be that of a server on the internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      return publicOfSix.check(address, 'ipv6') && !notPublicOfSix.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * Looks a name up for a connection, and refuses it where any of its addresses is not public: what was looked up is what
 * is connected to.
 */
const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const other = addresses.find(({ address }) => !isPublicAddress(address));
    if (other !== undefined)
      return callback(new Error(`${host} has the address ${other.address}, which is not public`), []);
    const [first] = addresses;
    if (options.all || first === undefined) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
