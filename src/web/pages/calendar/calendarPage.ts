import { html } from 'hono/html';
import { shortParty } from '../../../alerts/message/words/recordWords.ts';
import { dayMs, utcDay } from '../../../base/time.ts';
import { shortText } from '../../../base/words/cleanText.ts';
import { isAmerican } from '../../../base/words/readerDate.ts';
import { counted } from '../../../base/words/sentence.ts';
import { mattersOf } from '../../../config/readWatches.ts';
import { caution, isKept } from '../../../reading/events/calendarEvent.ts';
import { courtsToday } from '../../../records/courts.ts';
import type { WatchDate } from '../../../schedule/watchDates.ts';
import { dateLines, dateMark, statusWords } from '../../frame/dateList.ts';
import { recordPath } from '../../frame/links.ts';
import { pageReader } from '../../frame/moment.ts';
import type { Html, Page } from '../../frame/page.ts';
import { choice, downloadLinks, emptyState, filterRow, watchChoice } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';
import { calendarAsked, dateKinds, datesAsked } from './chosenDates.ts';
import { calendarFeeds, subscribePart } from './subscribe.ts';

/** `/calendar?month=2026-12`: the dates of a month, as a month and as a list. */
export const calendarPage: Page = {
  path: '/calendar',
  name: 'Calendar',
  async draw(parts, visit) {
    const { month } = calendarAsked(visit);
    const dates = (await datesAsked(parts, visit)).filter(({ status }) => status !== 'superseded');
    return {
      title: `Calendar, ${monthWords(month)}`,
      body: html`<div class="titled"><h1>${monthWords(month)}</h1>${monthLinks(month, visit)}</div>
${filters(visit)}
<div class="doing">${subscribePart(calendarFeeds(visit), visit)}</div>
${legend()}${monthTable(month, dates, visit)}${listPart(dates, month, visit)}${downloadLinks(visit.url)}`,
    };
  },
};

function monthLinks(month: string, visit: Visit): Html {
  const link = (to: string, words: string) => {
    const query = new URLSearchParams(visit.url.searchParams);
    query.set('month', to);
    return html`<a class="button" href="/calendar?${query.toString()}">${words}</a>`;
  };
  const now = courtsToday(visit.now).slice(0, 7);
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return html`<nav class="filters" aria-label="Months">${link(before, monthWords(before))}${
    month === now ? '' : link(now, 'This month')
  }${link(after, monthWords(after))}</nav>`;
}

function filters(visit: Visit): Html {
  const query = visit.url.searchParams;
  const open = visit.sight.readable;
  const kinds = dateKinds.map((kind) => [kind, kindWords[kind].plural] as const);
  return filterRow([
    html`<input type="hidden" name="month" value="${calendarAsked(visit).month}">`,
    choice('matter', 'every matter', mattersOf(open), query),
    watchChoice(open, query),
    choice('kind', 'every kind', kinds, query),
    choice('designs', 'one’s own and starred', [['all', 'all that are watched']], query),
  ]);
}

const kindWords = {
  hearing: { one: 'hearing', plural: 'hearings' },
  deadline: { one: 'deadline', plural: 'deadlines' },
  expiry: { one: 'design expires', plural: 'designs that expire' },
  renewal: { one: 'renewal opens', plural: 'renewals' },
} as const;

function legend(): Html {
  const kinds = dateKinds.map((what) => ({ mark: dateMark({ what, status: 'set' }), words: kindWords[what].one }));
  const asked = { mark: dateMark({ what: 'deadline', status: 'asked' }), words: 'requested' };
  return html`<p class="legend quiet small">${[...kinds, asked].map(
    ({ mark, words }) => html`<span>${mark}${words}</span>`,
  )}</p>`;
}

function listPart(dates: readonly WatchDate[], month: string, visit: Visit): Html {
  const head = html`<h2 id="list">As a list</h2>`;
  if (dates.length === 0)
    return html`${head}${emptyState(
      'No dates named in filings.',
      html`<a href="/calendar">This month, everything</a>`,
    )}`;
  const today = courtsToday(visit.now);
  const isNow = today.startsWith(month);
  const past = isNow ? dates.filter(({ date }) => date < today) : [];
  const coming = isNow ? dates.filter(({ date }) => date >= today) : dates;
  const earlier =
    past.length === 0
      ? ''
      : html`<details class="rest"><summary>${counted(past.length, 'date')} earlier this month</summary>
${dateLines(past, visit, past.length, true)}</details>`;
  return html`${head}${earlier}${
    coming.length === 0 ? emptyState('No more dates this month.') : dateLines(coming, visit, coming.length, true)
  }<p class="quiet small">${caution}</p>`;
}

function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

const monthForm = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthWords(month: string): string {
  return monthForm.format(new Date(`${month}-01T00:00:00Z`));
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** The list has all of them. */
const inACell = 5;

/** @param month `2026-12` */
function monthTable(month: string, dates: readonly WatchDate[], visit: Visit): Html {
  // Sunday begins the week where days are written the American way.
  const begins = isAmerican(pageReader(visit)) ? 0 : 1;
  const first = new Date(`${month}-01T00:00:00Z`);
  const offset = (first.getUTCDay() + 7 - begins) % 7;
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const weeks = Array.from({ length: Math.ceil((offset + last) / 7) }, (_, week) =>
    weekdays.map((_name, index) => utcDay(new Date(first.getTime() + (week * 7 + index - offset) * dayMs))),
  );
  const byDay = Map.groupBy(dates, (date) => date.date);
  const today = courtsToday(visit.now);
  return html`<div class="wide"><table class="month"><thead>
<tr>${weekdays.map((_, index) => html`<th>${weekdays[(index + begins) % 7]}</th>`)}</tr></thead><tbody>${weeks.map(
    (week) =>
      html`<tr>${week.map(
        (day) =>
          html`<td class="${day === today ? 'today' : ''}">${
            day.startsWith(month) ? dayCell(day, byDay.get(day) ?? []) : ''
          }</td>`,
      )}</tr>`,
  )}</tbody></table></div>`;
}

function dayCell(day: string, dates: readonly WatchDate[]): Html {
  const more = dates.length - inACell;
  return html`<span class="quiet small">${Number(day.slice(8))}</span>${dates.slice(0, inACell).map(
    (date) =>
      html`<a class="small" href="${recordPath(date.record)}"
title="${shortText(date.case, 300)}">${dateMark(date)}${
        isKept(date) ? cellWords(date) : html`<del>${cellWords(date)}</del>`
      }${statusWords[date.status]}</a>`,
  )}${more > 0 ? html`<a class="small" href="#day-${day}">and ${more} more</a>` : ''}`;
}

/** `Joinder · Widget v. Rival (D. Del.)`, `Expires · Bottle (HAGUE)` */
function cellWords({ title, case: name }: Pick<WatchDate, 'title' | 'case'>): string {
  const what = title.replace(/ due$/, '').replace(/^Design expires$/, 'Expires');
  const [, place, caption] = /^.*? \(([^()]{1,40})\) (.+)$/.exec(name) ?? [undefined, undefined, name];
  const parties = (caption ?? '').split(/ vs?\. /).map(shortParty);
  return `${what} · ${shortText(parties.join(' v. '), 60)}${place === undefined ? '' : ` (${place})`}`;
}
