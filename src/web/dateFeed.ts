import { datesOfWatches } from '../alerts/watchDates.ts';
import { courtsToday, daysAfter } from '../calendar/courtsToday.ts';
import { icsFile } from '../calendar/icsFile.ts';
import type { Config } from '../config/config.ts';
import type { Store } from '../store/store.ts';
import { feedSubject } from './feedSubject.ts';
import { openTitle } from './visit/viewer.ts';

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
