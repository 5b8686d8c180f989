import { TipstaffError } from '../errors.ts';
import { filedDay } from '../reading/dates/findDays.ts';
import type { EntryDate, EntryReading } from '../reading/entryReading.ts';
import { readEntry } from '../reading/readEntry.ts';
import { print } from './output.ts';

/** Prints what one text says: one fact per line, or JSON. @throws TipstaffError `usage.filed` for an invalid day. */
export function printReading(text: string, options: { readonly filed?: string; readonly json?: boolean }): void {
  const { filed } = options;
  if (filed !== undefined && filedDay(filed) === undefined) {
    throw new TipstaffError('usage.filed', `--filed takes a day such as 2026-11-21, not ${JSON.stringify(filed)}.`);
  }
  const reading = readEntry(text, filed);
  if (options.json) print(JSON.stringify({ text, ...(filed !== undefined && { filed }), reading }));
  else for (const [name, value] of rowsOf(reading)) print(`${name.padEnd(11)}${value}`);
}

function rowsOf({ type, about, outcome, refersTo, dates }: EntryReading): [string, string][] {
  return [
    ['TYPE', type],
    ['ABOUT', about.join(', ') || '-'],
    ['OUTCOME', outcome ?? '-'],
    ['REFERS TO', refersTo.join(', ') || '-'],
    ...(dates.length === 0
      ? [['DATES', '-'] satisfies [string, string]]
      : dates.map((date, index): [string, string] => [index === 0 ? 'DATES' : '', wordsOf(date)])),
  ];
}

function wordsOf(date: EntryDate): string {
  const day = 'date' in date ? date.date : `in ${date.days} days`;
  return `${[day, ...(date.time === undefined ? [] : [date.time])].join(' ')}  ${date.what}  “${date.words}”`;
}
