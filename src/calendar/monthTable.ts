import { html } from 'hono/html';
import { isKept } from '../dates/calendarEvent.ts';
import { shortParty } from '../message/words/recordWords.ts';
import { dateMark, statusWords } from '../pages/dateList.ts';
import { recordPath } from '../pages/links.ts';
import { pageReader } from '../pages/moment.ts';
import type { Html } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { courtsToday } from '../records/courtZone.ts';
import type { WatchDate } from '../schedule/watchDates.ts';
import { dayMs, utcDay } from '../time.ts';
import { shortText } from '../words/cleanText.ts';
import { isAmerican } from '../words/readerDate.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** The most dates shown on one day; the list has all of them. */
const inACell = 5;

/** A month as a table of weeks. @param month `2026-12` */
export function monthTable(month: string, dates: readonly WatchDate[], visit: Visit): Html {
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

/** `Joinder · Widget v. Rival (D. Del.)`, `Expires · Bottle (HAGUE)`: the case, and not only what falls due. */
export function cellWords({ title, case: name }: Pick<WatchDate, 'title' | 'case'>): string {
  const what = title.replace(/ due$/, '').replace(/^Design expires$/, 'Expires');
  const [, place, caption] = /^.*? \(([^()]{1,40})\) (.+)$/.exec(name) ?? [undefined, undefined, name];
  const parties = (caption ?? '').split(/ vs?\. /).map(shortParty);
  return `${what} · ${shortText(parties.join(' v. '), 60)}${place === undefined ? '' : ` (${place})`}`;
}
