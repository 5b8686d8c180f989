import { daysAfter } from '../../base/time.ts';
import { cleanText, shortText } from '../../base/words/cleanText.ts';
import { courtClock, type Reader, readerDay, withReaderDays } from '../../base/words/readerDate.ts';
import { firstFew } from '../../base/words/sentence.ts';
import { type DateLine, dateTitle } from '../../reading/events/dateLine.ts';
import { clockZone, courtsToday } from '../../records/courts.ts';
import type { Entry } from '../../records/docket.ts';
import { type DatesBox, type NamedDate, pageLink } from './outline.ts';
import type { RecordNews } from './recordNews.ts';
import { daysSet } from './words/consequence.ts';
import { recordName } from './words/recordWords.ts';

/** The most dates in a message; a calendar shows longer lists better. */
const mostDates = 12;

/** The most dates in a message about many records. */
const mostOfMany = 6;

export const daysSoon = 7;

/** The most characters of a quoted sentence in a message about many records. */
const longestOfMany = 120;

type BoxReader = Reader & { readonly createdAt: string; readonly pageUrl?: string | undefined };

/** Lists the next dates, and counts the later ones. @param ofMany lists fewer, and quotes only what has no name */
export function datesBox(news: readonly RecordNews[], reader: BoxReader, ofMany: boolean): DatesBox | undefined {
  const all = datesOf(news, reader);
  if (all.length === 0) return undefined;
  const shown = firstFew(ofMany ? mostOfMany : mostDates, all);
  return {
    title: 'Upcoming dates named in these filings',
    remark:
      'Read from the texts of these filings, without dates that court rules set. Check the docket before you rely ' +
      'on one.',
    dates: shown.map(({ sortKey: _, ...date }) => (ofMany ? { ...date, sentence: briefQuote(date) } : date)),
    more: all.length - shown.length,
    where: { command: 'tipstaff dates', page: pageLink('see the calendar', reader.pageUrl, '/calendar?days=all') },
  };
}

/** A title that does not say what is due or heard. */
const nameless = /^(?:VACATED: )?(?:Deadline|Requested date|Hearing)(?= \(|,|$)/;

function briefQuote({ what, sentence }: NamedDate): string {
  return nameless.test(what) ? shortText(sentence, longestOfMany) : '';
}

export function datesSoon(news: readonly RecordNews[], reader: BoxReader): number {
  return datesOf(news, reader).filter(({ isSoon }) => isSoon).length;
}

/** Joins dates that several entries name, with the previous date of any of them. */
function onceEach(dates: readonly SortedDate[]): SortedDate[] {
  const same = Map.groupBy(dates, ({ place, what, sortKey, day }) => [place, what, sortKey, day].join('\n'));
  return [...same.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const entries = [...new Set(all.map(({ entry }) => entry).filter(Boolean))];
    const was = all.find((one) => one.was !== '')?.was ?? '';
    return [{ ...first, was, entry: entries.join(', ') }];
  });
}

const bySortKey = (a: SortedDate, b: SortedDate) => (a.sortKey < b.sortKey ? -1 : 1);

type SortedDate = NamedDate & { readonly sortKey: string };

function datesOf(news: readonly RecordNews[], reader: BoxReader): SortedDate[] {
  return onceEach(news.flatMap((one) => filedDates(one, reader))).sort(bySortKey);
}

function filedDates({ record, shown }: RecordNews, reader: BoxReader): SortedDate[] {
  const today = courtsToday(new Date(reader.createdAt));
  const place = recordName(record);
  return shown.flatMap(({ change: { entry, replaced, answered, moved = [] }, prioritised: { reading } }) => {
    if (entry === undefined) return [];
    const number = shortText(entry.documentNumber, 20);
    const said = (words: string, day: string) => ({
      place,
      isSoon: day <= daysAfter(today, daysSoon),
      entry: number === '' ? '' : `D.I. ${number}`,
      sentence: shortText(cleanText(words), 240),
    });
    const vacated = moved.filter(({ date, was }) => date === undefined && was >= today);
    const off = vacated.map(({ title, was, sentence }) => ({
      ...said(sentence, was),
      ...{ was: readerDay(was, reader), day: '', time: '', what: `VACATED: ${title}`, sortKey: was },
    }));
    const set = daysSet({ record, entry, reading, replaced }, today).map((line) => ({
      ...said(line.words, line.act === 'sets' ? (line.date ?? '9999') : '9999'),
      ...whenOf(line, record, reader),
      was: readerDay(moved.find(({ date }) => date !== undefined && date === line.date)?.was ?? '', reader),
      what: line.act === 'asks' ? askedTitle(line, answered, reader) : titleWithCount(line, entry, reader),
      sortKey: `${line.date ?? '9999'} ${line.time ?? ''}`,
    }));
    return [...off, ...set];
  });
}

function whenOf(line: DateLine, record: RecordNews['record'], reader: Reader): Pick<NamedDate, 'day' | 'time'> {
  const { days, date = '', time } = line;
  if (date === '') return { day: `${days} days from the filing`, time: '' };
  const timezone = record.type === 'docket' ? clockZone(line.timezone, record) : undefined;
  return { day: readerDay(date, reader), time: time === undefined ? '' : courtClock({ date, time, timezone }, reader) };
}

/** Returns `Answer due (requested)`, and then who answered if `Defendant` may be another one. */
function askedTitle(line: DateLine, answered: string | undefined, reader: Reader): string {
  const title = `${dateTitle(line, true)} (requested)`;
  const isOfAnswer = line.name === 'answer' && answered !== undefined;
  return isOfAnswer ? `${title}, ${withReaderDays(answered, reader)}` : title;
}

/** Returns `Markman hearing`, and for a day that is counted from its filing `Reply due, 14 days from Nov 20, 2025`. */
function titleWithCount(line: DateLine, { dateFiled }: Entry, reader: Reader): string {
  const isCounted = line.days !== undefined && line.date !== undefined;
  return `${dateTitle(line, false)}${isCounted ? `, ${line.days} days from ${readerDay(dateFiled, reader)}` : ''}`;
}
