import { daysAfter } from '../../base/time.ts';
import { cleanText } from '../../base/words/cleanText.ts';
import { type Prioritised, prioritise } from '../../reading/changePriority.ts';
import { filedDay } from '../../reading/dates/findDays.ts';
import { nearDays } from '../../reading/entryPriority.ts';
import { caseDates } from '../../reading/events/caseDates.ts';
import type { DateLine } from '../../reading/events/dateLine.ts';
import { readDateLines } from '../../reading/events/readDateLines.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { courtsToday } from '../../records/courts.ts';
import type { Entry } from '../../records/docket.ts';
import type { EntryReading } from '../../records/entryReading.ts';
import type { SearchRecord } from '../../records/record.ts';
import type { MessageChange } from './content.ts';

/** As `prioritise` says, but a day that the end of its case has set aside, or nobody has set, asks nobody to act. */
export function prioritisedFor(change: MessageChange, watches: Parameters<typeof prioritise>[1]): Prioritised {
  const found = prioritise(change, watches);
  const today = courtsToday(new Date(change.detectedAt));
  if (found.priority !== 'act' && movesNear(change, today)) return { ...found, priority: 'act', reason: 'due' };
  if (found.reason !== 'due') return found;
  const days = daysSet({ ...change, reading: found.reading }, today);
  if (movesNear(change, today) || days.some(({ act }) => act === 'sets')) return found;
  return { ...found, priority: 'read', reason: undefined };
}

/** Whether a date that is near, or was, is moved or vacated: the reader has it in a calendar. */
export function movesNear({ moved = [] }: Pick<MessageChange, 'moved'>, today: string): boolean {
  const isNear = (day: string) => day >= today && day <= daysAfter(today, nearDays);
  return moved.some(({ was, date }) => isNear(was) || (date !== undefined && isNear(date)));
}

interface Filing {
  readonly record: SearchRecord;
  readonly entry?: Entry | undefined;
  readonly reading: EntryReading | undefined;
  readonly replaced?: readonly string[] | undefined;
}

/** The days from `today` (ISO) on that a filing sets or asks for. The end of a case sets those of before aside. */
export function daysSet({ record, entry, reading, replaced = [] }: Filing, today: string): DateLine[] {
  if (entry === undefined || reading === undefined || reading.dates.length === 0) return [];
  const ended = (record.type === 'docket' && record.dateTerminated) || '9999';
  return readDateLines(cleanText(entry.description), reading, entry.dateFiled)
    .filter(({ act, date }) => (act === 'sets' || act === 'asks') && (date === undefined || date >= today))
    .filter(({ act, date = '' }) => date <= ended || (act === 'sets' && (filedDay(entry.dateFiled) ?? '9999') >= ended))
    .filter(({ date = '' }) => !replaced.includes(date));
}

/**
 * Days that these filings of one case name, and on which nothing stands after the later ones. Where the meaning is not
 * certain, both days remain; a filing without a number has no place in their order.
 */
export function replacedDays(changes: readonly MessageChange[]): string[] {
  const filings = changes.flatMap(({ entry, reading }) => {
    if (entry === undefined || !/^\d/.test(entry.documentNumber)) return [];
    const { documentNumber, description, dateFiled } = entry;
    const said = reading ?? readEntry(description, dateFiled);
    if (said.dates.length === 0) return [];
    const filed = filedDay(dateFiled);
    const source = { seq: Number.parseInt(documentNumber, 10), documentNumber, filed, refersTo: said.refersTo };
    return [{ source, lines: readDateLines(cleanText(description), said, dateFiled) }];
  });
  if (filings.length < 2) return [];
  const named = filings.flatMap(({ lines }) => lines.flatMap(({ date }) => date ?? []));
  const valid = caseDates(filings).filter(({ status }) => status === 'set' || status === 'asked');
  return named.filter((date) => !valid.some((event) => event.date === date));
}
