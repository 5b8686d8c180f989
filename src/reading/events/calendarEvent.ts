import { createHash } from 'node:crypto';
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { utcDay } from '../../base/time.ts';
import { shortText, webLink, withoutInvisible } from '../../base/words/cleanText.ts';
import { courtMoment } from '../../base/words/readerDate.ts';
import { capitalized, listedUpTo } from '../../base/words/sentence.ts';
import { clockZone, courtDocument, courtPage, shortCourt } from '../../records/courts.ts';
import { type Design, productName } from '../../records/design.ts';
import type { Docket } from '../../records/docket.ts';
import { labelOf, type SearchRecord, titleOf } from '../../records/record.ts';
import { caseDates, type FiledLines } from './caseDates.ts';
import { type CaseDate, type DateSource, type DateStatus, dateTitle, type EarlierDay } from './dateLine.ts';

export interface CalendarEvent {
  readonly uid: string; // Globally unique, and the same in every Tipstaff that stores the record.
  readonly record: { readonly type: 'docket' | 'design'; readonly key: string };
  readonly what: 'hearing' | 'deadline' | 'expiry' | 'renewal';
  readonly date: string; // `YYYY-MM-DD`
  readonly time: string | undefined; // `HH:MM` in `timezone`; undefined for a whole day.
  /** IANA zone that the text names beside the time, else of the court; undefined if it is not known for certain. */
  readonly timezone: string | undefined;
  readonly title: string; // `Markman hearing`, `Answer due (rival inc)`
  readonly case: string; // `1:20-cv-00168 (D. Del.) Widget Co. v. Rival`
  readonly sentence: string; // The sentence that sets the date, quoted from the text.
  /** Other facts about the date, such as `counted from the filing: 14 days`. */
  readonly note: string | undefined;
  readonly entry: string; // Number of the document that sets the date; '' if it has none.
  readonly filed: string | undefined; // ISO day of that filing.
  readonly sequence: number;
  readonly status: DateStatus;
  /** The filing that may cancel the date, as `D.I. 52`. Its words are not clear, so the date is kept. */
  readonly mayBeCancelled?: string | undefined;
  /** The days set before, the last one set first. */
  readonly earlier?: readonly EarlierDay[] | undefined;
  /** The filing that set the day in place of the last earlier one. A later filing may repeat the day. */
  readonly movedBy?: Pick<CalendarEvent, 'entry' | 'filed'> | undefined;
  readonly link: string | undefined;
}

/** `discreet`: a matter. If set, only the kind and the date of the event are shown, under this name. */
export type ShownEvent = CalendarEvent & { readonly discreet?: string | undefined };

export function isKept({ status }: Pick<CalendarEvent, 'status'>): boolean {
  return status === 'set' || status === 'asked' || status === 'expired';
}

const caution = 'Read from the texts of filings; check the docket.';

/** Stands under a list of dates. */
export const listCaution = 'Read from the texts of filings, without dates that court rules set; check the docket.';

function eventUid(recordKey: string, id: string): string {
  return `${createHash('sha256').update(`${recordKey}\n${id}`).digest('hex').slice(0, 32)}@tipstaff`;
}

/** Registers whose designs have one term, for which nobody asks again: US, Japan, Korea, China. */
const neverRenewed: ReadonlySet<string> = new Set(['USID', 'JPID', 'KRID', 'CNID']);

export function hasOneTerm(record: SearchRecord): boolean {
  return record.type === 'design' && neverRenewed.has(record.source);
}

/** How many months before the expiry the other registers accept renewals. */
const windowMonths = 6;

/** Returns the expiry of a design and the day from which it can be renewed, if ever; [] if no expiry is named. */
export function designEvents(design: Design): CalendarEvent[] {
  const { expires, status } = design;
  if (expires === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(expires)) return [];
  // A design with status EXP was not renewed. A deleted design no longer has an expiry.
  const state = status === 'DEL' ? 'cancelled' : status === 'EXP' ? 'expired' : 'set';
  const products = design.products?.map(productName).join('; ');
  const common = {
    record: { type: 'design', key: design.key },
    time: undefined,
    timezone: undefined,
    case: `${labelOf(design)} (${design.source}) ${products || titleOf(design)}`.trim(),
    sentence: `The register says that it expires on ${expires}.`,
    note: undefined,
    entry: '',
    filed: undefined,
    sequence: 0,
    status: state,
    link: webLink('', design.detailUrl)?.url,
  } as const;
  // The expiry is part of each id, so a renewal makes new events.
  const event = (what: 'renewal' | 'expiry', date: string, title: string): CalendarEvent => {
    return { ...common, uid: eventUid(design.key, `${what}|${expires}`), what, date, title };
  };
  const expiry = event('expiry', expires, 'Design expires');
  return hasOneTerm(design)
    ? [expiry]
    : [event('renewal', monthsBefore(expires, windowMonths), 'Renewal window opens'), expiry];
}

/** Returns the same day of an earlier month, or the month's last day if it is shorter. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return utcDay(new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDay))));
}

export function docketEvents(docket: Docket, filings: readonly FiledLines[]): CalendarEvent[] {
  return caseDates(filings, docket).map((date) => eventOf(docket, date));
}

function eventOf(docket: Docket, date: CaseDate): CalendarEvent {
  const { source } = date;
  const court = shortCourt(docket.courtId, docket.court);
  return {
    uid: eventUid(docket.key, date.id),
    record: { type: 'docket', key: docket.key },
    what: date.what,
    date: date.date,
    time: date.time,
    timezone: clockZone(date.timezone, docket),
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
    ...(date.movedBy && { movedBy: { entry: date.movedBy.documentNumber, filed: date.movedBy.filed } }),
    link: webLink('', source.pdfUrl)?.url ?? courtDocument(docket, source.documentHref) ?? courtPage(docket),
  };
}

/** Returns `D.I. 52` or `an entry of 2026-05-20`. */
function nameOf({ documentNumber, filed }: DateSource): string {
  if (documentNumber !== '') return `D.I. ${documentNumber}`;
  return filed === undefined ? 'an entry without a day' : `an entry of ${filed}`;
}

const mostAnswered = 3;

function answeredWords(answered: CaseDate['answered'] = []): string[] {
  if (answered.length === 0) return [];
  const names = answered.map(({ party, source }) => {
    const day = source.filed === undefined ? '' : ` ${source.filed}`;
    return `${shortText(party, 60)} answered${day}${source.documentNumber && ` (D.I. ${source.documentNumber})`}`;
  });
  return [`${ofAnother}${listedUpTo(mostAnswered, names)}`];
}

const ofAnother = 'may apply to another defendant: ';

/** Returns the part of the note that names the defendants who have answered; '' without one. */
export function answeredNote({ note = '' }: Pick<CalendarEvent, 'note'>): string {
  return note.split('; ').find((part) => part.startsWith(ofAnother)) ?? '';
}

const requestedByParty = 'requested by a party';

/** True for a date that only a party asked for, even if its case has ended. */
export function isRequested({
  status,
  note,
}: Pick<CalendarEvent, 'status'> & Partial<Pick<CalendarEvent, 'note'>>): boolean {
  return status === 'asked' || (note?.split('; ').includes(requestedByParty) ?? false);
}

function orderedWords(by: DateSource | undefined): string {
  return by === undefined ? 'check whether it was ordered' : `may have been ordered, see ${nameOf(by)}`;
}

function noteOf(date: CaseDate): string | undefined {
  const { days, status, doubt, metBy, answered, earlier, caseEnded, reopened, isAsked, orderedBy } = date;
  const notes = [
    ...(caseEnded === undefined ? [] : [`case ended ${caseEnded}`]),
    ...(reopened === undefined ? [] : [`set before the case was reopened, see ${nameOf(reopened)}`]),
    ...(doubt === undefined ? [] : [`may be canceled, see ${nameOf(doubt)}`]),
    ...(metBy === undefined ? [] : [`appears to be filed, see ${nameOf(metBy)}`]),
    ...(status === 'superseded' && metBy === undefined ? ['a later order sets another day'] : []),
    ...earlier.map(({ date, entry }) => `was ${date}${entry === '' ? '' : ` (D.I. ${entry})`}`),
    ...(days === undefined ? [] : [`counted from the filing: ${days} days`]),
    ...(status === 'asked' ? [orderedWords(orderedBy), ...answeredWords(answered)] : []),
    ...(isAsked ? [requestedByParty] : []),
  ];
  return notes.length === 0 ? undefined : notes.join('; ');
}

const refreshSeconds = 3600;
const hearingMs = 3_600_000;

/** Writes a file as in RFC 5545, without alarms. A time in an unknown zone is floating, and the description says so. */
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
        discreet === undefined ? `${titleIn(event)}: ${event.case}` : `${capitalized(event.what)}: ${discreet}`,
      ),
      description: withoutInvisible(discreet === undefined ? descriptionOf(event) : caution),
      status: statuses[event.status],
      ...(event.link !== undefined && discreet === undefined && { url: event.link.replaceAll(',', '%2C') }),
    });
  }
  return calendar.toString().replace(/(?:\r\n)?$/, '\r\n');
}

/** Marks a requested date in its title, because calendar programs hide its status. */
export function titleIn({ title, status }: Pick<CalendarEvent, 'title' | 'status'>): string {
  return status === 'asked' && !title.startsWith('Requested') ? `${title} (requested)` : title;
}

const statuses = {
  set: ICalEventStatus.CONFIRMED,
  asked: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
  superseded: ICalEventStatus.CANCELLED,
  'case-ended': ICalEventStatus.CANCELLED,
  expired: ICalEventStatus.CONFIRMED,
} as const;

/** A deadline leaves the day free. A hearing blocks one hour from its start, because no docket says how long it is. */
function startOf({ date, time, timezone }: CalendarEvent) {
  const free = { transparency: ICalEventTransparency.TRANSPARENT, busystatus: ICalEventBusyStatus.FREE };
  if (time === undefined) return { start: new Date(`${date}T00:00:00Z`), allDay: true, ...free };
  const start = timezone === undefined ? new Date(`${date}T${time}:00Z`) : courtMoment(date, time, timezone);
  return { start, end: new Date(start.getTime() + hearingMs), floating: timezone === undefined };
}

function descriptionOf(event: CalendarEvent): string {
  const { entry, filed, time, timezone } = event;
  const source = [...(entry === '' ? [] : [`D.I. ${entry}`]), ...(filed === undefined ? [] : [`filed ${filed}`])];
  const zone = timezone === undefined ? 'at the court (its time zone is not known)' : `(${timezone})`;
  return [
    `“${event.sentence}”`,
    ...(source.length === 0 ? [] : [capitalized(source.join(', '))]),
    ...(time === undefined ? [] : [`${time} ${zone}`]),
    ...(event.note === undefined ? [] : [capitalized(event.note)]),
    event.what === 'expiry' || event.what === 'renewal' ? 'From the register; check it there.' : caution,
  ].join('\n');
}
