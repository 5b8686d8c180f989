import { html } from 'hono/html';
import { isKept } from '../dates/calendarEvent.ts';
import { dateList, statusWords } from '../pages/dateList.ts';
import { recordPath } from '../pages/links.ts';
import { downloadLinks } from '../pages/lists/downloadLinks.ts';
import { pageReader } from '../pages/moment.ts';
import type { Html, Page } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openWatches } from '../people/viewer.ts';
import { courtsToday } from '../records/courtZone.ts';
import { datesOfWatches, type WatchDate } from '../schedule/watchDates.ts';
import { shortText } from '../words/cleanText.ts';
import { isAmerican } from '../words/readerDate.ts';
import { monthAsked } from './datesListing.ts';
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
