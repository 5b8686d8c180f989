import type { Logger } from 'pino';
import { type Dispatcher, request } from 'undici';
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
  const dispatcher = openPool({ connect: { timeout: 10_000 } });
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
      const address = source && feedAddress(feed.court, source.url ?? parts.template);
      return source && address !== undefined ? [{ feed, source, address }] : [];
    });
    const hosts = [...Map.groupBy(asked, ({ address }) => new URL(address).host).values()];
    const next = async () => {
      for (let calls = hosts.pop(); calls !== undefined; calls = hosts.pop())
        for (const call of calls)
          if (!ending.signal.aborted) await poll(parts, { ...call, dispatcher, signal: ending.signal });
    };
    await Promise.all(Array.from({ length: hostsAtOnce }, next));
  };
  return { name: 'feeds', when: feedsSeconds, work, breakOff: () => ending.abort(), close: () => dispatcher.destroy() };
}

interface Call {
  readonly feed: FeedSource;
  readonly source: FeedsConfig;
  readonly address: string;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}

async function poll(parts: PollParts, call: Call): Promise<void> {
  const { store, clock, log } = parts;
  const feed = await claimFeed(store.db, call.feed, clock());
  if (feed === undefined) return;
  const fetched = await fetchFeed(call, clock);
  if (call.signal.aborted) return;
  const matched = await store.transaction((trx) => takeFeed(trx, parts, { ...call, feed }, fetched));
  if (matched === undefined) return;
  log.debug({ source: feed.source, court: feed.court, matched }, 'a feed was read');
}

/** @returns the number of signals about watched cases; undefined if another process took over */
async function takeFeed(trx: Trx, parts: PollParts, { feed, source }: Call, fetched: Fetched) {
  const now = parts.clock();
  const { court } = feed;
  const note = (after: Partial<FeedSource>) => noteFeed(trx, feed, { ...feed, failures: 0, error: null, ...after });
  if (fetched.kind === 'failed') {
    const failures = feed.failures + 1;
    const growingMs = source.every * 1000 * 2 ** Math.min(failures - 1, 5);
    const waitMs = Math.min(longestWaitMs, Math.max(fetched.retryAfterMs ?? 0, growingMs));
    const state = { ...feed.state, failingSince: feed.state.failingSince ?? now.toISOString() };
    if (!(await note({ failures, error: fetched.why, nextAt: inMs(now, waitMs), state }))) return undefined;
    // A court that fails for some hours is no incident, since scheduled checks find its filings.
    const goesOn = 'Tipstaff tries it again. Checks continue on schedule; without the feed they find filings later.';
    if (now.getTime() - Date.parse(state.failingSince) >= dayMs)
      await parts.incidents.begin(trx, incidentOf(feed, `${fetched.why} ${goesOn}`));
    return 0;
  }
  const { items, coverage, ttlMinutes } = fetched.content;
  const from = { source: feed.source, court, isFirst: feed.readAt === null };
  const matched = await takeIn(trx, from, items, now);
  const nextAt = inMs(now, pauseMs(source, court, ttlMinutes, now));
  const state = { coverage, items: items.length };
  if (!(await note({ readAt: now.toISOString(), nextAt, state }))) throw new Error('another process reads this feed');
  if (feed.failures > 0) await parts.incidents.end(trx, incidentOf(feed, 'It can be read again.'));
  return matched;
}

function incidentOf({ source, court }: FeedKey, detail: string): FeedIncident {
  return { kind: 'feed-unreadable', subject: `${court} in ${source}`, about: source, detail };
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
  | { readonly kind: 'read'; readonly content: ReturnType<typeof readFeed> }
  | { readonly kind: 'failed'; readonly why: string; readonly retryAfterMs?: number | undefined };

/** Never rejects. Limited to 20 s and 2 MB. */
async function fetchFeed(call: Call, clock: () => Date): Promise<Fetched> {
  const limited = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await ask({ ...call, signal: limited }, clock);
  } catch (error) {
    return { kind: 'failed', why: limited.aborted ? 'it did not respond within 20 seconds' : errorMessage(error) };
  }
}

async function ask(call: Call, clock: () => Date, redirects = 0): Promise<Fetched> {
  const { feed, source, dispatcher, signal } = call;
  const url = new URL(call.address);
  const headers = {
    accept: 'application/rss+xml, application/xml, text/xml',
    // With the contact, a court can reach the operator.
    'user-agent': source.contact === undefined ? userAgent : `${userAgent} (${source.contact})`,
  };
  const response = await request(url, { method: 'GET', headers, dispatcher, signal });
  const header = (name: string) => {
    const value = response.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const { statusCode } = response;
  if (statusCode === 200) {
    const bytes = await readCapped(response.body, largestFeedBytes, 'feed');
    return { kind: 'read', content: readFeed(bytes, feed.court) };
  }
  await response.body.dump();
  const next = statusCode >= 301 && statusCode <= 308 ? URL.parse(header('location') ?? '', url.href) : null;
  if (next !== null && next.origin === url.origin && redirects < mostRedirects) {
    return ask({ ...call, address: next.href }, clock, redirects + 1);
  }
  const where = next === null ? '' : `: it leads to ${next.host}, which is not followed`;
  const waitMs = retryAfterMs(header('retry-after'), clock());
  return { kind: 'failed', why: `HTTP ${statusCode}${where}`, retryAfterMs: waitMs };
}
