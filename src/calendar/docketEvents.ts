import { courtDocument, courtPage, shortCourt } from '../records/courts.ts';
import { courtZone } from '../records/courtZone.ts';
import type { Docket } from '../records/docket.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { webLink } from '../words/webLink.ts';
import { type CalendarEvent, eventUid } from './calendarEvent.ts';
import type { CaseDate } from './caseDate.ts';
import { caseDates, type FiledLines } from './caseDates.ts';
import type { DateSource } from './dateLine.ts';
import { dateTitle } from './dateTitle.ts';

/** A filing with the address of its document. */
export interface LinkedSource extends DateSource {
  readonly documentHref: string | null;
  readonly pdfUrl: string;
}

/** The events of a case as they stand after these filings. */
export function docketEvents(docket: Docket, filings: readonly FiledLines<LinkedSource>[]): CalendarEvent[] {
  return caseDates(filings).map((date) => eventOf(docket, date));
}

function eventOf(docket: Docket, date: CaseDate<LinkedSource>): CalendarEvent {
  const { source } = date;
  const court = shortCourt(docket.courtId, docket.court);
  return {
    uid: eventUid(docket.key, date.id),
    record: { type: 'docket', key: docket.key },
    what: date.what,
    date: date.date,
    time: date.time,
    timezone: courtZone(docket.courtId, docket.docketNumber),
    title: dateTitle({ ...date, name: date.subject }),
    case: [labelOf(docket), ...(court === '' ? [] : [`(${court})`]), titleOf(docket)].join(' ').trim(),
    sentence: date.words,
    note: noteOf(date),
    entry: source.documentNumber,
    filed: source.filed,
    sequence: date.sequence,
    status: date.status,
    link: webLink('', source.pdfUrl)?.url ?? courtDocument(docket, source.documentHref) ?? courtPage(docket),
  };
}

function noteOf({ days, status }: CaseDate): string | undefined {
  const notes = [
    ...(days === undefined ? [] : [`counted from the filing: ${days} days`]),
    ...(status === 'asked' ? ['asked for by a party, not set by the court'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}
