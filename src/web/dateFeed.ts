import { datesOfWatches } from '../alerts/watchDates.ts';
import { courtsToday, daysAfter } from '../calendar/courtsToday.ts';
import { icsFile } from '../calendar/icsFile.ts';
import type { Config } from '../config/config.ts';
import type { Store } from '../store/store.ts';

/** How long past dates stay in the feed. */
const pastDays = 365;

/** The dates of a watch, or of all watches that notify a channel, as an iCalendar feed; undefined when the config has neither. */
export async function dateFeed(
  store: Store,
  config: Pick<Config, 'watches' | 'channels'>,
  name: string,
  now: Date,
): Promise<string | undefined> {
  const watch = config.watches.find((each) => each.id === name);
  if (watch === undefined && !Object.hasOwn(config.channels, name)) return undefined;
  const watches = watch === undefined ? config.watches.filter((each) => each.notify.includes(name)) : [watch];
  const from = daysAfter(courtsToday(now), -pastDays);
  const dates = await datesOfWatches(store.db, watches, { from });
  const title = watch?.confidential ? (watch.matter ?? 'a confidential watch') : (watch?.name ?? name);
  return icsFile(dates, { name: title, stamp: now });
}
