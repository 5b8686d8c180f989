import { daysAgo } from '../../../base/time.ts';
import type { Config } from '../../../config/config.ts';
import type { FeedsConfig, NudgeSource } from '../../../config/readNudges.ts';
import { isTrialCourt } from '../../../records/courts.ts';
import { type Db, putRows, type Trx } from '../../../store/store.ts';
import { watchedCourts } from '../nudgeQueries.ts';
import { countOutcomes, noOutcomes, spentByNudges } from '../nudgesTable.ts';

export interface FeedState {
  readonly coverage?: string | undefined;
  readonly items?: number | undefined;
  readonly failingSince?: string | undefined; // Since when the feed cannot be read (ISO).
}

export type FeedSource = Awaited<ReturnType<typeof listFeeds>>[number];

export type FeedKey = Pick<FeedSource, 'source' | 'court'>;

const leaseSeconds = 120;

export async function ensureFeeds(db: Db, feeds: readonly FeedKey[], now: Date): Promise<void> {
  const known = new Set((await listFeeds(db)).map(keyText));
  const missing = feeds.filter((feed) => !known.has(keyText(feed)));
  const rows = missing.map(({ source, court }) => ({ source, court, nextAt: now.toISOString() }));
  await putRows(db, 'nudgeSources', rows, 'keep');
}

export function keyText({ source, court }: FeedKey): string {
  return `${source} ${court}`;
}

export async function listFeeds(db: Db) {
  const rows = await db
    .selectFrom('nudgeSources')
    .select(['source', 'court', 'nextAt', 'readAt', 'failures', 'error', 'state'])
    .orderBy('source')
    .orderBy('court')
    .execute();
  return rows.map((row) => ({ ...row, state: JSON.parse(row.state) as FeedState }));
}

/** Lets one process poll a feed for two minutes, until it is due again. @returns undefined if another one was first */
export async function claimFeed(db: Db, feed: FeedSource, now: Date): Promise<FeedSource | undefined> {
  const nextAt = new Date(now.getTime() + leaseSeconds * 1000).toISOString();
  const claimed = await ifUnchanged(db, feed).set({ nextAt }).executeTakeFirst();
  return claimed.numUpdatedRows > 0n ? { ...feed, nextAt } : undefined;
}

/** Stores the result of a poll and the next time. @returns false, and writes nothing, if another process took over */
export async function noteFeed(
  trx: Trx,
  claimed: FeedSource,
  { nextAt, readAt, failures, error, state }: Omit<FeedSource, 'source' | 'court'>,
): Promise<boolean> {
  const columns = { nextAt, readAt, failures, error, state: JSON.stringify(state) };
  return (await ifUnchanged(trx, claimed).set(columns).executeTakeFirst()).numUpdatedRows > 0n;
}

function ifUnchanged(db: Db, { source, court, nextAt }: FeedSource) {
  const ofCourt = db.updateTable('nudgeSources').where('source', '=', source).where('court', '=', court);
  return ofCourt.where('nextAt', '=', nextAt);
}

/** Courts whose feed has another name. The usual feed of ared has only orders. */
const ownNames: Readonly<Record<string, string>> = { nyed: 'readyDockets.pl', ared: 'rss_outside4.pl' };

const isCourtOfAppeals = (court: string) => /^(?:ca(?:[1-9]|1[01])|cadc|cafc)$/.test(court);

/** Builds the address from the court's id, never from a feed. @param template another address, with `{court}` in it */
export function feedAddress(court: string, template?: string): string | undefined {
  if (!/^[a-z0-9]{2,5}$/.test(court)) return undefined;
  if (template !== undefined) return template.replaceAll('{court}', court);
  const site = `https://ecf.${court}.uscourts.gov`;
  if (isCourtOfAppeals(court)) return `${site}/n/beam/servlet/TransportRoom?servlet=RSSGenerator`;
  if (!isTrialCourt(court) && court !== 'jpml') return undefined;
  return `${site}/cgi-bin/${ownNames[court] ?? 'rss_outside.pl'}`;
}

/** Includes courts that have no feed. */
export function wantedFeeds(sources: readonly FeedsConfig[], watched: readonly string[]): FeedKey[] {
  const held = new Set(watched);
  const named = sources.flatMap(({ name, courts }) =>
    courts.filter((court) => held.has(court)).map((court) => ({ source: name, court })),
  );
  const taken = new Set(named.map(({ court }) => court));
  const forAll = sources.find(({ courts }) => courts.includes('watched'));
  const rest = forAll === undefined ? [] : watched.filter((court) => !taken.has(court));
  return [...named, ...rest.map((court) => ({ source: forAll?.name ?? '', court }))];
}

/** Current state of a source for one court. `court` is null for a webhook that has not sent anything yet. */
type SourceNow = Awaited<ReturnType<typeof sourcesNow>>[number];

export type NudgesNow = Readonly<{ sources: readonly SourceNow[]; spentToday: number }>;

const countedDays = 30;

export async function loadNudgesNow(db: Db, { nudges }: Pick<Config, 'nudges'>, now: Date): Promise<NudgesNow> {
  const all = Object.values(nudges);
  const sources = all.length === 0 ? [] : await sourcesNow(db, all, now, await watchedCourts(db));
  return { sources, spentToday: await spentByNudges(db, now) };
}

async function sourcesNow(db: Db, all: readonly NudgeSource[], now: Date, courts: ReadonlyMap<string, number>) {
  const outcomes = await countOutcomes(db, daysAgo(now, countedDays));
  const byKey = new Map(outcomes.map((one) => [keyText(one), one]));
  const feeds = new Map((await listFeeds(db)).map((feed) => [keyText(feed), feed]));
  return all.flatMap((source) =>
    courtsOf(source, all, [...courts.keys()], outcomes).map((court) => {
      const key = keyText({ source: source.name, court: court ?? '' });
      const feed = feeds.get(key);
      const { confirmed, known, late, unasked, open } = byKey.get(key) ?? noOutcomes;
      return {
        source: source.name,
        type: source.type,
        court,
        cases: courts.get(court ?? '') ?? 0,
        ...stateOf(source, court, feed),
        coverage: source.type === 'feeds' ? (feed?.state.coverage ?? null) : null,
        items: feed?.state.items ?? null,
        readAt: feed?.readAt ?? null,
        nextAt: feed?.nextAt ?? null,
        ...{ confirmed, known, late, unasked, open },
      };
    }),
  );
}

function courtsOf(
  source: NudgeSource,
  all: readonly NudgeSource[],
  watched: readonly string[],
  outcomes: readonly FeedKey[],
): (string | null)[] {
  const own = (some: readonly FeedKey[]) =>
    some.flatMap((one) => (one.source === source.name ? [one.court] : [])).sort();
  const feeds = all.filter((one) => one.type === 'feeds');
  if (source.type === 'feeds') return own(wantedFeeds(feeds, watched));
  const said = own(outcomes);
  return said.length === 0 ? [null] : said;
}

function stateOf({ type }: NudgeSource, court: string | null, feed: FeedSource | undefined) {
  if (type === 'webhook') return { state: 'ok', reason: null };
  if (court !== null && feedAddress(court) === undefined)
    return { state: 'no-feed', reason: 'the court has no known feed' };
  if (feed !== undefined && feed.failures > 0) return { state: 'unreadable', reason: feed.error };
  if (feed === undefined || feed.readAt === null) return { state: 'unread', reason: 'not read yet' };
  return { state: 'ok', reason: null };
}

/** Puts the feed's own description into words: `all docket entries`, `entries of type: order, motion`. */
export function coverageOf({ state, coverage, reason }: Pick<SourceNow, 'state' | 'coverage' | 'reason'>): string {
  if (state === 'no-feed') return 'no known feed';
  if (coverage === null) return state === 'unread' ? 'not read yet' : `no feed that can be read (${reason ?? state})`;
  if (/type: all$|^all docket entries/i.test(coverage)) return 'all docket entries';
  const types = /type: (.+)$/.exec(coverage)?.[1];
  if (types !== undefined) return `entries of type: ${types.split(',').join(', ')}`;
  return coverage === '' ? 'a feed that does not say what it announces' : `“${coverage}”`;
}
