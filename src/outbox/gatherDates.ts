import type { Db } from '../database/store.ts';
import { type CalendarEvent, designEvents, isKept, type ShownEvent } from '../dates/calendarEvent.ts';
import type { MessageChange, WatchFacts } from '../message/content.ts';
import { filedDay } from '../reading/dates/findDays.ts';
import { discreetLabel, docketEventsOf } from '../schedule/watchDates.ts';
import { findKnown } from '../snapshot/recordsTable.ts';

/** What an alert reports, for the calendar of its reader. */
interface Reported {
  readonly changes: readonly MessageChange[];
  readonly watches: readonly WatchFacts[];
  /** Keys of designs. */
  readonly starred: ReadonlySet<string> | undefined;
}

/**
 * The dates that the filings among these changes set, move or cancel, as they stand now, and those of starred designs;
 * those of confidential watches are discreet.
 */
export async function datesOfChanges(db: Db, { changes, watches, starred }: Reported): Promise<ShownEvent[]> {
  const byRecord = [...Map.groupBy(changes, ({ record }) => `${record.type} ${record.key}`).values()];
  const keys = byRecord.flatMap(([first]) => (first?.record.type === 'docket' ? [{ key: first.record.key }] : []));
  const known = new Map([...(await findKnown(db, 'docket', keys)).values()].map(({ id, key }) => [key, id]));
  const events = await docketEventsOf(db, [...known.values()]);
  return byRecord.flatMap((ofRecord): ShownEvent[] => {
    const record = ofRecord.at(-1)?.record;
    if (record === undefined) return [];
    const holding = watches.filter((watch) => ofRecord.some((change) => change.watches.includes(watch.id)));
    const discreet = holding.some((watch) => watch.confidential) ? discreetLabel(holding) : undefined;
    const dates =
      record.type === 'docket'
        ? datesOfCase(events.get(known.get(record.key) ?? -1) ?? [], ofRecord)
        : starred?.has(record.key)
          ? designEvents(record)
          : [];
    return dates.map((event) => ({ ...event, discreet }));
  });
}

/**
 * A new docket comes with the dates that stand, one that ended or is open again with all; else those of the filings
 * reported, and the days whose place they take: a calendar that has these removes them.
 */
function datesOfCase(events: readonly CalendarEvent[], changes: readonly MessageChange[]): CalendarEvent[] {
  if (changes.some(({ kind }) => kind === 'docket.new')) return events.filter(isKept);
  if (changes.some(({ kind }) => kind === 'docket.status')) {
    return events.filter(({ status }) => status !== 'superseded');
  }
  const own = events.filter((event) => changes.some((change) => isSetBy(event, change)));
  const replaced = events.filter((event) => event.status === 'superseded' && own.some((one) => replaces(one, event)));
  return [...own, ...replaced.filter((event) => !own.includes(event))];
}

function isSetBy(event: CalendarEvent, { entry }: MessageChange): boolean {
  return entry !== undefined && entry.documentNumber === event.entry && filedDay(entry.dateFiled) === event.filed;
}

/** Another day of the same name, or another hour of the day. */
function replaces({ title, date, earlier = [] }: CalendarEvent, old: CalendarEvent): boolean {
  const isEarlier = earlier.some((day) => day.date === old.date && day.entry === old.entry);
  return title === old.title && (isEarlier || date === old.date);
}
