import { courtZone } from '../../records/courtZone.ts';
import { hourMs } from '../../time.ts';
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

export interface Judged {
  readonly state: FeedState;
  /** Each with its words. */
  readonly problems: ReadonlyMap<FeedProblem, string>;
}

const [staleHours, quietHours, lookbackHours] = [2, 6, 20];
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
  const state: FeedState = {
    builtAt: feed.builtAt !== null && feed.builtAt > latest ? latest : feed.builtAt,
    coverage: feed.coverage,
    items: count,
    usualItems: work ? usual + (count - usual) * 0.1 : before.usualItems,
    newestAt: newest ?? before.newestAt,
    ttlMinutes: feed.ttlMinutes,
  };
  const problems = new Map<FeedProblem, string>();
  const stale = staleWords(state, court, now);
  if (stale !== undefined) problems.set('stale', stale);
  if (work && usual >= leastUsual && count < usual / 4) {
    problems.set('shrunk', `It has ${counted(count, 'item', 'items')}, usually about ${Math.round(usual)}.`);
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

/** Where the court has not made its feed anew for hours of a workday; undefined where nothing is wrong. */
export function staleWords({ builtAt, newestAt }: FeedState, court: string, now: Date): string | undefined {
  const hours = builtAt == null ? quietHours : staleHours;
  const last = builtAt ?? newestAt;
  if (last === undefined || !isWorking(court, now)) return undefined;
  // A workday's morning is measured from its beginning.
  const worked = isWorking(court, new Date(now.getTime() - hours * hourMs));
  if (!worked || now.getTime() - Date.parse(last) < hours * hourMs) return undefined;
  return `It has stood still since ${last.slice(0, 16)}Z.`;
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

const clocks = new Map<string, Intl.DateTimeFormat>();

function localTime(court: string, now: Date): { readonly weekday: string; readonly hour: number } {
  const timeZone = courtZone(court, undefined) ?? 'America/Chicago';
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  const parts = clock.formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { weekday: part('weekday'), hour: Number(part('hour')) };
}

/** Monday to Friday, 9 to 18 at the court. */
function isWorking(court: string, now: Date): boolean {
  const { weekday, hour } = localTime(court, now);
  return !/^S/.test(weekday) && hour >= 9 && hour < 18;
}

/** Night, or a weekend, at the court: little is entered then. */
export function isResting(court: string, now: Date): boolean {
  const { weekday, hour } = localTime(court, now);
  return /^S/.test(weekday) || hour < 6 || hour >= 22;
}
