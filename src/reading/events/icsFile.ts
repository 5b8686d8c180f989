import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { withoutInvisible } from '../../base/words/cleanText.ts';
import { courtMoment } from '../../base/words/readerDate.ts';
import { capitalised } from '../../base/words/sentence.ts';
import { type CalendarEvent, caution, type ShownEvent } from './calendarEvent.ts';

/** How often calendar programs should ask again. */
const refreshSeconds = 3600;
const hearingMs = 3_600_000;

/**
 * The events as an iCalendar file (RFC 5545). An hour at a court whose zone is known is written as the moment it is, so
 * that every calendar shows it in its reader's own zone; where the zone is not known it floats, and says so. No alarms:
 * those are the reader's.
 *
 * @param stamp when the file was made
 */
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
        discreet === undefined ? `${event.title}: ${event.case}` : `${capitalised(event.what)}: ${discreet}`,
      ),
      description: withoutInvisible(discreet === undefined ? descriptionOf(event) : caution),
      status: statuses[event.status],
      ...(event.link !== undefined && discreet === undefined && { url: event.link.replaceAll(',', '%2C') }),
    });
  }
  return calendar.toString().replace(/(?:\r\n)?$/, '\r\n');
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
