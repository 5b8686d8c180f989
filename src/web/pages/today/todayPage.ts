import { html } from 'hono/html';
import type { RecordNews } from '../../../alerts/message/recordNews.ts';
import { daysAfter } from '../../../base/time.ts';
import { counted, withCommas } from '../../../base/words/sentence.ts';
import { isKept } from '../../../reading/events/calendarEvent.ts';
import { courtsToday } from '../../../records/courts.ts';
import type { WatchDate } from '../../../schedule/watchDates.ts';
import { dateLines, dateList } from '../../frame/dateList.ts';
import { feedsOf, matterPath } from '../../frame/links.ts';
import { day, dayWords, moment, todayOf } from '../../frame/moment.ts';
import { newsList, seenTo } from '../../frame/newsList.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { emptyState, filterField, filterRow } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';
import { coverageLine, neverFoundLine, unwatchedOf } from './coverageLines.ts';
import { loadToday, type Today } from './loadToday.ts';

const datesAtMost = 40;
/** Of one matter; the rest is folded. */
const newsOfMatter = 5;

/** `/`: what needs somebody until it is acknowledged, what else is new, what is coming, and whether all is well. */
export const todayPage: Page = {
  path: '/',
  name: 'Today',
  async draw(parts, visit) {
    const today = await loadToday(parts, visit);
    const show = showAsked(visit);
    const aside = show === 'due' ? '' : datesPart(today, visit);
    return {
      title: 'Today',
      feeds: feedsOf(visit.sight.readable),
      body: html`<div class="titled">
<h1>Today</h1><span class="quiet">${dayWords(todayOf(visit), visit)}</span>${dayForm(today, visit)}</div>
${today.watches === 0 ? '' : figuresPart(today, visit)}${coverageLine(today, visit)}${neverFoundLine(
  today,
)}${undeliveredLine(today)}
<p class="narrow small"><a href="#ahead">Dates ahead</a></p>
<div class="columns"><div>${
        show === 'due' ? soonPart(today, visit) : [toActPart(today, visit), newsPart(today, visit)]
      }</div>
<aside>${aside}${creditsPart(today, parts, visit)}</aside></div>`,
    };
  },
};

function dayForm({ watches, day: asked }: Today, visit: Visit): Html | string {
  if (watches === 0) return '';
  const { searchParams } = visit.url;
  const show = showAsked(visit);
  const yesterday = daysAfter(todayOf(visit), -1);
  const kept = show === undefined ? '' : html`<input type="hidden" name="show" value="${show}">`;
  return filterRow(html`<a class="button" href="${asked === yesterday ? '/' : `/?day=${yesterday}`}">${
    asked === yesterday ? 'Since my last visit' : 'Yesterday'
  }</a>
${filterField('day', 'News of', searchParams, html`type="date"`)}${kept}`);
}

/** Those who wait for an alert do not know that it did not arrive. */
function undeliveredLine({ undelivered }: Today): Html | string {
  if (undelivered === 0) return '';
  const have = undelivered === 1 ? 'has' : 'have';
  return html`<p class="note"><strong>${counted(
    undelivered,
    'alert',
  )} ${have} not arrived.</strong> <a href="/alerts">The alerts</a> say which, and what the server said.</p>`;
}

/** Stays until somebody acknowledges it, whenever it came. */
function toActPart(today: Today, visit: Visit): Html | string {
  const show = showAsked(visit);
  const { toAct, moreToAct, day: asked } = today;
  if (show === 'read' || asked !== undefined || (toAct.length === 0 && show !== 'act')) return '';
  const head = html`<h2>To act on</h2>`;
  if (toAct.length === 0) return html`${head}${nothingNew(today, visit)}`;
  return html`${head}${byMatter(toAct, today, visit)}${moreToAct ? moreLine : ''}`;
}

function newsPart(today: Today, visit: Visit): Html | string {
  const { moreNews, since, day: asked } = today;
  const show = showAsked(visit);
  if (show === 'act' && asked === undefined) return '';
  const news = newsFor(show, today);
  const head = html`<h2>${
    asked === undefined ? html`New since ${moment(since, visit)}` : html`News of ${day(asked, visit)}`
  }</h2>`;
  if (news.length === 0) return html`${head}${nothingNew(today, visit)}`;
  return html`${head}${byMatter(news, today, visit)}${moreNews ? moreLine : ''}`;
}

const moreLine = html`<p class="quiet">And more: <a href="/changes">all changes</a>.</p>`;

/** The matter with the most important news first. */
function byMatter(news: readonly RecordNews[], { acknowledged }: Today, visit: Visit): Html {
  const matters = Map.groupBy(news, matterOf);
  const parts = [...matters].map(
    ([matter, some]) =>
      html`${matters.size > 1 || matter !== '' ? matterHead(matter) : ''}${newsList(some, visit, {
        acknowledged,
        atMost: newsOfMatter,
        all: allOf(matter),
      })}`,
  );
  return html`${parts}`;
}

function nothingNew({ watches, day: asked, toAct }: Today, visit: Visit): Html {
  const show = showAsked(visit);
  const news = asked === undefined && toAct.length > 0 ? 'Nothing else is new.' : 'Nothing new.';
  const words = show === 'act' ? 'Nothing needs you.' : show === 'read' ? 'Nothing to read.' : news;
  if (show !== undefined) return emptyState(words, html`<a href="/">Show all</a>`);
  if (watches === 0 || asked !== undefined) return emptyState(words);
  return emptyState(words, html`<a href="/changes">All changes</a>, <a href="/watches">when each watch looks next</a>`);
}

function allOf(matter: string): string {
  return matter === '' ? '/changes' : `/changes?matter=${encodeURIComponent(matter)}`;
}

function matterHead(matter: string): Html {
  return matter === '' ? html`<h3>Without a matter</h3>` : html`<h3><a href="${matterPath(matter)}">${matter}</a></h3>`;
}

function matterOf({ watches }: RecordNews): string {
  return watches.find((watch) => watch.matter !== undefined)?.matter ?? '';
}

function soonPart({ dates }: Today, visit: Visit): Html {
  const soon = datesSoon(dates, visit);
  return html`<h2 id="ahead">Due in 7 days</h2>
${
  soon.length === 0
    ? emptyState('No hearing and no deadline.', html`<a href="/calendar">The calendar</a>`)
    : dateList(soon, visit)
}`;
}

function datesPart({ dates, datesUntil }: Today, visit: Visit): Html {
  const ofCases = dates.filter(({ record }) => record.type === 'docket');
  const ofDesigns = dates.filter(({ record }) => record.type === 'design');
  return html`<h2 id="ahead">${
    datesUntil === undefined ? 'Next 30 days' : html`Dates until ${day(datesUntil, visit)}`
  }</h2>
${dateList(ofCases, visit, datesAtMost)}
${ofDesigns.length === 0 ? '' : html`<h2>Designs that expire</h2>${dateLines(ofDesigns, visit, datesAtMost)}`}`;
}

function creditsPart({ creditsThisMonth }: Today, { config }: PageParts, { sight }: Visit): Html {
  const perMonth = sight.isWhole ? config.budget.perMonth : undefined;
  const ofBudget = perMonth === undefined ? '' : ` of ${withCommas(perMonth)}`;
  return html`<h2>Credits</h2><p><a href="/credits">${counted(
    creditsThisMonth,
    'credit',
  )}${ofBudget}</a> this month (UTC).</p>`;
}

const soonDays = 7;
const shows = ['act', 'read', 'due'] as const;

type Show = (typeof shows)[number];

function showAsked({ url }: Pick<Visit, 'url'>): Show | undefined {
  const asked = url.searchParams.get('show');
  return shows.find((one) => one === asked);
}

/** The news that still ask for this; what somebody has acknowledged does not. */
function newsFor(show: Show | undefined, { news, acknowledged }: Pick<Today, 'news' | 'acknowledged'>) {
  if (show === undefined || show === 'due') return news;
  return news.filter((one) => isOpen(one, show) && seenTo(one, acknowledged) === undefined);
}

function isOpen({ priority, happened }: RecordNews, show: Show): boolean {
  return priority === show && happened !== '';
}

function datesSoon(dates: readonly WatchDate[], { now }: Pick<Visit, 'now'>): WatchDate[] {
  const until = daysAfter(courtsToday(now), soonDays);
  return dates.filter((date) => date.record.type === 'docket' && date.date <= until && isKept(date));
}

/**
 * Four figures on top: what needs somebody, what is to be read, what falls due, and whether all was checked. Each
 * leads to what it counts.
 */
function figuresPart(today: Today, visit: Visit): Html {
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
  return html`<ul class="figures">${figure('act', today.toAct.length, 'to act on')}${figure(
    'read',
    newsFor('read', today).length,
    'to read',
  )}${figure('due', datesSoon(today.dates, visit).length, `due in ${soonDays} days`)}${watchesFigure(
    today,
    visit,
  )}</ul>`;
}

/** The last check of any watch says nothing of the others, so all are up to date only where no check is due. */
function watchesFigure(today: Today, visit: Visit): Html {
  const { watches, due, neverFound, lastCheckAt, sealed } = today;
  const unwatched = unwatchedOf(today);
  const paused = [...today.paused, ...sealed.filter(({ pause }) => pause !== undefined)];
  const noun = watches === 1 ? 'watch' : 'watches';
  if (unwatched.length > 0) {
    return html`<li><a class="alarm" href="/watches?state=incident"><strong>${unwatched.length}</strong>of ${counted(
      watches,
      'watch',
      'watches',
    )} not checked</a></li>`;
  }
  const silent = neverFound.length === 0 ? '' : `; ${neverFound.length} never found anything`;
  const toCome = due === 0 ? 'up to date' : `${counted(due, 'check')} due now`;
  const still = paused.length === 0 ? toCome : `${paused.length} paused, ${due === 0 ? 'the others ' : ''}${toCome}`;
  const tone = neverFound.length > 0 || paused.length > 0 ? 'doubt' : 'well';
  return html`<li><a class="${tone}" href="/watches${
    neverFound.length > 0 ? '?state=nothing' : ''
  }"><strong>${watches}</strong>${noun}, ${still}; last check ${moment(lastCheckAt, visit)}${silent}</a></li>`;
}
