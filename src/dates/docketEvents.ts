import { courtDocument, courtPage, shortCourt } from '../records/courts.ts';
import { courtZone } from '../records/courtZone.ts';
import type { Docket } from '../records/docket.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { webLink } from '../words/cleanText.ts';
import { type CalendarEvent, eventUid } from './calendarEvent.ts';
import type { CaseDate } from './caseDate.ts';
import { caseDates, type FiledLines } from './caseDates.ts';
import type { DateSource } from './dateLine.ts';
import { dateTitle } from './dateTitle.ts';

export interface LinkedSource extends DateSource {
  readonly documentHref: string | null;
  readonly pdfUrl: string;
}

/** The events of a case as they stand after these filings. */
export function docketEvents(docket: Docket, filings: readonly FiledLines<LinkedSource>[]): CalendarEvent[] {
  return caseDates(filings, docket).map((date) => eventOf(docket, date));
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
    ...(date.doubt !== undefined && { mayBeCancelled: nameOf(date.doubt) }),
    ...(date.earlier.length > 0 && { earlier: date.earlier }),
    link: webLink('', source.pdfUrl)?.url ?? courtDocument(docket, source.documentHref) ?? courtPage(docket),
  };
}

/** `D.I. 52`, `an entry of 2026-05-20` */
function nameOf({ documentNumber, filed }: DateSource): string {
  if (documentNumber !== '') return `D.I. ${documentNumber}`;
  return filed === undefined ? 'an entry without a day' : `an entry of ${filed}`;
}

function noteOf({ days, status, doubt, earlier, caseEnded }: CaseDate): string | undefined {
  const notes = [
    ...(caseEnded === undefined ? [] : [`case ended ${caseEnded}`]),
    ...(doubt === undefined ? [] : [`may be cancelled, see ${nameOf(doubt)}`]),
    ...(status === 'superseded' ? ['a later order sets another day'] : []),
    ...earlier.map(({ date, entry }) => `earlier: ${date}${entry === '' ? '' : `, D.I. ${entry}`}`),
    ...(days === undefined ? [] : [`counted from the filing: ${days} days`]),
    ...(status === 'asked' ? ['asked for by a party, not set by the court'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}
