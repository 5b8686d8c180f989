import type { NamedDate } from '../../channels/message/outline.ts';
import { cleanText } from '../../words/cleanText.ts';
import { type Reader, readerClock, readerDay } from '../../words/readerDate.ts';
import { shortText } from '../../words/shortText.ts';
import { recordPlace, recordTitle } from '../words/recordWords.ts';
import type { RecordNews } from './recordNews.ts';

/** A calendar shows longer lists better. */
const mostDates = 12;

/** What the box says below its dates. */
export const datesRemark = 'Read from the texts of these filings. Check the docket before you rely on a date.';

/** The days that the filings of a message set, the next first; at most twelve, and how many more there are. */
export function datesBox(
  news: readonly RecordNews[],
  reader: Reader,
): { readonly dates: readonly NamedDate[]; readonly more: number } {
  const all = news.flatMap((one) => datesOf(one, reader)).sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  return {
    dates: all.slice(0, mostDates).map(({ sortKey: _, ...date }) => date),
    more: Math.max(0, all.length - mostDates),
  };
}

function datesOf({ record, shown }: RecordNews, reader: Reader): (NamedDate & { sortKey: string })[] {
  const place = `${recordTitle(record)} (${recordPlace(record)})`;
  return shown.flatMap(({ change, prioritised }) =>
    (prioritised.reading?.dates ?? []).map((date) => {
      const number = shortText(change.entry?.documentNumber, 20);
      const filed = change.entry?.dateFiled ?? '';
      const day = 'date' in date ? date.date : '';
      const when =
        day === ''
          ? `${'days' in date ? date.days : 0} days from ${readerDay(filed, reader) || 'the filing'}`
          : readerDay(day, reader);
      return {
        when: date.time === undefined ? when : `${when}, ${readerClock(date.time, reader)}`,
        what: date.what === 'hearing' ? ('Hearing' as const) : ('Deadline' as const),
        place,
        entry: number === '' ? '' : `D.I. ${number}`,
        sentence: shortText(cleanText(date.words), 240),
        // Days that are only counted come last: only the docket says when they begin.
        sortKey: `${day || '9999'} ${date.time ?? ''}`,
      };
    }),
  );
}
