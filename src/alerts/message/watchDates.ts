import { daysAfter } from '../../base/time.ts';
import type { WatchConfig } from '../../config/config.ts';
import { filedDay } from '../../reading/dates/findDays.ts';
import {
  type CalendarEvent,
  designEvents,
  docketEvents,
  isKept,
  type ShownEvent,
} from '../../reading/events/calendarEvent.ts';
import { courtsToday } from '../../records/courts.ts';
import { watchesByQuery } from '../../schedule/syncWatches.ts';
import { loadDateLines, recordsWithDates } from '../../store/snapshot/entriesTable.ts';
import { designsExpiring } from '../../store/snapshot/listRecordsQueries.ts';
import { leftOutOf, leftOutRecords, loadMemberships } from '../../store/snapshot/membershipsTable.ts';
import { findKnown, loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';
import type { ChangesContent, MessageChange } from './content.ts';

export type WatchDate = ShownEvent & { readonly watches: readonly string[] };

/** ISO days, both included. */
export type DaySpan = { readonly from: string; readonly until?: string | undefined };

/** Includes canceled dates. Dates that a confidential watch found are discreet. */
export async function datesOfWatches(db: Db, watches: readonly WatchConfig[], span: DaySpan): Promise<WatchDate[]> {
  const dockets = await recordsWithDates(db, span.from, span.until);
  const designs = await designsIn(db, span);
  const watchesOf = await watchesByRecord(db, watches, [...dockets, ...designs.keys()]);
  const found = [...dockets].filter((id) => watchesOf.has(id));
  const events = new Map([...(await docketEventsOf(db, found)), ...designs]);
  const dates = [...watchesOf].flatMap(([recordId, finding]) => {
    const ofRecord = events.get(recordId) ?? [];
    const discreet = finding.some((watch) => watch.confidential) ? discreetLabel(finding) : undefined;
    const ids = finding.map((watch) => watch.id);
    const within = ofRecord.filter((event) => isWithin(event, span));
    // Only messages say which filing moved a date.
    return within.map(({ movedBy: _, ...event }) => ({ ...event, discreet, watches: ids }));
  });
  const place = ({ date, time = '00:00', case: name, uid }: WatchDate) => [date, time, name, uid].join(' ');
  return dates.sort((a, b) => byPlace.compare(place(a), place(b)));
}

const byPlace = new Intl.Collator();

function discreetLabel(watches: readonly Pick<WatchConfig, 'matter'>[]): string {
  return watches.find((watch) => watch.matter !== undefined)?.matter ?? 'a confidential watch';
}

export async function docketEventsOf(db: Db, recordIds: readonly number[]): Promise<Map<number, CalendarEvent[]>> {
  const records = await loadRecords(db, recordIds);
  const lines = await loadDateLines(db, recordIds);
  return new Map(
    [...lines].flatMap(([id, filings]) => {
      const record = records.get(id)?.record;
      return record?.type === 'docket' ? [[id, docketEvents(record, filings)] as const] : [];
    }),
  );
}

/** Renewal is possible from half a year before a design expires; the number of days depends on the months. */
const windowDays = { least: 178, most: 187 };

async function designsIn(db: Db, span: DaySpan): Promise<Map<number, CalendarEvent[]>> {
  const { from, until = '9000-12-31' } = span;
  const expiring = await designsExpiring(db, { from, until });
  const opening = { from: daysAfter(from, windowDays.least), until: daysAfter(until, windowDays.most) };
  const designs = [...expiring, ...(await designsExpiring(db, opening))];
  const events = [...new Map(designs)].map(([id, design]) => [id, designEvents(design)] as const);
  return new Map(events.filter(([, ofDesign]) => ofDesign.some((event) => isWithin(event, span))));
}

function isWithin({ date }: CalendarEvent, { from, until }: DaySpan): boolean {
  return date >= from && (until === undefined || date <= until);
}

async function watchesByRecord(db: Db, watches: readonly WatchConfig[], recordIds: readonly number[]) {
  const memberships = await loadMemberships(db, recordIds);
  const isLeftOut = leftOutOf(await leftOutRecords(db, recordIds));
  const watchesOf = watchesByQuery(watches);
  const finding = new Map<number, Set<WatchConfig>>();
  for (const { recordId, queryId } of memberships) {
    for (const watch of watchesOf.get(queryId) ?? []) {
      if (isLeftOut({ queryId, recordId, watchId: watch.id })) continue;
      finding.set(recordId, (finding.get(recordId) ?? new Set()).add(watch));
    }
  }
  return new Map([...finding].map(([id, set]) => [id, [...set]]));
}

/** Returns the current dates of cases. Dates of confidential watches are discreet. */
export async function datesOfChanges(
  db: Db,
  { changes, watches }: Pick<ChangesContent, 'changes' | 'watches'>,
): Promise<ShownEvent[]> {
  const ofCases = changes.filter(({ record }) => record.type === 'docket');
  const byCase = Map.groupBy(ofCases, ({ record }) => record.key);
  const keys = [...byCase.keys()].map((key) => ({ key }));
  const known = new Map([...(await findKnown(db, 'docket', keys)).values()].map(({ id, key }) => [key, id]));
  const events = await docketEventsOf(db, [...known.values()]);
  return [...byCase].flatMap(([key, ofCase]): ShownEvent[] => {
    const holding = watches.filter((watch) => ofCase.some((change) => change.watches.includes(watch.id)));
    const discreet = holding.some((watch) => watch.confidential) ? discreetLabel(holding) : undefined;
    const dates = datesOfCase(events.get(known.get(key) ?? -1) ?? [], ofCase);
    return dates.map((event) => ({ ...event, discreet }));
  });
}

/**
 * Returns the valid dates of a new docket, and all dates ahead of a docket that ended or reopened. Otherwise returns
 * the dates of these entries and the dates that they replace, so that calendars remove those.
 */
function datesOfCase(events: readonly CalendarEvent[], changes: readonly MessageChange[]): CalendarEvent[] {
  if (changes.some(({ kind }) => kind === 'docket.new')) return events.filter(isKept);
  const turned = changes.find(({ kind }) => kind === 'docket.status');
  if (turned !== undefined) {
    const today = courtsToday(new Date(turned.detectedAt));
    return events.filter(({ status, date }) => status !== 'superseded' && date >= today);
  }
  const own = events.filter((event) => changes.some((change) => isSetBy(event, change) || isMovedBy(event, change)));
  const replaced = events.filter((event) => event.status === 'superseded' && own.some((one) => replaces(one, event)));
  return [...own, ...replaced.filter((event) => !own.includes(event))];
}

function replaces({ title, date, earlier = [] }: CalendarEvent, old: CalendarEvent): boolean {
  const isEarlier = earlier.some((day) => day.date === old.date && day.entry === old.entry);
  return title === old.title && (isEarlier || date === old.date);
}

/** True for the entry that set the day in place of an earlier one, not for those that repeat the day. */
export function isMovedBy({ movedBy }: CalendarEvent, change: Pick<MessageChange, 'entry'>): boolean {
  return movedBy !== undefined && isSetBy(movedBy, change);
}

export function isSetBy(
  event: Pick<CalendarEvent, 'entry' | 'filed'>,
  { entry }: Pick<MessageChange, 'entry'>,
): boolean {
  return entry !== undefined && entry.documentNumber === event.entry && filedDay(entry.dateFiled) === event.filed;
}
