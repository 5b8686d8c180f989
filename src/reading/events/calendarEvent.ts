import { createHash } from 'node:crypto';
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { utcDay } from '../../base/time.ts';
import { webLink, withoutInvisible } from '../../base/words/cleanText.ts';
import { courtMoment } from '../../base/words/readerDate.ts';
import { capitalised } from '../../base/words/sentence.ts';
import { courtDocument, courtPage, courtZone, shortCourt } from '../../records/courts.ts';
import { type Design, productName } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import { labelOf, titleOf } from '../../records/record.ts';
import { caseDates, type FiledLines } from './caseDates.ts';
import { type CaseDate, type DateSource, type DateStatus, dateTitle, type EarlierDay } from './dateLine.ts';

export interface CalendarEvent {
  readonly uid: string; // Globally unique, and the same each time and in every Tipstaff that holds the record.
  readonly record: { readonly type: 'docket' | 'design'; readonly key: string };
  readonly what: 'hearing' | 'deadline' | 'expiry' | 'renewal';
  readonly date: string; // `YYYY-MM-DD`
  readonly time: string | undefined; // `HH:MM` at the court; undefined for a day as a whole.
  /** IANA zone of the court; undefined where its place is not known for certain. */
  readonly timezone: string | undefined;
  readonly title: string; // `Markman hearing`, `Answer due (rival inc)`
  readonly case: string; // `1:20-cv-00168 (D. Del.) Widget Co. v. Rival`
  readonly sentence: string; // The sentence that says so, as the text has it.
  /** What else the reader should know about the date: `counted from the filing: 14 days`. */
  readonly note: string | undefined;
  readonly entry: string; // Document number of the filing that says so; '' where it has none.
  readonly filed: string | undefined; // ISO day of that filing.
  readonly sequence: number;
  readonly status: DateStatus;
  /** The filing whose words may cancel it, `D.I. 52`; where the words are not clear, the date is kept. */
  readonly mayBeCancelled?: string | undefined;
  /** The days for which it was set before, the last one first. */
  readonly earlier?: readonly EarlierDay[] | undefined;
  readonly link: string | undefined;
}

/** `discreet`: the label (a matter) under which only what and when are shown. */
export type ShownEvent = CalendarEvent & { readonly discreet?: string | undefined };

export function isKept({ status }: Pick<CalendarEvent, 'status'>): boolean {
  return status === 'set' || status === 'asked' || status === 'expired';
}

export const caution = 'Read from the texts of filings; check the docket.';

function eventUid(recordKey: string, id: string): string {
  return `${createHash('sha256').update(`${recordKey}\n${id}`).digest('hex').slice(0, 32)}@tipstaff`;
}

/** Registers take renewals so many months before a design expires. */
const windowMonths = 6;

/** The expiry of a design, and the day from which it can be renewed; none where the register names no day. */
export function designEvents(design: Design): CalendarEvent[] {
  const { expires, status } = design;
  if (expires === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(expires)) return [];
  // A design that expired on its day was not renewed; one that was deleted has no expiry any more.
  const state = status === 'DEL' ? 'cancelled' : status === 'EXP' ? 'expired' : 'set';
  const common = {
    record: { type: 'design', key: design.key },
    time: undefined,
    timezone: undefined,
    case: `${labelOf(design)} (${design.source}) ${
      design.products?.map(productName).join('; ') || titleOf(design)
    }`.trim(),
    note: undefined,
    entry: '',
    filed: undefined,
    sequence: 0,
    status: state,
    link: webLink('', design.detailUrl)?.url,
  } as const;
  const says = `The register says that it expires on ${expires}.`;
  // A renewal sets a new expiry; the one before was kept.
  return [
    {
      ...common,
      uid: eventUid(design.key, `renewal|${expires}`),
      what: 'renewal',
      date: monthsBefore(expires, windowMonths),
      title: 'Renewal window opens',
      sentence: says,
    },
    {
      ...common,
      uid: eventUid(design.key, `expiry|${expires}`),
      what: 'expiry',
      date: expires,
      title: 'Design expires',
      sentence: says,
    },
  ];
}

/** The same day of an earlier month, or its last day where it has no such day. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return utcDay(new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDay))));
}

export type LinkedSource = DateSource & Readonly<{ documentHref: string | null; pdfUrl: string }>;

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
    title: dateTitle({ ...date, name: date.subject }, date.status === 'asked'),
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

function noteOf({ days, status, doubt, earlier, caseEnded, isAsked }: CaseDate): string | undefined {
  const notes = [
    ...(caseEnded === undefined ? [] : [`case ended ${caseEnded}`]),
    ...(doubt === undefined ? [] : [`may be cancelled, see ${nameOf(doubt)}`]),
    ...(status === 'superseded' ? ['a later order sets another day'] : []),
    ...earlier.map(({ date, entry }) => `earlier: ${date}${entry === '' ? '' : `, D.I. ${entry}`}`),
    ...(days === undefined ? [] : [`counted from the filing: ${days} days`]),
    ...(status === 'asked' ? ['check whether it was ordered'] : []),
    ...(isAsked ? ['requested by a party'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}

const refreshSeconds = 3600;
const hearingMs = 3_600_000;

/** RFC 5545. An hour whose zone is known is written as its moment, else it floats and says so. No alarms. */
export function icsFile(
  events: readonly ShownEvent[],
  { name, stamp }: { readonly name: string; readonly stamp: Date },
): string {
  const calendar = ical({
    name: `Tipstaff: ${name}`,
    prodId: { company: 'Tipstaff', product: 'Tipstaff' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const event of events) {
    const { discreet } = event;
    calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      stamp,
      ...startOf(event),
      summary: withoutInvisible(
        discreet === undefined ? `${titleIn(event)}: ${event.case}` : `${capitalised(event.what)}: ${discreet}`,
      ),
      description: withoutInvisible(discreet === undefined ? descriptionOf(event) : caution),
      status: statuses[event.status],
      ...(event.link !== undefined && discreet === undefined && { url: event.link.replaceAll(',', '%2C') }),
    });
  }
  return calendar.toString().replace(/(?:\r\n)?$/, '\r\n');
}

/** Calendar programs show nothing else of a date that nobody ordered. */
function titleIn({ title, status }: CalendarEvent): string {
  return status === 'asked' && !title.startsWith('Requested') ? `${title} (requested)` : title;
}

const statuses = {
  set: ICalEventStatus.CONFIRMED,
  asked: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
  superseded: ICalEventStatus.CANCELLED,
  'case-ended': ICalEventStatus.CANCELLED,
  // It took place.
  expired: ICalEventStatus.CONFIRMED,
} as const;

/** A deadline leaves its day free; a hearing takes the hour from its beginning, for nobody says how long it is. */
function startOf({ date, time, timezone }: CalendarEvent) {
  if (time === undefined) {
    return {
      start: new Date(`${date}T00:00:00Z`),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    };
  }
  const start = timezone === undefined ? new Date(`${date}T${time}:00Z`) : courtMoment(date, time, timezone);
  return { start, end: new Date(start.getTime() + hearingMs), floating: timezone === undefined };
}

function descriptionOf(event: CalendarEvent): string {
  const { entry, filed, time, timezone } = event;
  const source = [...(entry === '' ? [] : [`entry ${entry}`]), ...(filed === undefined ? [] : [`filed ${filed}`])];
  return [
    `“${event.sentence}”`,
    ...(source.length === 0 ? [] : [capitalised(source.join(', '))]),
    ...(time === undefined ? [] : [`${time} at the court (${timezone ?? 'its time zone is not known'})`]),
    ...(event.note === undefined ? [] : [capitalised(event.note)]),
    caution,
  ].join('\n');
}
