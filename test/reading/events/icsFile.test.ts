import { join } from 'node:path';
import ICAL from 'ical.js';
import { describe, expect, it, vi } from 'vitest';
import { courtMoment } from '../../../src/base/words/readerDate.ts';
import { designEvents, docketEvents, icsFile, type ShownEvent } from '../../../src/reading/events/calendarEvent.ts';
import { courtZone } from '../../../src/records/courts.ts';
import { expectGolden } from '../../golden.ts';
import { eventsOf, filed, widgetCase } from './filings.ts';

const stamp = new Date('2026-03-20T12:00:00.000Z');

const events: readonly ShownEvent[] = [
  ...eventsOf([
    '2026-03-01 40: SCHEDULING ORDER: Markman Hearing set for 6/2/2026 at 10:00 AM. Answer due 4/1/2026.',
    '2026-03-05 41: ORDER: Status Conference set for 5/4/2026 at 9:30 AM.',
    '2026-03-09 44: ORAL ORDER: Markman Hearing rescheduled to 12/1/2026 at 2:00 PM; exhibits, "charts" & more.',
    '2026-03-10 45: ORDER: The Status Conference set for 5/4/2026 is CANCELLED.',
    '2026-03-11 46: ORDER: an amended complaint is due within 14 days.',
  ]),
  ...designEvents({
    type: 'design',
    key: 'HAGUE.DM/200001',
    source: 'HAGUE',
    registrationNumber: 'DM/200001',
    products: ['Bottles'],
    expires: '2026-08-31',
    status: 'ACT',
    detailUrl: 'https://register.example/DM,200001',
  }),
];

/** Returns the events as another library reads them. */
function parsed(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    method: calendar.getFirstPropertyValue('method'),
    events: calendar
      .getAllSubcomponents('vevent')
      .map((component) => ({
        event: new ICAL.Event(component),
        status: component.getFirstPropertyValue('status'),
        url: component.getFirstPropertyValue('url'),
        component,
      })),
  };
}

it('icsFile writes the file golden.ics (UPDATE_GOLDEN=1 updates it)', () => {
  expectGolden(join(import.meta.dirname, 'golden.ics'), icsFile(events, { name: 'widget-patent', stamp }));
});

it('icsFile follows the line rules of RFC 5545: CRLF, and at most 75 bytes', () => {
  const lines = icsFile(events, { name: 'widget-patent', stamp }).split('\r\n');
  expect(lines.at(-1)).toBe('');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
});

describe('a calendar read by another library', () => {
  const read = parsed(icsFile(events, { name: 'widget-patent', stamp }));
  const titled = (title: string) =>
    read.events.find(({ event }) => event.summary.startsWith(title)) ?? expect.fail(`no ${title}`);

  it('is published, with every event under its UID', () => {
    expect(read.method).toBe('PUBLISH');
    expect(read.events.map(({ event }) => event.uid).sort()).toEqual(events.map(({ uid }) => uid).sort());
    for (const { component } of read.events) expect(component.getAllSubcomponents('valarm')).toEqual([]);
  });

  it('shows a moved hearing at its moment at the court, with its SEQUENCE', () => {
    const { event, status } = titled('Markman hearing');
    // It is 14:00 in Delaware, in winter.
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-12-01T19:00:00.000Z');
    expect(event.sequence).toBe(1);
    expect(status).toBe('CONFIRMED');
    expect(event.description).toContain('Markman Hearing rescheduled to 12/1/2026 at 2:00 PM');
    expect(event.description).toContain('D.I. 44, filed 2026-03-09');
    expect(event.description).toContain('14:00 (America/New_York)');
    expect(event.description).toContain('Read from the texts of filings; check the docket.');
  });

  it('marks a cancelled event as cancelled', () => {
    expect(titled('Status conference').status).toBe('CANCELLED');
  });

  it('shows a deadline as a whole day, and says how it was counted', () => {
    const { event } = titled('Amended complaint due');
    expect(event.startDate.isDate).toBe(true);
    expect(event.startDate.toString()).toBe('2026-03-25');
    expect(event.description).toContain('Counted from the filing: 14 days');
  });

  it('has the expiry of a design, and its renewal window six months before', () => {
    expect(titled('Design expires').event.startDate.toString()).toBe('2026-08-31');
    expect(titled('Renewal window opens').event.startDate.toString()).toBe('2026-02-28');
    expect(titled('Design expires').url).toBe('https://register.example/DM%2C200001');
  });
});

it('icsFile names no party and no record of a discreet event', () => {
  const text = icsFile(
    events.map((event) => ({ ...event, discreet: 'M-2026-014' })),
    { name: 'M-2026-014', stamp },
  );
  const { events: read } = parsed(text);
  expect(read.map(({ event }) => event.summary)).toContain('Hearing: M-2026-014');
  expect(text).not.toMatch(/Widget|Rival|Markman|Bottles|DM|168/);
});

it('icsFile writes a floating hour if the zone of the court is unknown, and says so', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const text = icsFile(
    events.map((event) => ({ ...event, timezone: undefined })),
    { name: 'x', stamp },
  );
  const hearing = parsed(text).events.find(({ event }) => event.summary.startsWith('Markman'));
  expect(hearing?.event.startDate.toString()).toBe('2026-12-01T14:00:00');
  expect(hearing?.event.startDate.zone).toBe(ICAL.Timezone.localTimezone);
  expect(hearing?.event.description).toContain('14:00 at the court (its time zone is not known)');
});

describe('a zone that the filing writes beside an hour', () => {
  const startOf = (courtId: string, words: string) => {
    const text = `ORDER: Markman Hearing set for ${words} before Judge Quill.`;
    const [event = expect.fail('no event')] = docketEvents(
      { ...widgetCase, courtId },
      filed([`2026-03-01 40: ${text}`]),
    );
    const [read] = parsed(icsFile([event], { name: 'x', stamp })).events;
    return [read?.event.startDate.toJSDate().toISOString(), event.timezone];
  };

  it.each([
    ['ded', '6/2/2026 at 10:00 AM', '2026-06-02T14:00:00.000Z', 'America/New_York'],
    ['ded', '6/2/2026 at 10:00 AM PT', '2026-06-02T17:00:00.000Z', 'America/Los_Angeles'],
    ['ded', '12/1/2026 at 10:00 AM Central Standard Time', '2026-12-01T16:00:00.000Z', 'America/Chicago'],
    ['cand', '10:00 a.m. (Eastern) on 6/2/2026', '2026-06-02T14:00:00.000Z', 'America/New_York'],
    ['azd', '6/2/2026 at 10:00 AM MST', '2026-06-02T17:00:00.000Z', 'America/Phoenix'],
    ['azd', '6/2/2026 at 10:00 AM EDT', '2026-06-02T14:00:00.000Z', 'America/New_York'],
    ['usitc', '6/2/2026 at 10:00 AM EST', '2026-06-02T14:00:00.000Z', 'America/New_York'],
    ['ded', '6/2/2026 at 14:00 UTC', '2026-06-02T14:00:00.000Z', 'UTC'],
  ])('decides the moment (%s, %s)', (courtId, words, moment, zone) => {
    expect(startOf(courtId, words)).toEqual([moment, zone]);
  });

  it('stays while a later filing repeats the day without the hour, and goes with a new hour', () => {
    const set = '2026-03-01 40: ORDER: Markman Hearing set for 6/2/2026 at 10:00 AM PT.';
    const zonesAfter = (text: string) => eventsOf([set, `2026-03-09 44: ${text}`]).map(({ timezone }) => timezone);
    expect(zonesAfter('ORDER: Markman Hearing set for 6/2/2026.')).toEqual(['America/Los_Angeles']);
    expect(zonesAfter('ORDER: Markman Hearing reset to 6/3/2026 at 10:00 AM.')).toEqual(['America/New_York']);
  });
});

it.each([
  ['2026-06-02', '10:00', 'America/New_York', '2026-06-02T14:00:00.000Z'],
  ['2026-12-01', '10:00', 'America/New_York', '2026-12-01T15:00:00.000Z'],
  ['2026-03-08', '01:30', 'America/New_York', '2026-03-08T06:30:00.000Z'],
  ['2026-03-08', '03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-07-01', '23:59', 'Pacific/Honolulu', '2026-07-02T09:59:00.000Z'],
])('%s %s in %s is the moment %s', (date, time, zone, moment) => {
  expect(courtMoment(date, time, zone).toISOString()).toBe(moment);
});

it.each([
  ['ded', '1:20-cv-00168', 'America/New_York'],
  ['DEB', '20-10001', 'America/New_York'],
  ['cand', '5:20-cv-1', 'America/Los_Angeles'],
  ['azd', '2:20-cv-1', 'America/Phoenix'],
  ['txwd', '6:20-cv-1', 'America/Chicago'],
  ['txwd', '3:20-cv-1', 'America/Denver'],
  ['txwd', undefined, undefined],
  ['flnd', '3:20-cv-1', 'America/Chicago'],
  ['cafc', '20-1001', 'America/New_York'],
  ['tned', '3:20-cv-1', 'America/New_York'],
  ['tned', '4:20-cv-1', undefined],
  ['somewhere', '1:20-cv-1', undefined],
  [undefined, undefined, undefined],
])('the time zone of %s (%s) is %s', (court, number, zone) => {
  expect(courtZone(court, number)).toBe(zone);
});
