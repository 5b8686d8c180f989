import { dayOf } from '../../records/fieldForm.ts';
import { wordedDay } from './wordedDay.ts';

/** A day that the text names: where it is, and which day. */
export interface NamedDay {
  readonly start: number;
  readonly end: number;
  readonly date: string;
  /** The text names no year. */
  readonly yearless: boolean;
}

/** The longest schedule has fewer days; those beyond the limit are not read. */
const mostDays = 250;

const numeric = /(?<![\w/$.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])/g;
const iso = /(?<![\w/-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g;
const withoutYear = /(?<=\b(?:for|to|on|by|until|before|of|from|due) )(\d{1,2})\/(\d{1,2})(?![\d/]|\/)/g;
const withoutYearOnly = /^\d{1,2}\/\d{1,2}$/;
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}\\.?';
const monthFirst = new RegExp(`\\b${month} ?\\d{1,2}(?:st|nd|rd|th)?\\b(?:,? ?\\d{4}\\b)?`, 'gi');
const dayFirst = new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?(?: day)?(?: of)? ${month},? ?\\d{4}\\b`, 'gi');

/** Every day that the text names, in order; `filed` gives the year where the text names none. */
export function findDays(text: string, filed: string | undefined): NamedDay[] {
  const days: NamedDay[] = [];
  const add = (match: RegExpMatchArray, date: string | undefined): void => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    if (date && !days.some((day) => start < day.end && end > day.start))
      days.push({
        start,
        end,
        date,
        yearless: !/\d{4}|\d\/\d{2}$|-\d{2}$/.test(match[0]) || withoutYearOnly.test(match[0]),
      });
  };
  for (const match of first(text, numeric)) add(match, calendarDay(fullYear(match[4]), match[1], match[3]));
  for (const match of first(text, iso)) add(match, calendarDay(match[1], match[2], match[3]));
  for (const pattern of [monthFirst, dayFirst]) {
    for (const match of first(text, pattern)) add(match, dayOfWords(match[0], filed));
  }
  if (filed) for (const match of first(text, withoutYear)) add(match, nextSuchDay(match[1], match[2], filed));
  return days.sort((one, other) => one.start - other.start);
}

function* first(text: string, pattern: RegExp): Generator<RegExpMatchArray> {
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    if (count >= mostDays) return;
    count += 1;
    yield match;
  }
}

// The oldest dockets begin in the 1940s; the days that entries set are less than twenty years ahead.
function fullYear(year = ''): string {
  if (year.length === 4) return year;
  return Number(year) < 60 ? `20${year}` : `19${year}`;
}

/** The ISO day, if there is such a day: not the 31st of June, and not a number that cannot be a year. */
export function calendarDay(year = '', monthNumber = '', day = ''): string | undefined {
  const date = `${year}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date);
  return exists && Number(year) >= 1940 && Number(year) < 2100 ? date : undefined;
}

function dayOfWords(words: string, filed: string | undefined): string | undefined {
  const said = wordedDay(words);
  if (!said) return undefined;
  if (said.year !== undefined) return calendarDay(said.year, said.month, said.day);
  return filed === undefined ? undefined : nextSuchDay(said.month, said.day, filed);
}

/** Leap years, in which alone there is a 29 February, are eight years apart at most. */
const mostYearsAhead = 8;

/** A day without a year is the next such day from the day of filing on. */
function nextSuchDay(monthNumber = '', day = '', filed: string): string | undefined {
  const filedIn = Number(filed.slice(0, 4));
  for (let year = filedIn; year <= filedIn + mostYearsAhead; year += 1) {
    const date = calendarDay(String(year), monthNumber, day);
    if (date && date >= filed) return date;
  }
  return undefined;
}

/** The ISO day of `filed`, which may be ISO, "Nov 21, 2026" or "11/21/2026"; undefined when absent or no day of the calendar. */
export function filedDay(filed: string | undefined): string | undefined {
  const day = filed === undefined ? undefined : dayOf(filed);
  return day ? calendarDay(...(day.split('-') as [string, string, string])) : undefined;
}
