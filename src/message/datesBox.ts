import type { DateLine } from '../dates/dateLine.ts';
import { dateTitle } from '../dates/dateTitle.ts';
import { courtsToday, daysAfter } from '../records/courtZone.ts';
import { recordPlace, recordTitle } from '../records/record.ts';
import { cleanText, shortText } from '../words/cleanText.ts';
import { type Reader, readerClock, readerDay } from '../words/readerDate.ts';
import type { NamedDate } from './outline.ts';
import { isAboutMany, type RecordNews } from './recordNews.ts';
import { daysSet } from './setDates.ts';

/** A calendar shows longer lists better; above many records only the next that are set stand. */
const mostDates = 12;
const mostAboveMany = 5;

/** "This week" in the head of a message. */
const daysSoon = 7;

/** What the box says below its dates. */
export const datesRemark = 'Read from the texts of these filings. Check the docket before you rely on a date.';

/**
 * The days ahead that the filings of a message set, the next first; at most twelve, of many records five, and how many
 * more there are.
 */
export function datesBox(
  news: readonly RecordNews[],
  reader: Reader & { readonly createdAt: string; readonly pageUrl?: string | undefined },
): { readonly dates: readonly NamedDate[]; readonly more: number } {
  const today = courtsToday(new Date(reader.createdAt));
  const all = news.flatMap((one) => datesOf(one, reader, today)).sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  const isShort = reader.pageUrl !== undefined && isAboutMany(news);
  const most = isShort ? mostAboveMany : mostDates;
  const listed = isShort ? all.filter((date) => date.isSet) : all;
  return {
    dates: listed.slice(0, most).map(({ sortKey: _, ...date }) => date),
    more: all.length - Math.min(listed.length, most),
  };
}

function datesOf({ record, shown }: RecordNews, reader: Reader, today: string): (NamedDate & { sortKey: string })[] {
  const place = `${recordTitle(record)} (${recordPlace(record)})`;
  return shown.flatMap(({ change: { entry }, prioritised: { reading } }) => {
    if (entry === undefined) return [];
    const number = shortText(entry.documentNumber, 20);
    return daysSet({ record, entry, reading }, today).map((line) => ({
      when: whenOf(line, entry.dateFiled, reader),
      what: line.act === 'asks' ? `${dateTitle(line)} (asked for, not set)` : dateTitle(line),
      place,
      isSet: line.act === 'sets',
      isSoon: line.act === 'sets' && (line.date ?? '9999') <= daysAfter(today, daysSoon),
      entry: number === '' ? '' : `D.I. ${number}`,
      sentence: shortText(cleanText(line.words), 240),
      // Days that are only counted come last: only the docket says when they begin.
      sortKey: `${line.days === undefined ? line.date : '9999'} ${line.time ?? ''}`,
    }));
  });
}

function whenOf({ days, date = '', time }: DateLine, filed: string, reader: Reader): string {
  if (days !== undefined) return `${days} days from ${readerDay(filed, reader) || 'the filing'}`;
  const day = readerDay(date, reader);
  return time === undefined ? day : `${day}, ${readerClock(time, reader)}`;
}
