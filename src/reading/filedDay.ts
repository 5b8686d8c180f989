import { dayOf } from '../records/fieldForm.ts';
import { calendarDay } from './dates/findDays.ts';

/** The ISO day of `filed`, which may be ISO, "Nov 21, 2026" or "11/21/2026"; undefined when absent or no day of the calendar. */
export function filedDay(filed: string | undefined): string | undefined {
  const day = filed === undefined ? undefined : dayOf(filed);
  return day ? calendarDay(...(day.split('-') as [string, string, string])) : undefined;
}
