import { courtsToday } from '../dates/courtsToday.ts';
import { joined, type List, rowsOf } from '../pages/lists/list.ts';
import { addressOf } from '../pages/lists/recordRows.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import { datesOfWatches } from '../schedule/watchDates.ts';

/** `2026-12`: the month that the address asks for, else this one. */
export function monthAsked(visit: Visit): string {
  const asked = visit.url.searchParams.get('month') ?? '';
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : courtsToday(visit.now).slice(0, 7);
}

/** The dates of the month that the calendar shows, as files. */
export const datesList: List = {
  path: '/calendar',
  async load({ store, config }, visit) {
    const month = monthAsked(visit);
    const watches = openWatches(config.watches, visit.viewer);
    const names = new Map(watches.map((watch) => [watch.id, watch.name]));
    const dates = await datesOfWatches(store.db, watches, { from: `${month}-01`, until: `${month}-31` });
    return rowsOf(`calendar-${month}`, dates, (date) => ({
      date: date.date,
      time: date.time,
      what: date.title,
      status: date.status,
      note: date.note,
      case: date.case,
      entry: date.entry || undefined,
      sentence: date.sentence || undefined,
      watches: joined(date.watches.map((id) => names.get(id) ?? id)),
      address: addressOf(config, date.record),
    }));
  },
};
