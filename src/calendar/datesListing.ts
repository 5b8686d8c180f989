import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { dateStatuses } from '../dates/caseDate.ts';
import { address, addressOf, day, listing, ofMatter, ofWatch, watchesAsked } from '../pages/lists/listing.ts';
import { partOf, placeIn, rowsAfter } from '../pages/lists/parts.ts';
import { courtsToday } from '../records/courtZone.ts';
import { datesOfWatches, type WatchDate } from '../schedule/watchDates.ts';
import { calendarAsked, datesAsked } from './chosenDates.ts';

export const dateShape = z.looseObject({
  date: day,
  time: z.string().optional().describe('HH:MM at the court'),
  timezone: z.string().optional().describe('of the court'),
  what: z.enum(['hearing', 'deadline', 'expiry', 'renewal']),
  title: z.string(),
  status: z.enum(dateStatuses),
  mayBeCancelled: z
    .string()
    .optional()
    .describe('The filing whose words may cancel it: D.I. 52; in doubt the date stands.'),
  note: z.string().optional(),
  case: z.string(),
  entry: z.string().describe('number of the filing that says so'),
  filed: day.optional().describe('of that filing'),
  sentence: z.string(),
  earlier: z
    .array(z.object({ date: day, entry: z.string() }))
    .optional()
    .describe('The days for which it was set before, the last one first.'),
  watches: z.array(z.string()),
  watchNames: z.array(z.string()),
  address,
  link: z.string().optional().describe('the document, else the docket or the register’s page'),
  uid: z.string().describe('the same in every calendar'),
  sequence: z.number().describe('how often it was changed'),
  record: z.object({ type: z.enum(['docket', 'design']), key: z.string() }),
});

/** A date as its listing has it. */
function dateItem(config: Config, date: WatchDate) {
  const names = new Map(config.watches.map((watch) => [watch.id, watch.name]));
  return {
    ...date,
    watchNames: date.watches.map((id) => names.get(id) ?? id),
    address: addressOf(config, date.record),
  };
}

export const datesListing = listing({
  name: 'dates',
  item: dateShape,
  api: {
    summary: 'Hearings, deadlines and expiries as filings and registers name them, the earliest first.',
    query: z.object({
      ...ofWatch,
      ...ofMatter,
      from: z.iso.date().optional().describe('default: today'),
      until: z.iso.date().optional(),
    }),
    async list(parts, asking, query) {
      const place = placeIn('dates', query, z.tuple([z.string(), z.string(), z.string()]));
      const span = { from: query.from ?? courtsToday(asking.now), until: query.until };
      const found = await datesOfWatches(parts.store.db, watchesAsked(parts, asking, query), span);
      const { items, next } = partOf('dates', rowsAfter(found, place, placeOf), query, placeOf);
      return { items: items.map((date) => dateItem(parts.config, date)), next };
    },
  },
  // Those of the month that the calendar shows: a day that a later order has replaced is in no list of dates to keep.
  file: {
    path: '/calendar',
    async load(parts, visit) {
      const dates = (await datesAsked(parts, visit)).filter(({ status }) => status !== 'superseded');
      const { month } = calendarAsked(visit);
      return { called: `calendar-${month}`, items: dates.map((date) => dateItem(parts.config, date)) };
    },
  },
});

function placeOf({ date, time = '', uid }: WatchDate) {
  return [date, time, uid] as const;
}
