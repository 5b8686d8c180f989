import type { DateLine } from '../dates/dateLine.ts';
import { dateTitle } from '../dates/dateTitle.ts';
import { readDateLines } from '../dates/readDateLines.ts';
import { filedDay } from '../reading/dates/findDays.ts';
import { courtsToday } from '../records/courtZone.ts';
import { recordPlace, recordTitle } from '../records/record.ts';
import { cleanText, shortText } from '../words/cleanText.ts';
import { type Reader, readerClock, readerDay } from '../words/readerDate.ts';
import type { NamedDate } from './outline.ts';
import type { RecordNews } from './recordNews.ts';

/** A calendar shows longer lists better. */
const mostDates = 12;

/** What the box says below its dates. */
export const datesRemark = 'Read from the texts of these filings. Check the docket before you rely on a date.';

/** The days ahead that the filings of a message set, the next first; at most twelve, and how many more there are. */
export function datesBox(
  news: readonly RecordNews[],
  reader: Reader & { readonly createdAt: string },
): { readonly dates: readonly NamedDate[]; readonly more: number } {
  const today = courtsToday(new Date(reader.createdAt));
  const all = news.flatMap((one) => datesOf(one, reader, today)).sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  return {
    dates: all.slice(0, mostDates).map(({ sortKey: _, ...date }) => date),
    more: Math.max(0, all.length - mostDates),
  };
}

function datesOf({ record, shown }: RecordNews, reader: Reader, today: string): (NamedDate & { sortKey: string })[] {
  const ended = (record.type === 'docket' && record.dateTerminated) || '9999';
  const place = `${recordTitle(record)} (${recordPlace(record)})`;
  return shown.flatMap(({ change: { entry }, prioritised: { reading } }) => {
    if (entry === undefined || reading === undefined || reading.dates.length === 0) return [];
    const number = shortText(entry.documentNumber, 20);
    const lines = readDateLines(cleanText(entry.description), reading, entry.dateFiled);
    return (
      lines
        .filter(({ act, date }) => (act === 'sets' || act === 'asks') && (date === undefined || date >= today))
        // The end of a case sets the days of before aside.
        .filter(({ date = '' }) => date <= ended || (filedDay(entry.dateFiled) ?? '9999') >= ended)
        .map((line) => ({
          when: whenOf(line, entry.dateFiled, reader),
          what: line.act === 'asks' ? `${dateTitle(line)} (asked for, not set)` : dateTitle(line),
          place,
          entry: number === '' ? '' : `D.I. ${number}`,
          sentence: shortText(cleanText(line.words), 240),
          // Days that are only counted come last: only the docket says when they begin.
          sortKey: `${line.days === undefined ? line.date : '9999'} ${line.time ?? ''}`,
        }))
    );
  });
}

function whenOf({ days, date = '', time }: DateLine, filed: string, reader: Reader): string {
  if (days !== undefined) return `${days} days from ${readerDay(filed, reader) || 'the filing'}`;
  const day = readerDay(date, reader);
  return time === undefined ? day : `${day}, ${readerClock(time, reader)}`;
}
