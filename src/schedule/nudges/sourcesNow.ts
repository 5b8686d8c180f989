import { daysAgo } from '../../base/time.ts';
import type { Config } from '../../config/config.ts';
import type { NudgeSource } from '../../config/readNudges.ts';
import { shortCourt } from '../../records/courts.ts';
import type { Db } from '../../store/store.ts';
import {
  type FeedKey,
  type FeedSource,
  feedAddress,
  keyText,
  listFeeds,
  wantedFeeds,
} from './feed/feedSourcesTable.ts';
import { watchedCourts } from './nudgeQueries.ts';
import { countOutcomes, noOutcomes, spentByNudges } from './nudgesTable.ts';

/** A source as it is now, for one court; a source without a court has said nothing yet. */
export type SourceNow = Awaited<ReturnType<typeof sourcesNow>>[number];

export interface NudgesNow {
  readonly sources: readonly SourceNow[];
  readonly spentToday: number;
}

const countedDays = 30;

/** @param countCourts how many watched cases each court has; it reads every case */
export async function loadNudgesNow(
  db: Db,
  { nudges }: Pick<Config, 'nudges'>,
  now: Date,
  countCourts: typeof watchedCourts = watchedCourts,
): Promise<NudgesNow> {
  const all = Object.values(nudges);
  const sources = all.length === 0 ? [] : await sourcesNow(db, all, now, await countCourts(db));
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
  if (source.type === 'feeds') return own(wantedFeeds(feeds, watched, { withoutFeeds: true }));
  const said = own(outcomes);
  return said.length === 0 ? [null] : said;
}

interface StateNow {
  readonly state: 'ok' | 'unread' | 'unreadable' | 'no-feed';
  readonly reason: string | null;
}

function stateOf({ type }: NudgeSource, court: string | null, feed: FeedSource | undefined): StateNow {
  if (type === 'webhook') return { state: 'ok', reason: null };
  if (court !== null && feedAddress(court) === undefined)
    return { state: 'no-feed', reason: 'the court has no feed that we know of' };
  if (feed !== undefined && feed.failures > 0) return { state: 'unreadable', reason: feed.error };
  if (feed === undefined || feed.readAt === null) return { state: 'unread', reason: 'it was not asked for yet' };
  return { state: 'ok', reason: null };
}

/** By what it says of itself: `all docket entries`, `entries of type: order, motion`. */
export function coverageOf({ state, coverage, reason }: Pick<SourceNow, 'state' | 'coverage' | 'reason'>): string {
  if (state === 'no-feed') return 'no feed that we know of';
  if (coverage === null)
    return state === 'unread' ? 'a feed that was not read yet' : `no feed that can be read (${reason ?? state})`;
  if (/type: all$|^all docket entries/i.test(coverage)) return 'all docket entries';
  const types = /type: (.+)$/.exec(coverage)?.[1];
  if (types !== undefined) return `entries of type: ${types.split(',').join(', ')}`;
  return coverage === '' ? 'a feed that does not say what it announces' : `“${coverage}”`;
}

/** Courts that had no feed in 2018, by what others found then. */
const withoutFeed =
  'alnd caed flnd gand gasd hid ilsd kyed mdd miwb msnd mtd nceb ndd nvd nywd oked oknd pamd scd tnwd txnd vaed';

export function expectedCoverage(court: string): string {
  if (feedAddress(court) === undefined) return 'no feed that we know of; the schedule alone finds its filings';
  if (withoutFeed.split(' ').includes(court))
    return 'had no feed in 2018; whether it has one now is seen after the first check';
  return 'its feed is asked for after the first check';
}

/** As sentences: `D. Del.: all docket entries`. Courts that no source asks have no line. */
export function coverageLines(courts: readonly string[], sources: readonly SourceNow[]): string[] {
  return courts.flatMap((court) => {
    const source = sources.find((one) => one.type === 'feeds' && one.court === court);
    return source === undefined ? [] : [`${shortCourt(court, undefined)}: ${coverageOf(source)}`];
  });
}
