import type { Config, WatchConfig } from '../config/config.ts';
import type { Store } from '../database/store.ts';
import { icsFile } from '../dates/icsFile.ts';
import { openTitle, type Viewer, visibleWatches } from '../people/viewer.ts';
import { courtsToday, daysAfter } from '../records/courtZone.ts';
import { datesOfWatches } from '../schedule/watchDates.ts';

/** What a feed is about: a watch, all watches that notify a channel, or those of a matter; the first that has the name. */
export type FeedSubject =
  | { readonly kind: 'watch'; readonly watches: readonly [WatchConfig] }
  | { readonly kind: 'channel' | 'matter'; readonly watches: readonly WatchConfig[] };

export function feedSubject(
  { watches, channels }: Pick<Config, 'watches' | 'channels'>,
  name: string,
): FeedSubject | undefined {
  const watch = watches.find((each) => each.id === name);
  if (watch !== undefined) return { kind: 'watch', watches: [watch] };
  if (Object.hasOwn(channels, name))
    return { kind: 'channel', watches: watches.filter((each) => each.notify.includes(name)) };
  const ofMatter = watches.filter((each) => each.matter === name);
  return ofMatter.length === 0 ? undefined : { kind: 'matter', watches: ofMatter };
}

/** Whether the viewer may read a feed: that of a watch or matter of theirs, or of a channel where they may see every matter. */
export function mayReadFeed(viewer: Viewer, config: Pick<Config, 'watches' | 'channels'>, name: string): boolean {
  const subject = feedSubject(config, name);
  if (subject === undefined || subject.kind === 'channel') return viewer.matters === 'all';
  const visible = new Set(visibleWatches(config.watches, viewer).map(({ watch }) => watch.id));
  return subject.watches.every(({ id }) => visible.has(id));
}

/** How long past dates stay in the feed. */
const pastDays = 365;

/** The dates of a watch, a channel or a matter as an iCalendar feed; undefined when the config has none of that name. */
export async function dateFeed(
  store: Store,
  config: Pick<Config, 'watches' | 'channels'>,
  name: string,
  now: Date,
): Promise<string | undefined> {
  const subject = feedSubject(config, name);
  if (subject === undefined) return undefined;
  const from = daysAfter(courtsToday(now), -pastDays);
  const dates = await datesOfWatches(store.db, subject.watches, { from });
  const title = subject.kind === 'watch' ? openTitle(subject.watches[0]) : name;
  return icsFile(dates, { name: title, stamp: now });
}
