import { filedDay } from '../../reading/dates/findDays.ts';
import type { CalendarEvent } from '../../reading/events/calendarEvent.ts';
import { readEntry } from '../../reading/readEntry.ts';
import type { MessageChange, MovedDate } from '../message/content.ts';

/** Whether the filing is the last one that set, moved or cancelled the date. */
export function isSetBy(event: CalendarEvent, { entry }: Pick<MessageChange, 'entry'>): boolean {
  return entry !== undefined && entry.documentNumber === event.entry && filedDay(entry.dateFiled) === event.filed;
}

type Moving = Pick<MessageChange, 'entry' | 'kind' | 'fields'>;

/**
 * The dates that a filing moved or vacated: of those of its case, as they stand now. One that a party only asked for
 * was never set, so nothing is vacated with it. An edit that leaves the dates of a filing as they were moves none.
 */
export function movedBy(change: Moving, events: readonly CalendarEvent[]): MovedDate[] {
  const own = events.filter((event) => isSetBy(event, change));
  const isSetAnew = ({ title }: CalendarEvent) => own.some((one) => one.status === 'set' && one.title === title);
  return own.flatMap((event): MovedDate[] => {
    const { title, what, date, status, earlier: [last] = [], sentence } = event;
    if (what !== 'hearing' && what !== 'deadline') return [];
    const known = { title, what, sentence };
    if (status === 'cancelled') return isSetAnew(event) ? [] : [{ ...known, was: date }];
    return status === 'set' && last !== undefined && !keepsDates(change) ? [{ ...known, was: last.date, date }] : [];
  });
}

function keepsDates({ entry, kind, fields }: Moving): boolean {
  const before = fields.find(({ field }) => field === 'description')?.before;
  if (kind !== 'entry.updated' || entry === undefined || typeof before !== 'string') return kind === 'entry.updated';
  const [old, now] = [before, entry.description].map((text) => readEntry(text, entry.dateFiled).dates);
  return JSON.stringify(old) === JSON.stringify(now);
}
