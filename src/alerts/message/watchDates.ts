import { daysAfter } from '../../base/time.ts';
import type { WatchConfig } from '../../config/config.ts';
import { type CalendarEvent, designEvents, docketEvents, type ShownEvent } from '../../reading/events/calendarEvent.ts';
import { watchesByQuery } from '../../schedule/syncWatches.ts';
import { designsExpiring, loadDateLines, recordsWithDates } from '../../store/snapshot/entryDatesQueries.ts';
import { leftOutOf, leftOutRecords, loadMemberships } from '../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';

export type WatchDate = ShownEvent & { readonly watches: readonly string[] };

/** ISO days, both included. */
export type DaySpan = { readonly from: string; readonly until?: string | undefined };

/** Cancelled ones too. An event that a confidential watch found is discreet. */
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
    return ofRecord.filter((event) => isWithin(event, span)).map((event) => ({ ...event, discreet, watches: ids }));
  });
  const ordered = dates.map((date) => ({
    date,
    place: [date.date, date.time ?? '00:00', date.case, date.uid].join(' '),
  }));
  return ordered.sort((a, b) => byPlace.compare(a.place, b.place)).map(({ date }) => date);
}

const byPlace = new Intl.Collator();

export function discreetLabel(watches: readonly Pick<WatchConfig, 'matter'>[]): string {
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

/** The window for a renewal opens half a year before the design expires; in days that depends on the months. */
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
