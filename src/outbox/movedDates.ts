import type { CalendarEvent } from '../dates/calendarEvent.ts';
import type { MessageChange, MovedDate } from '../message/content.ts';
import { filedDay } from '../reading/dates/findDays.ts';

/** Whether the filing is the last one that set, moved or cancelled the date. */
export function isSetBy(event: CalendarEvent, { entry }: Pick<MessageChange, 'entry'>): boolean {
  return entry !== undefined && entry.documentNumber === event.entry && filedDay(entry.dateFiled) === event.filed;
}

/**
 * The dates that a filing moved or vacated: of those of its case, as they stand now. One that a party only asked for
 * was never set, so nothing is vacated with it.
 */
export function movedBy(change: Pick<MessageChange, 'entry'>, events: readonly CalendarEvent[]): MovedDate[] {
  const own = events.filter((event) => isSetBy(event, change));
  const isSetAnew = ({ title }: CalendarEvent) => own.some((one) => one.status === 'set' && one.title === title);
  return own.flatMap((event): MovedDate[] => {
    const { title, what, date, status, earlier: [last] = [], sentence } = event;
    if (what !== 'hearing' && what !== 'deadline') return [];
    const known = { title, what, sentence };
    if (status === 'cancelled') return isSetAnew(event) ? [] : [{ ...known, was: date }];
    return status === 'set' && last !== undefined ? [{ ...known, was: last.date, date }] : [];
  });
}
