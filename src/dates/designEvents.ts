import type { Design } from '../records/design.ts';
import { productName } from '../records/design.ts';
import { labelOf, titleOf } from '../records/record.ts';
import { webLink } from '../words/cleanText.ts';
import { type CalendarEvent, eventUid } from './calendarEvent.ts';

/** Registers take renewals so many months before a design expires. */
const windowMonths = 6;

/** The expiry of a design, and the day from which it can be renewed; none where the register names no day. */
export function designEvents(design: Design): CalendarEvent[] {
  const { expires, status } = design;
  if (expires === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(expires)) return [];
  // A design that expired on its day was not renewed; one that was deleted has no expiry any more.
  const standing = status === 'DEL' ? 'cancelled' : status === 'EXP' ? 'expired' : 'set';
  const common = {
    record: { type: 'design', key: design.key },
    time: undefined,
    timezone: undefined,
    case: `${labelOf(design)} (${design.source}) ${design.products?.map(productName).join('; ') || titleOf(design)}`.trim(),
    note: undefined,
    entry: '',
    filed: undefined,
    sequence: 0,
    status: standing,
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
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDay))).toISOString().slice(0, 10);
}
