import type { Config } from '../config/config.ts';
import type { Store } from '../database/store.ts';
import { courtsToday, daysAfter } from '../dates/courtsToday.ts';
import { icsFile } from '../dates/icsFile.ts';
import { openTitle } from '../people/viewer.ts';
import { datesOfWatches } from '../schedule/watchDates.ts';
import { feedSubject } from './feedSubject.ts';

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
