import type { Logger } from 'pino';
import { type Dispatcher, request } from 'undici';
import { messageOf } from '../../../base/errors.ts';
import { errorMessage, openPool, readCapped, retryAfterMs } from '../../../base/http.ts';
import { dayMs, hourMs } from '../../../base/time.ts';
import { userAgent } from '../../../base/version.ts';
import { placeInZone } from '../../../base/words/readerDate.ts';
import type { Config } from '../../../config/config.ts';
import type { FeedsConfig } from '../../../config/readNudges.ts';
import { courtZone } from '../../../records/courts.ts';
import type { Store, Trx } from '../../../store/store.ts';
import type { Job } from '../../jobs.ts';
import { takeIn } from '../followNudges.ts';
import { watchedCourts } from '../nudgeQueries.ts';
import {
  claimFeed,
  ensureFeeds,
  type FeedKey,
  type FeedMarks,
  type FeedSource,
  feedAddress,
  keyText,
  listFeeds,
  noteFeed,
  wantedFeeds,
} from './feedSourcesTable.ts';
import { largestFeedBytes, readFeed } from './readFeed.ts';

type FeedIncident = Readonly<{ kind: 'feed-unreadable'; subject: string; about?: string; detail: string }>;

export interface PollParts {
  readonly store: Store;
  readonly config: Pick<Config, 'nudges'>;
  readonly incidents: {
    begin(trx: Trx, incident: FeedIncident): Promise<unknown>;
    end(trx: Trx, incident: FeedIncident): Promise<unknown>;
  };
  readonly template?: string | undefined; // Address for the sandbox; absent: the courts' own.
  readonly clock: () => Date;
  readonly log: Logger;
}

const feedsSeconds = 2;
const courtsEveryMs = 60_000;
const hostsAtOnce = 4;
const longestWaitMs = 6 * hourMs;

export function feedsJob(parts: PollParts): Job {
  const { store, config, clock } = parts;
  const sources = Object.values(config.nudges).filter((source) => source.type === 'feeds');
  const fetchers = new Map(sources.map((source) => [source.name, openFeedFetcher({ contact: source.contact, clock })]));
  const ending = new AbortController();
  let wanted: readonly FeedKey[] = [];
  let wantedAt = Number.NEGATIVE_INFINITY;
  const work = async () => {
    if (performance.now() - wantedAt > courtsEveryMs) {
      const courts = [...(await watchedCourts(store.db)).keys()].filter((court) => feedAddress(court) !== undefined);
      wanted = wantedFeeds(sources, courts);
      await ensureFeeds(store.db, wanted, clock());
      wantedAt = performance.now();
    }
    const names = new Set(wanted.map(keyText));
    const now = clock().toISOString();
    const asked = (await listFeeds(store.db)).flatMap((feed) => {
      if (!names.has(keyText(feed)) || feed.nextAt > now) return [];
      const source = sources.find(({ name }) => name === feed.source);
      const fetcher = fetchers.get(feed.source);
      const address = source && feedAddress(feed.court, source.url ?? parts.template);
      return source && fetcher && address !== undefined ? [{ feed, source, fetcher, address }] : [];
    });
    const hosts = [...Map.groupBy(asked, ({ address }) => new URL(address).host).values()];
    const next = async () => {
      for (let calls = hosts.pop(); calls !== undefined; calls = hosts.pop())
        for (const call of calls) if (!ending.signal.aborted) await poll(parts, { ...call, signal: ending.signal });
    };
    await Promise.all(Array.from({ length: hostsAtOnce }, next));
  };
  return {
    name: 'feeds',
    when: feedsSeconds,
    work,
    breakOff: () => ending.abort(),
    close: async () => {
      for (const fetcher of fetchers.values()) await fetcher.close();
    },
  };
}

interface Call {
  readonly feed: FeedSource;
  readonly source: FeedsConfig;
  readonly fetcher: ReturnType<typeof openFeedFetcher>;
  readonly address: string;
  readonly signal: AbortSignal;
}

async function poll(parts: PollParts, call: Call): Promise<void> {
  const { store, clock, log } = parts;
  const { fetcher, address, signal } = call;
  const feed = await claimFeed(store.db, call.feed, clock());
  if (feed === undefined) return;
  const fetched = await fetcher.fetch(address, feed.state.marks ?? {}, signal);
  if (signal.aborted) return;
  const matched = await store.transaction((trx) => takeFeed(trx, parts, { ...call, feed }, fetched));
  if (matched === undefined) return;
  log.debug({ source: feed.source, court: feed.court, matched }, 'a feed was read');
}

/** @returns the number of signals about watched cases; undefined if another process took over */
async function takeFeed(trx: Trx, parts: PollParts, { feed, source }: Call, fetched: Fetched) {
  const now = parts.clock();
  const { court } = feed;
  const read = readFetched(fetched, court);
  const note = (after: Partial<FeedSource>) => noteFeed(trx, feed, { ...feed, failures: 0, error: null, ...after });
  if (read.kind === 'failed') {
    const failures = feed.failures + 1;
    const growingMs = source.every * 1000 * 2 ** Math.min(failures - 1, 5);
    const waitMs = Math.min(longestWaitMs, Math.max(read.retryAfterMs ?? 0, growingMs));
    const state = { ...feed.state, failingSince: feed.state.failingSince ?? now.toISOString() };
    if (!(await note({ failures, error: read.why, nextAt: inMs(now, waitMs), state }))) return undefined;
    // A court that fails for some hours is no incident, since scheduled checks find its filings.
    const goesOn = 'Tipstaff tries it again. Checks continue on schedule; without the feed they find filings later.';
    if (now.getTime() - Date.parse(state.failingSince) >= dayMs)
      await parts.incidents.begin(trx, incidentOf(feed, `${read.why} ${goesOn}`));
    return 0;
  }
  const end = async () => {
    if (feed.failures > 0) await parts.incidents.end(trx, incidentOf(feed, 'It can be read again.'));
  };
  const nextAt = inMs(now, pauseMs(source, court, feed.state.ttlMinutes, now));
  const readAt = now.toISOString();
  if (read.kind === 'unchanged') {
    if (!(await note({ readAt, nextAt, state: { ...feed.state, failingSince: undefined } }))) return undefined;
    await end();
    return 0;
  }
  const { items, coverage, ttlMinutes } = read.feed;
  const from = { source: feed.source, court, isFirst: feed.readAt === null };
  const matched = await takeIn(trx, from, items, now);
  const marks = fetched.kind === 'feed' ? fetched.marks : undefined;
  const state = { marks, coverage, items: items.length, ttlMinutes };
  if (!(await note({ readAt, nextAt, state }))) throw new Error('another process reads this feed');
  await end();
  return matched;
}

function incidentOf({ source, court }: FeedKey, detail: string): FeedIncident {
  return { kind: 'feed-unreadable', subject: `${court} in ${source}`, about: source, detail };
}

function readFetched(fetched: Fetched, court: string) {
  if (fetched.kind !== 'feed') return fetched;
  try {
    return { kind: 'read' as const, feed: readFeed(fetched.bytes, court) };
  } catch (error) {
    return { kind: 'failed' as const, why: messageOf(error), retryAfterMs: undefined };
  }
}

/** The longest of: the config's interval, the court's ttl, and an hour while the court is closed. */
function pauseMs({ every }: FeedsConfig, court: string, ttlMinutes: number | undefined, now: Date): number {
  const seconds = Math.max(every, (ttlMinutes ?? 0) * 60, isResting(court, now) ? 3600 : 0);
  return Math.min(longestWaitMs, seconds * 1000);
}

function isResting(court: string, now: Date): boolean {
  const there = placeInZone(now.toISOString(), courtZone(court, undefined) ?? 'America/Chicago');
  const hour = Number(there?.clock.slice(0, 2));
  return new Date(there?.day ?? now).getUTCDay() % 6 === 0 || hour < 6 || hour >= 22;
}

function inMs(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}

const timeoutMs = 20_000;
const mostRedirects = 3;

type Fetched =
  | { readonly kind: 'feed'; readonly bytes: Buffer; readonly marks: FeedMarks }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly why: string; readonly retryAfterMs?: number | undefined };

/** @param contact sent with every request, so that a court can reach the operator */
function openFeedFetcher({ contact, clock }: { readonly contact?: string | undefined; clock(): Date }) {
  const dispatcher = openPool({ connect: { timeout: 10_000 } });
  const agent = contact === undefined ? userAgent : `${userAgent} (${contact})`;
  return {
    /** Never rejects. Limited to 20 s and 2 MB. */
    async fetch(address: string, marks: FeedMarks, signal: AbortSignal): Promise<Fetched> {
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
  const waitMs = retryAfterMs(header('retry-after'), clock());
  return { kind: 'failed', why: `HTTP ${statusCode}${where}`, retryAfterMs: waitMs };
}
