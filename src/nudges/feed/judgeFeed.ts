import { courtZone } from '../../records/courtZone.ts';
import { hourMs } from '../../time.ts';
import { placeInZone } from '../../words/readerDate.ts';
import { counted } from '../../words/sentence.ts';
import type { FeedMarks } from './fetchFeed.ts';
import type { CourtFeed } from './readFeed.ts';

/** What is known of a court's feed since it was last read; stored as JSON. Moments in ISO. */
export interface FeedState {
  readonly marks?: FeedMarks | undefined;
  readonly builtAt?: string | null | undefined;
  readonly coverage?: string | undefined;
  readonly items?: number | undefined;
  /** On average, on the court's workdays. */
  readonly usualItems?: number | undefined;
  readonly newestAt?: string | undefined;
  readonly ttlMinutes?: number | undefined;
}

/** What is wrong with a feed, or was when it was read. */
export type FeedProblem = 'stale' | 'shrunk' | 'retyped' | 'gap';

/** Each problem with its words; null where it cannot be said at this hour: then what was said of it stands. */
export type FeedProblems = ReadonlyMap<FeedProblem, string | null>;

export interface Judged {
  readonly state: FeedState;
  readonly problems: FeedProblems;
}

const [staleHours, quietHours, lookbackHours] = [2, 6, 20];
/** Even a quiet court enters something in a long weekend and two days. */
const silentHours = 144;
/** How much a poll counts towards what is usual; while a feed is far too short, hardly: it may stay so for days. */
const [pollsWeight, shortWeight] = [0.1, 0.002];
/** Fewer say nothing about what is usual. */
const leastUsual = 10;

/**
 * Compares a feed with what it was, to notice what a poll alone does not show: that it stands still, lost most of its
 * items, says another coverage, or that items may have come and gone between two polls.
 * @param seen how many of its items are new; `hadRead`: whether it was ever read before
 */
export function judgeFeed(
  before: FeedState,
  feed: CourtFeed,
  seen: { readonly fresh: number; readonly distinct: number },
  court: string,
  now: Date,
): Judged {
  // A court whose clock is ahead makes nothing in the future.
  const latest = now.toISOString();
  const newest = feed.items
    .flatMap(({ publishedAt }) => (publishedAt === null || publishedAt > latest ? [] : publishedAt))
    .sort()
    .at(-1);
  const count = feed.items.length;
  const work = isWorking(court, now);
  const usual = before.usualItems ?? count;
  const isShort = usual >= leastUsual && count < usual / 4;
  const state: FeedState = {
    builtAt: feed.builtAt !== null && feed.builtAt > latest ? latest : feed.builtAt,
    coverage: feed.coverage,
    items: count,
    usualItems: work ? usual + (count - usual) * (isShort ? shortWeight : pollsWeight) : before.usualItems,
    newestAt: newest ?? before.newestAt,
    ttlMinutes: feed.ttlMinutes,
  };
  const problems = new Map<FeedProblem, string | null>();
  const stale = staleWords(state, court, now);
  if (stale !== undefined) problems.set('stale', stale);
  if (isShort) {
    const words = `It has ${counted(count, 'item', 'items')}, usually about ${Math.round(usual)}.`;
    problems.set('shrunk', work ? words : null);
  }
  const said = before.coverage;
  if (said !== undefined && said !== feed.coverage) {
    problems.set('retyped', `It says of itself: ${quoted(feed.coverage)}. Before it said: ${quoted(said)}.`);
  }
  if (isGap(before, seen, now)) {
    problems.set(
      'gap',
      `Nothing of what it showed at the last poll is there any more: items may have come and gone since.`,
    );
  }
  return { state, problems };
}

/**
 * Where the court has not made its feed anew for hours of a workday, or it shows nothing new for days; undefined where
 * it moves, null where the hour does not let it be said.
 */
export function staleWords({ builtAt, newestAt }: FeedState, court: string, now: Date): string | null | undefined {
  const marks = [
    { at: builtAt, hours: staleHours },
    { at: newestAt, hours: builtAt == null ? quietHours : silentHours },
  ];
  const old = marks.find(({ at, hours }) => at != null && now.getTime() - Date.parse(at) >= hours * hourMs);
  if (old?.at == null) return undefined;
  // A workday's morning is measured from its beginning.
  const worked = new Date(now.getTime() - Math.min(old.hours, quietHours) * hourMs);
  if (!isWorking(court, now) || !isWorking(court, worked)) return null;
  return `It has stood still since ${old.at.slice(0, 16)}Z.`;
}

/** The feed goes back a day: what was newest, and younger, has to be there still. */
function isGap(before: FeedState, { fresh, distinct }: { fresh: number; distinct: number }, now: Date): boolean {
  const { newestAt, items = 0 } = before;
  if (newestAt === undefined || items < 3 || distinct === 0 || fresh < distinct) return false;
  return now.getTime() - Date.parse(newestAt) < lookbackHours * hourMs;
}

function quoted(words: string): string {
  return words === '' ? 'nothing' : `“${words.slice(0, 200)}”`;
}

/** 0 is Sunday. */
function localTime(court: string, now: Date): { readonly weekday: number; readonly hour: number } {
  const there = placeInZone(now.toISOString(), courtZone(court, undefined) ?? 'America/Chicago');
  return { weekday: new Date(there?.day ?? now).getUTCDay(), hour: Number(there?.clock.slice(0, 2)) };
}

/** Monday to Friday, 9 to 18 at the court. */
function isWorking(court: string, now: Date): boolean {
  const { weekday, hour } = localTime(court, now);
  return weekday % 6 !== 0 && hour >= 9 && hour < 18;
}

/** Night, or a weekend, at the court: little is entered then. */
export function isResting(court: string, now: Date): boolean {
  const { weekday, hour } = localTime(court, now);
  return weekday % 6 === 0 || hour < 6 || hour >= 22;
}
