import type { Config } from '../config/config.ts';
import type { NudgeSource } from '../config/readNudges.ts';
import type { Db } from '../database/store.ts';
import { openIncidents } from '../outbox/incidentsTable.ts';
import { shortCourt } from '../records/courts.ts';
import { daysAgo } from '../time.ts';
import { spentByNudges } from './asksTable.ts';
import { feedAddress, wantedFeeds } from './feed/feedAddress.ts';
import { type FeedSource, keyText, listFeeds } from './feed/feedSourcesTable.ts';
import { isImprecise } from './ladder.ts';
import { announcedFirst, type Learnt, loadLearnt } from './learntQueries.ts';
import { loadOutcomes } from './nudgesTable.ts';
import { watchedCourts } from './watchedCasesQueries.ts';

/** A source as it is now, for one court; a source without a court has said nothing yet. */
export interface SourceNow {
  readonly source: string;
  readonly type: NudgeSource['type'];
  readonly court: string | null;
  readonly cases: number;
  /** `no-feed`: we know of none. `imprecise`: it is mostly wrong, and causes no checks for now. */
  readonly state: 'ok' | 'unread' | 'unreadable' | 'stale' | 'shrunk' | 'imprecise' | 'no-feed';
  readonly reason: string | null;
  readonly coverage: string | null;
  readonly items: number | null;
  readonly readAt: string | null;
  readonly nextAt: string | null;
  /** Of the last 30 days: signals by what became of them. */
  readonly confirmed: number;
  readonly known: number;
  readonly late: number;
  readonly unasked: number;
  readonly open: number;
  /** Confirmed ones among those that checks were asked for, 0 to 1; null where there was none. */
  readonly precision: number | null;
  /** Of the court's entries that were reported, the share that it had announced before, 0 to 1. */
  readonly announcedFirst: number | null;
  /** How late the service shows what the court has entered, at most: half of it sooner. */
  readonly lagMinutes: number | null;
}

export interface NudgesNow {
  readonly sources: readonly SourceNow[];
  /** Credits that nudges have caused today (UTC). */
  readonly spentToday: number;
}

const learntDays = 30;

/**
 * All sources of the config, each with the courts that it concerns.
 * @param countCourts how many watched cases each court has; it looks at every case
 */
export async function loadNudgesNow(
  db: Db,
  config: Pick<Config, 'nudges' | 'nudgeLimits'>,
  now: Date,
  countCourts: typeof watchedCourts = watchedCourts,
): Promise<NudgesNow> {
  if (Object.keys(config.nudges).length === 0) return { sources: [], spentToday: await spentByNudges(db, now) };
  const since = daysAgo(now, learntDays);
  const learnt = new Map((await loadLearnt(db, since)).map((one) => [keyText(one), one]));
  const shares = await announcedFirst(db, since);
  const feeds = new Map((await listFeeds(db)).map((feed) => [keyText(feed), feed]));
  const courts = await countCourts(db);
  const open = new Map((await openIncidents(db)).map(({ kind, subject, detail }) => [`${kind} ${subject}`, detail]));
  const sources: SourceNow[] = [];
  for (const source of Object.values(config.nudges)) {
    const isWrong = isImprecise(await loadOutcomes(db, source.name));
    for (const court of courtsOf(source, Object.values(config.nudges), courts, [...learnt.values()])) {
      const key = { source: source.name, court: court ?? '' };
      const feed = feeds.get(keyText(key));
      const state = isWrong
        ? imprecise
        : stateOf(source, court, feed, (kind) => open.get(`${kind} ${court} in ${source.name}`));
      sources.push({
        source: source.name,
        type: source.type,
        court,
        cases: courts.get(court ?? '') ?? 0,
        ...state,
        coverage: source.type === 'feeds' ? (feed?.state.coverage ?? null) : null,
        items: feed?.state.items ?? null,
        readAt: feed?.readAt ?? null,
        nextAt: feed?.nextAt ?? null,
        ...figuresOf(learnt.get(keyText(key)), shares.get(court ?? '')),
      });
    }
  }
  return { sources, spentToday: await spentByNudges(db, now) };
}

function courtsOf(
  source: NudgeSource,
  all: readonly NudgeSource[],
  watched: ReadonlyMap<string, number>,
  learnt: readonly Learnt[],
): (string | null)[] {
  const said = learnt.filter((one) => one.source === source.name).map(({ court }) => court);
  switch (source.type) {
    case 'feeds': {
      const feeds = all.filter((one) => one.type === 'feeds');
      const wanted = wantedFeeds(feeds, [...watched.keys()], { withoutFeeds: true });
      return wanted
        .filter((one) => one.source === source.name)
        .map(({ court }) => court)
        .sort();
    }
    case 'webhook':
      return said.length === 0 ? [null] : said.sort();
  }
}

type StateNow = Pick<SourceNow, 'state' | 'reason'>;

const imprecise: StateNow = { state: 'imprecise', reason: 'it is mostly wrong, and causes no checks for now' };

function stateOf(
  { type }: NudgeSource,
  court: string | null,
  feed: FeedSource | undefined,
  incident: (kind: string) => string | undefined,
): StateNow {
  if (type === 'webhook') return { state: 'ok', reason: null };
  if (type === 'feeds' && court !== null && feedAddress(court) === undefined) {
    return { state: 'no-feed', reason: 'the court has no feed that we know of' };
  }
  if (feed !== undefined && feed.failures > 0) return { state: 'unreadable', reason: feed.error };
  const [stale, shrunk] = [incident('feed-stale'), incident('feed-shrunk')];
  if (stale !== undefined) return { state: 'stale', reason: stale };
  if (shrunk !== undefined) return { state: 'shrunk', reason: shrunk };
  if (feed === undefined || feed.readAt === null) return { state: 'unread', reason: 'it was not asked for yet' };
  return { state: 'ok', reason: null };
}

function figuresOf(learnt: Learnt | undefined, share: { all: number; first: number } | undefined) {
  const { confirmed = 0, known = 0, late = 0, unasked = 0, open = 0 } = learnt ?? {};
  return {
    confirmed,
    known,
    late,
    unasked,
    open,
    precision: confirmed + late === 0 ? null : confirmed / (confirmed + late),
    announcedFirst: share === undefined || share.all === 0 ? null : share.first / share.all,
    lagMinutes: learnt?.lagMinutes ?? null,
  };
}

/** `60 %`; `-` where nothing is known. */
export function percent(share: number | null): string {
  return share === null ? '-' : `${Math.round(share * 100)} %`;
}

/** How late the service is: `within 41 minutes`, `within 3 hours`; `-` where nothing is known. */
export function lagWords(minutes: number | null): string {
  if (minutes === null) return '-';
  if (minutes < 120) return `within ${Math.max(1, minutes)} ${minutes <= 1 ? 'minute' : 'minutes'}`;
  return `within ${Math.round(minutes / 60)} hours`;
}

/**
 * What a feed of a court announces, by what it says of itself: `all docket entries`, `entries of type: order, motion`.
 */
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
const withoutFeed = new Set(
  'alnd caed flnd gand gasd hid ilsd kyed mdd miwb msnd mtd nceb ndd nvd nywd oked oknd pamd scd tnwd txnd vaed'.split(
    ' ',
  ),
);

/** What is to be expected of a court whose feed was not asked for yet. */
export function expectedCoverage(court: string): string {
  if (feedAddress(court) === undefined) return 'no feed that we know of; the schedule alone finds its filings';
  if (withoutFeed.has(court)) return 'had no feed in 2018; whether it has one now is seen after the first check';
  return 'its feed is asked for after the first check';
}

/**
 * For each court what its feed announces, as sentences: `D. Del.: all docket entries`. Courts that no source asks have
 * no line.
 */
export function coverageLines(courts: readonly string[], sources: readonly SourceNow[]): string[] {
  return courts.flatMap((court) => {
    const source = sources.find((one) => one.type === 'feeds' && one.court === court);
    return source === undefined ? [] : [`${shortCourt(court, undefined)}: ${coverageOf(source)}`];
  });
}
