import { expect, it } from 'vitest';
import type { CalendarEvent } from '../../src/reading/events/calendarEvent.ts';
import { dateWords, dayWords, momentWords } from '../../src/web/frame/moment.ts';
import type { Visit } from '../../src/web/visit/visit.ts';
import { httpAt } from './httpAt.ts';
import { serve } from './serve.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const american = { now, timezone: 'America/New_York' };
const british = { now, timezone: 'Europe/London' };
const french = { now, timezone: 'America/New_York', locale: 'fr' };

it('times and days are written in the time zone and language of the reader', () => {
  const words = (here: Parameters<typeof momentWords>[1]) =>
    ['2026-11-22T11:05:00.000Z', '2026-11-21T20:05:00.000Z', '2025-11-21T20:05:00.000Z'].map((at) =>
      momentWords(at, here),
    );
  expect(words(american)).toEqual(['today, 6:05 AM', 'Nov 21, 3:05 PM', 'Nov 21, 2025']);
  expect(words(british)).toEqual(['today, 11:05', '21 Nov, 20:05', '21 Nov 2025']);
  expect(words(french)).toEqual(['today, 06:05', '21 Nov, 15:05', '21 Nov 2025']);
  expect([american, british].map((here) => dayWords('2026-12-14', here))).toEqual(['Mon, Dec 14', 'Mon 14 Dec']);
  expect([american, british].map((here) => dayWords('2027-01-29', here))).toEqual([
    'Fri, Jan 29, 2027',
    'Fri 29 Jan 2027',
  ]);
  expect(dayWords('some day', american)).toBe('some day');
});

it('a date names its last earlier day, and how often it moved', () => {
  const words = (note: string) => {
    const event: Partial<CalendarEvent> = { date: '2026-12-14', title: 'Markman hearing', status: 'set', note };
    return String(dateWords(event as CalendarEvent, american as Visit));
  };
  expect(words('was 2026-11-28 (D.I. 122)')).toContain('>was Nov 28, 2026 (D.I. 122)<');
  expect(words('see D.I. 9; was 2026-11-28 (D.I. 122); was 2026-10-01')).toContain(
    '>was Nov 28, 2026 (D.I. 122); moved 2 times; see D.I. 9<',
  );
});

it('times around a change of the clocks are written as the clocks showed them', () => {
  const at = (time: string) => momentWords(time, { now, timezone: 'America/New_York' });
  expect(['2026-03-08T06:59:00.000Z', '2026-03-08T07:00:00.000Z'].map(at)).toEqual([
    'Mar 8, 1:59 AM',
    'Mar 8, 3:00 AM',
  ]);
  expect(['2026-11-01T05:59:00.000Z', '2026-11-01T06:00:00.000Z'].map(at)).toEqual([
    'Nov 1, 1:59 AM',
    'Nov 1, 1:00 AM',
  ]);
  expect(momentWords('2026-06-01T00:10:00.000Z', { now, timezone: 'Asia/Kathmandu' })).toBe('1 Jun, 05:55');
});

it('the config sets the time zone of the pages, and the locale sets the first day of the week', async () => {
  const http = httpAt({ timezone: 'Europe/Berlin' });
  const { url } = await serve({ http });
  const foot = 'times in Europe/Berlin; hearings in the court’s own time unless a zone is named';
  expect(await (await fetch(`${url}/`)).text()).toContain(foot);
  expect(await (await fetch(`${url}/calendar`)).text()).toContain('<tr><th>Mon</th>');
  const { url: other } = await serve({ http: { ...http, locale: 'en-US' } });
  expect(await (await fetch(`${other}/calendar`)).text()).toContain('<tr><th>Sun</th>');
});
