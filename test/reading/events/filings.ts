import { filedDay } from '../../../src/reading/dates/findDays.ts';
import { type CalendarEvent, docketEvents } from '../../../src/reading/events/calendarEvent.ts';
import type { FiledLines } from '../../../src/reading/events/caseDates.ts';
import { readDateLines } from '../../../src/reading/events/readDateLines.ts';
import { readEntry } from '../../../src/reading/readEntry.ts';
import type { Docket } from '../../../src/records/docket.ts';

export const widgetCase: Docket = {
  type: 'docket',
  key: '7001',
  docketNumber: '1:26-cv-00168',
  caseName: 'Widget Co. v. Rival Inc.',
  courtId: 'ded',
  pacerCaseId: '7001',
};

/** `2026-03-01 12: ORDER …`: the day of filing, the document number and the text of an entry. */
export type Filing = string;

export function filed(filings: readonly Filing[]): FiledLines[] {
  return filings.map((filing, index) => {
    const [, day = '', documentNumber = '', text = ''] = /^(\S+) (\S*): (.*)$/s.exec(filing) ?? [];
    const reading = readEntry(text, day);
    return {
      source: {
        seq: index + 1,
        documentNumber,
        filed: filedDay(day),
        refersTo: reading.refersTo,
        documentHref: null,
        pdfUrl: '',
      },
      lines: readDateLines(text, reading, day),
    };
  });
}

export function eventsOf(filings: readonly Filing[]): CalendarEvent[] {
  return docketEvents(widgetCase, filed(filings));
}

/** Returns an event on one line, such as `2026-06-02 10:00 Markman hearing [cancelled] #1`. */
export function lineOf({ date, time, title, status, sequence }: CalendarEvent): string {
  return [date, time, title, status === 'set' ? '' : `[${status}]`, sequence === 0 ? '' : `#${sequence}`]
    .filter(Boolean)
    .join(' ');
}
