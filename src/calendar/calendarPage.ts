import { html } from 'hono/html';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { isKept } from '../dates/calendarEvent.ts';
import { dateStatuses } from '../dates/caseDate.ts';
import { dateList, statusWords } from '../pages/dateList.ts';
import { recordPath } from '../pages/links.ts';
import { address, addressOf, day, listing, ofMatter, ofWatch, watchesAsked } from '../pages/lists/listing.ts';
import { partOf, placeIn, rowsAfter } from '../pages/lists/parts.ts';
import { pageReader } from '../pages/moment.ts';
import type { Html, Page } from '../pages/page.ts';
import { downloadLinks } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import { courtsToday } from '../records/courtZone.ts';
import { datesOfWatches, type WatchDate } from '../schedule/watchDates.ts';
import { shortText } from '../words/cleanText.ts';
import { isAmerican } from '../words/readerDate.ts';
import { calendarFeeds, subscribePart } from './subscribe.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const dayMs = 86_400_000;
/** The most dates shown on one day; the list has all of them. */
const inACell = 6;

/** `/calendar`: the dates of a month, as a month and as a list; `?month=2026-12`. */
export const calendarPage: Page = {
  path: '/calendar',
  name: 'Calendar',
  async draw({ store, config }, visit) {
    const month = monthAsked(visit);
    const watches = openWatches(config.watches, visit.viewer);
    const dates = await datesOfWatches(store.db, watches, { from: `${month}-01`, until: `${month}-31` });
    return {
      title: `Calendar, ${monthWords(month)}`,
      body: html`<h1>${monthWords(month)}</h1>
<nav class="filters" aria-label="Months"><a class="button" href="/calendar?month=${monthAfter(month, -1)}">${monthWords(monthAfter(month, -1))}</a> <a class="button" href="/calendar?month=${monthAfter(month, 1)}">${monthWords(monthAfter(month, 1))}</a>
${subscribePart(calendarFeeds(config, visit), visit)}</nav>
${monthTable(month, dates, visit)}<h2 id="list">As a list</h2>${dateList(dates, visit)}${downloadLinks(visit.url)}`,
    };
  },
};

function monthTable(month: string, dates: readonly WatchDate[], visit: Visit): Html {
  // Sunday begins the week where days are written the American way.
  const begins = isAmerican(pageReader(visit)) ? 0 : 1;
  const first = new Date(`${month}-01T00:00:00Z`);
  const offset = (first.getUTCDay() + 7 - begins) % 7;
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const weeks = Array.from({ length: Math.ceil((offset + last) / 7) }, (_, week) =>
    weekdays.map((_name, index) =>
      new Date(first.getTime() + (week * 7 + index - offset) * dayMs).toISOString().slice(0, 10),
    ),
  );
  const byDay = Map.groupBy(dates, (date) => date.date);
  const today = courtsToday(visit.now);
  return html`<div class="wide"><table class="month"><thead><tr>${weekdays.map((_, index) => html`<th>${weekdays[(index + begins) % 7]}</th>`)}</tr></thead><tbody>${weeks.map(
    (week) =>
      html`<tr>${week.map((day) => html`<td class="${day === today ? 'today' : ''}">${day.startsWith(month) ? dayCell(day, byDay.get(day) ?? []) : ''}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

function dayCell(day: string, dates: readonly WatchDate[]): Html {
  return html`<span class="quiet small">${Number(day.slice(8))}</span>${dates
    .slice(0, inACell)
    .map(
      (date) =>
        html`<a class="small" href="${recordPath(date.record)}" title="${shortText(date.case, 300)}">${isKept(date) ? date.title : html`<del>${date.title}</del>`}${statusWords[date.status]}</a>`,
    )}${dates.length > inACell ? html`<a class="small" href="#list">and ${dates.length - inACell} more</a>` : ''}`;
}

function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

const monthForm = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthWords(month: string): string {
  return monthForm.format(new Date(`${month}-01T00:00:00Z`));
}

export const dateShape = z.looseObject({
  date: day,
  time: z.string().optional().describe('HH:MM at the court'),
  timezone: z.string().optional().describe('of the court'),
  what: z.enum(['hearing', 'deadline', 'expiry', 'renewal']),
  title: z.string(),
  status: z.enum(dateStatuses),
  mayBeCancelled: z
    .string()
    .optional()
    .describe('The filing whose words may cancel it: D.I. 52; in doubt the date stands.'),
  note: z.string().optional(),
  case: z.string(),
  entry: z.string().describe('number of the filing that says so'),
  filed: day.optional().describe('of that filing'),
  sentence: z.string(),
  earlier: z
    .array(z.object({ date: day, entry: z.string() }))
    .optional()
    .describe('The days for which it was set before, the last one first.'),
  watches: z.array(z.string()),
  watchNames: z.array(z.string()),
  address,
  link: z.string().optional().describe('the document, else the docket or the register’s page'),
  uid: z.string().describe('the same in every calendar'),
  sequence: z.number().describe('how often it was changed'),
  record: z.object({ type: z.enum(['docket', 'design']), key: z.string() }),
});

/** A date as its listing has it. */
function dateItem(config: Config, date: WatchDate) {
  const names = new Map(config.watches.map((watch) => [watch.id, watch.name]));
  return {
    ...date,
    watchNames: date.watches.map((id) => names.get(id) ?? id),
    address: addressOf(config, date.record),
  };
}

/** `2026-12`: the month that the address asks for, else this one. */
function monthAsked(visit: Visit): string {
  const asked = visit.url.searchParams.get('month') ?? '';
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : courtsToday(visit.now).slice(0, 7);
}

export const datesListing = listing({
  name: 'dates',
  item: dateShape,
  api: {
    summary: 'Hearings, deadlines and expiries as filings and registers name them, the earliest first.',
    query: z.object({
      ...ofWatch,
      ...ofMatter,
      from: z.iso.date().optional().describe('default: today'),
      until: z.iso.date().optional(),
    }),
    async list(parts, asking, query) {
      const place = placeIn('dates', query, z.tuple([z.string(), z.string(), z.string()]));
      const span = { from: query.from ?? courtsToday(asking.now), until: query.until };
      const found = await datesOfWatches(parts.store.db, watchesAsked(parts, asking, query), span);
      const { items, next } = partOf('dates', rowsAfter(found, place, placeOf), query, placeOf);
      return { items: items.map((date) => dateItem(parts.config, date)), next };
    },
  },
  // Those of the month that the calendar shows.
  file: {
    path: '/calendar',
    async load({ store, config }, visit) {
      const month = monthAsked(visit);
      const span = { from: `${month}-01`, until: `${month}-31` };
      const dates = await datesOfWatches(store.db, openWatches(config.watches, visit.viewer), span);
      return { called: `calendar-${month}`, items: dates.map((date) => dateItem(config, date)) };
    },
  },
});

function placeOf({ date, time = '', uid }: WatchDate) {
  return [date, time, uid] as const;
}
