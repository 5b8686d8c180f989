import { z } from 'zod';
import { type DaySpan, datesOfWatches, type WatchDate } from '../../../alerts/message/watchDates.ts';
import { daysAfter } from '../../../base/time.ts';
import { ownNumbersOf } from '../../../check/likeness/looksTable.ts';
import { idsOf, narrowed, type WatchConfig } from '../../../config/config.ts';
import type { Sight } from '../../../people/sight.ts';
import { isKept } from '../../../reading/events/calendarEvent.ts';
import { dateStatuses } from '../../../reading/events/dateLine.ts';
import { courtsToday } from '../../../records/courts.ts';
import { rightNumber } from '../../../records/design.ts';
import { dayOfManyDates } from '../../../store/snapshot/entriesTable.ts';
import { findKnown, loadRecords } from '../../../store/snapshot/recordsTable.ts';
import { starredKeys } from '../../../store/snapshot/storeChangesTable.ts';
import { type Db, spanOf } from '../../../store/store.ts';
import type { PageConfig, PageParts } from '../../frame/page.ts';
import { partOf, placeIn } from '../../lists/list.ts';
import { address, addressOf, day, filterOf, listing, ofMatter, ofWatch, watchesAsked } from '../../lists/listing.ts';
import type { Visit } from '../../visit/visit.ts';

export const dateKinds = ['hearing', 'deadline', 'expiry', 'renewal'] as const;

const filter = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
  ...ofWatch,
  ...ofMatter,
  kind: z.enum(dateKinds).optional(),
  designs: z.literal('all').optional(),
  /** For the current month: the list contains all dates ahead. Default: those of `listedDays`. */
  days: z.literal('all').optional(),
});

export const listedDays = 90;

export function calendarAsked({ url, now }: Pick<Visit, 'url' | 'now'>) {
  const thisMonth = courtsToday(now).slice(0, 7);
  const { month = thisMonth, ...asked } = filterOf({ filter }, { url });
  // The list of the current month continues into the next months.
  return { ...asked, month, isNow: month === thisMonth };
}

/** Returns the dates of the chosen list. Without a chosen watch, only `ownDates`, unless all designs are chosen. */
export async function datesAsked({ store }: PageParts, visit: Visit): Promise<WatchDate[]> {
  const { month, isNow, matter, watch, kind, designs, days } = calendarAsked(visit);
  const watches = narrowed(visit.sight.readable, { matter, watch });
  const ahead = days === 'all' ? undefined : daysAfter(courtsToday(visit.now), listedDays);
  const until = isNow ? ahead : `${month}-31`;
  const dates = await datesOfWatches(store.db, watches, { from: `${month}-01`, until });
  const ofKind = dates.filter(({ what, status }) => (kind === undefined || what === kind) && status !== 'superseded');
  return designs === 'all' || watch !== undefined ? ofKind : ownDates(store.db, ofKind, watches);
}

/** Returns all dates of cases. Of designs, only those of `chosenKeys` and those that these watches search by number. */
async function ownDates(db: Db, dates: readonly WatchDate[], watches: readonly WatchConfig[]) {
  const named = new Set(idsOf(watches.filter(namesDesigns)));
  const chosen = await chosenKeys(db, watches, dates);
  return dates.filter((date) => isFor(named, date, chosen));
}

/** Returns the keys of starred designs, and of those with a date that these watches name as their own (`similarTo`). */
async function chosenKeys(db: Db, watches: readonly WatchConfig[], dates: readonly WatchDate[]) {
  const chosen = new Set(await starredKeys(db));
  const comparing = watches.filter(({ similarTo }) => similarTo !== undefined);
  if (comparing.length === 0) return chosen;
  const inConfig = comparing.flatMap(({ similarTo }) => similarTo?.registrations ?? []);
  const inPortfolios = [...(await ownNumbersOf(db, idsOf(comparing))).values()].flat();
  const numbers = new Set([...inConfig, ...inPortfolios].map(rightNumber));
  const dated = new Set(dates.flatMap(({ record }) => (record.type === 'design' ? [record.key] : [])));
  const keys = Array.from(dated, (key) => ({ key }));
  const known = await findKnown(db, 'design', keys);
  const records = await loadRecords(
    db,
    Array.from(known.values(), ({ id }) => id),
  );
  for (const { record } of records.values()) {
    const number = record.type === 'design' ? record.registrationNumber : undefined;
    if (number !== undefined && numbers.has(rightNumber(number))) chosen.add(record.key);
  }
  return chosen;
}

/** Returns the dates to keep in the coming days. `until` is the last day read if there are more than `atMost`. */
export async function datesAhead(
  db: Db,
  watches: readonly WatchConfig[],
  now: Date,
  { days, atMost }: { readonly days: number; readonly atMost: number },
) {
  const span = { from: courtsToday(now), until: daysAfter(courtsToday(now), days) };
  const until = await dayOfManyDates(db, span, atMost);
  const dates = await datesOfWatches(db, watches, { ...span, until: until ?? span.until });
  return { until, dates: await ownDates(db, dates.filter(isKept), watches) };
}

function isFor(ids: ReadonlySet<string>, { record, watches }: WatchDate, chosen: ReadonlySet<string>) {
  return record.type === 'docket' || chosen.has(record.key) || watches.some((id) => ids.has(id));
}

function namesDesigns({ searches }: Pick<WatchConfig, 'searches'>): boolean {
  return searches.every((one) => one.type === 'designs' && (one.registrationNumber ?? one.id) !== undefined);
}

/** Returns whether a watch names a class but nobody, so that most of its designs belong to strangers. */
function isClassWatch({ searches }: Pick<WatchConfig, 'searches'>): boolean {
  return searches.every(
    (one) =>
      one.type === 'designs' &&
      one.locarno !== undefined &&
      [one.holder, one.registrationNumber, one.id, one.idPrefix].every((value) => value === undefined),
  );
}

/** Leaves out designs of strangers, whose expiries would hide other dates, except in the calendar of one watch. */
export async function datesForFeed({ db }: PageParts['store'], watches: readonly WatchConfig[], span: DaySpan) {
  const dates = await datesOfWatches(db, watches, span);
  const others = new Set(idsOf(watches.filter((watch) => !isClassWatch(watch))));
  if (watches.length === 1 || others.size === watches.length) return dates;
  const chosen = await chosenKeys(db, watches, dates);
  return dates.filter((date) => isFor(others, date, chosen));
}

export const dateShape = z.looseObject({
  date: day,
  time: z.string().optional().describe('HH:MM in the time zone'),
  timezone: z.string().optional().describe('named beside the time, else of the court'),
  what: z.enum(dateKinds),
  title: z.string(),
  status: z.enum(dateStatuses),
  mayBeCancelled: z
    .string()
    .optional()
    .describe('The filing whose words may cancel it: D.I. 52; where the words are not clear, the date is kept.'),
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

function dateItem(config: PageConfig, { readable }: Sight, date: WatchDate) {
  const names = new Map(readable.map((watch) => [watch.id, watch.name]));
  return {
    ...date,
    watchNames: date.watches.map((id) => names.get(id) ?? id),
    address: addressOf(config, date.record),
  };
}

export const datesListing = listing({
  name: 'dates',
  item: dateShape,
  brief: ['date', 'time', 'title', 'status', 'case', 'entry'],
  api: {
    summary: 'Hearings, deadlines and expiries as filings and registers name them, the earliest first.',
    query: z.object({
      ...ofWatch,
      ...ofMatter,
      from: z.iso.date().optional().describe('the first day, e.g. 2026-12-01 (default: today)'),
      until: z.iso.date().optional().describe('the last day, included'),
    }),
    async list(parts, asking, query) {
      const place = placeIn('dates', query, z.tuple([z.string(), z.string(), z.string()]));
      const span = { from: query.from ?? courtsToday(asking.now), until: query.until };
      const found = await datesOfWatches(parts.store.db, watchesAsked(asking, query), span);
      const part = spanOf(found, placeOf, { limit: query.limit + 1, place });
      const { items, next } = partOf('dates', part, query, placeOf);
      return { items: items.map((date) => dateItem(parts.config, asking.sight, date)), next };
    },
  },
  file: {
    path: '/calendar',
    async load(parts, visit) {
      const dates = await datesAsked(parts, visit);
      const { isNow, month } = calendarAsked(visit);
      const called = isNow ? 'calendar' : `calendar-${month}`;
      return { called, items: dates.map((date) => dateItem(parts.config, visit.sight, date)) };
    },
  },
});

const placeOf = ({ date, time = '', uid }: WatchDate) => [date, time, uid] as const;
