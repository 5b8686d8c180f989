import { html } from 'hono/html';
import { isKept } from '../dates/calendarEvent.ts';
import type { RecordNews } from '../message/recordNews.ts';
import { moment } from '../pages/moment.ts';
import { seenTo } from '../pages/newsList.ts';
import type { Html } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { courtsToday, daysAfter } from '../records/courtZone.ts';
import type { WatchDate } from '../schedule/watchDates.ts';
import { counted } from '../words/sentence.ts';
import type { Today } from './loadToday.ts';

const soonDays = 7;
const shows = ['act', 'read', 'due'] as const;

/** What Today is narrowed to, by one of its figures. */
export type Show = (typeof shows)[number];

export function showAsked({ url }: Pick<Visit, 'url'>): Show | undefined {
  const asked = url.searchParams.get('show');
  return shows.find((one) => one === asked);
}

/** The news that still ask for this; what somebody has acknowledged does not. */
export function newsFor(show: Show | undefined, { news, acknowledged }: Pick<Today, 'news' | 'acknowledged'>) {
  if (show === undefined || show === 'due') return news;
  return news.filter((one) => isOpen(one, show) && seenTo(one, acknowledged) === undefined);
}

function isOpen({ priority, happened }: RecordNews, show: Show): boolean {
  return priority === show && happened !== '';
}

/** Hearings and deadlines of the next seven days. */
export function datesSoon(dates: readonly WatchDate[], { now }: Pick<Visit, 'now'>): WatchDate[] {
  const until = daysAfter(courtsToday(now), soonDays);
  return dates.filter((date) => date.record.type === 'docket' && date.date <= until && isKept(date));
}

/**
 * Four figures on top: what needs somebody, what is to be read, what falls due, and whether all was looked at. Each
 * leads to what it counts.
 */
export function figuresPart(today: Today, visit: Visit): Html {
  const { day } = today;
  const shown = showAsked(visit);
  const figure = (show: Show, count: number, words: string) => {
    const query = new URLSearchParams({ ...(shown === show ? {} : { show }), ...(day === undefined ? {} : { day }) });
    const here = shown === show ? html` aria-current="true"` : '';
    const tone = show === 'act' && count > 0 ? 'alarm' : '';
    return html`<li><a class="${tone}" href="/${
      query.size > 0 ? `?${query.toString()}` : ''
    }"${here}><strong>${count}</strong>${words}</a></li>`;
  };
  return html`<ul class="figures">${figure('act', newsFor('act', today).length, 'to act on')}${figure(
    'read',
    newsFor('read', today).length,
    'to read',
  )}${figure('due', datesSoon(today.dates, visit).length, `due in ${soonDays} days`)}${watchesFigure(
    today,
    visit,
  )}</ul>`;
}

function watchesFigure({ watches, unwatched, paused, neverFound, lastCheckAt }: Today, visit: Visit): Html {
  const looked = counted(watches, 'watch', 'watches').replace(/^\S+ /, '');
  if (unwatched.length > 0) {
    return html`<li><a class="alarm" href="/watches?state=incident"><strong>${unwatched.length}</strong>of ${counted(
      watches,
      'watch',
      'watches',
    )} not looked at</a></li>`;
  }
  const silent = neverFound.length === 0 ? '' : `; ${neverFound.length} never found anything`;
  const still = paused.length === 0 ? `, all looked at` : `, ${paused.length} paused`;
  const tone = neverFound.length > 0 || paused.length > 0 ? 'doubt' : 'well';
  return html`<li><a class="${tone}" href="/watches${
    neverFound.length > 0 ? '?state=nothing' : ''
  }"><strong>${watches}</strong>${looked}${still} ${moment(lastCheckAt, visit)}${silent}</a></li>`;
}
