import type { EntryDate } from './entryReading.ts';
import { readEntry } from './readEntry.ts';

/** What an edit did to the days that an entry sets. */
export interface EditedDays {
  /** Days that it sets now and did not before, as the whole text names them. */
  readonly added: readonly EntryDate[];
  /** `DATE CHANGED`, `NEW DATE`; '' without new days. */
  readonly label: string;
}

/**
 * The days of the text now against those of the text before: the piece that was edited, `12/11/2026.`, does not say alone what the
 * day is for. Days that only went are no news by themselves: the service gives a short title where it gave the whole text.
 * @param filed the day of filing, as the service gives it
 */
export function editedDays(before: string, now: string, filed: string): EditedDays {
  const [old, days] = [readEntry(before, filed).dates, readEntry(now, filed).dates];
  const added = daysBeside(old, days);
  if (added.length === 0) return { added, label: '' };
  return { added, label: daysBeside(days, old).length > 0 ? 'DATE CHANGED' : 'NEW DATE' };
}

/** Those of `days` that are not among the known ones. */
export function daysBeside(known: readonly EntryDate[], days: readonly EntryDate[]): EntryDate[] {
  const keys = new Set(known.map(keyOf));
  return days.filter((day) => !keys.has(keyOf(day)));
}

function keyOf(day: EntryDate): string {
  return `${'date' in day ? day.date : day.days} ${day.time ?? ''}`;
}
