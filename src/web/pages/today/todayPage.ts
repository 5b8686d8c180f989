import { html } from 'hono/html';
import type { WatchFacts } from '../../../alerts/message/content.ts';
import { type CoverageLine, coverageLines } from '../../../alerts/message/coverageWords.ts';
import { daysAfter } from '../../../base/time.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { counted, moreWatches, withCommas } from '../../../base/words/sentence.ts';
import { mayAct } from '../../../people/sight.ts';
import { courtsToday } from '../../../records/courts.ts';
import { dateLines, dateList } from '../../frame/dateList.ts';
import { feedsOf, watchPath } from '../../frame/links.ts';
import { day, dayWords, moment, momentWords, todayOf } from '../../frame/moment.ts';
import { newsList, seenTo } from '../../frame/newsList.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { emptyState } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';
import { sealedState } from '../watches/holdPart.ts';
import type { SealedLine } from '../watches/loadWatches.ts';
import { loadToday, type Today } from './loadToday.ts';

const datesAtMost = 40;
/** The rest is folded. */
const newsAtOnce = 20;
const soonDays = 7;
const neverFoundNamed = 10;
/** Of one cause; the list of watches has the others. */
const unwatchedNamed = 20;

/** `/`: what needs somebody until it is acknowledged, what else is new, what is coming, and whether all is well. */
export const todayPage: Page = {
  path: '/',
  name: 'Today',
  async draw(parts, visit) {
    const today = await loadToday(parts, visit);
    return {
      title: 'Today',
      feeds: feedsOf(visit.sight.readable),
      body: html`<div class="titled"><h1>Today</h1><span class="quiet">${dayWords(todayOf(visit), visit)}</span></div>
${coveragePart(today, visit)}${neverFoundLine(today)}${undeliveredLine(today)}
${today.watches === 0 ? '' : figuresPart(today, visit)}
<div class="columns"><div>${newsPart(today, visit)}</div>
<aside>${datesPart(today, visit)}${creditsPart(today, parts, visit)}</aside></div>`,
    };
  },
};

/** Three figures on top, each of which leads to what it counts. */
function figuresPart({ toAct, news, acknowledged, dates }: Today, visit: Visit): Html {
  const toRead = news.filter((one) => one.priority === 'read' && one.happened !== '' && !seenTo(one, acknowledged));
  const until = daysAfter(courtsToday(visit.now), soonDays);
  const soon = dates.filter(({ record, date }) => record.type === 'docket' && date <= until);
  const figures = [
    ['act', toAct.length, 'to act on'],
    ['new', toRead.length, 'to read'],
    ['ahead', soon.length, `due in ${soonDays} days`],
  ] as const;
  return html`<ul class="figures">${figures.map(
    ([part, count, words]) => html`<li><a href="#${part}"><strong>${count}</strong>${words}</a></li>`,
  )}</ul>`;
}

/** What must be acted on stays until somebody acknowledges it, whenever it came. */
function newsPart({ watches, toAct, moreToAct, news, moreNews, since, acknowledged }: Today, visit: Visit): Html {
  const shown = { acknowledged, atMost: newsAtOnce };
  const all = html`<a href="/changes?day=${daysAfter(todayOf(visit), -1)}">Yesterday’s changes</a>, <a
href="/changes">all changes</a>`;
  const acting =
    watches === 0
      ? ''
      : html`<h2 id="act">To act on</h2>${
          toAct.length === 0 ? emptyState('Nothing needs you.') : newsList(toAct, visit, shown)
        }${moreToAct ? moreLine : ''}`;
  return html`${acting}<h2 id="new">New since ${moment(since, visit)}</h2>
${
  news.length === 0
    ? emptyState(toAct.length === 0 ? 'Nothing new.' : 'Nothing else is new.')
    : newsList(news, visit, shown)
}${moreNews ? moreLine : ''}${watches === 0 ? '' : html`<p class="quiet small">${all}</p>`}`;
}

const moreLine = html`<p class="quiet">And more: <a href="/changes">all changes</a>.</p>`;

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
  return html`<p class="quiet small"><a href="/credits">${counted(
    creditsThisMonth,
    'credit',
  )}${ofBudget}</a> this month (UTC).</p>`;
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

/**
 * Whether every watch that is not paused was checked, once for each cause that kept some from it, and what is paused.
 * The last check of any watch says nothing of the others, so all are up to date only where no check is due.
 */
function coveragePart(today: Today, visit: Visit): Html {
  const { watches, due, sealed, lastCheckAt, neverFound } = today;
  if (watches === 0) {
    const todo = html`<a href="/watches/new">Make the first watch</a>, or add it to <code>watches.yaml</code> and
restart Tipstaff.`;
    return emptyState('Nothing is watched yet.', mayAct(visit.viewer, 'editor') ? todo : undefined);
  }
  const paused = today.paused.length + sealed.filter(({ pause }) => pause !== undefined).length;
  const unwatched = today.unwatched.length + sealed.filter(({ pause }) => pause === undefined).length;
  const [checked, aside] = [watches - paused, paused === 0 ? '' : `; ${paused} PAUSED`];
  const checkedWords = counted(checked, 'watch', 'watches');
  const lines = coverageLines({ unwatched: today.unwatched, paused: today.paused }, visit, (iso) =>
    momentWords(iso, visit),
  );
  const notes = [...lines.map(lineOf), ...sealed.map((one) => sealedLine(one, visit))];
  const list = notes.length === 0 ? '' : html`<ul class="note">${notes}</ul>`;
  if (unwatched > 0)
    return html`<p class="lead alarm"><a href="/watches?state=incident">${unwatched} of ${checkedWords}</a> not checked
completely${aside}.</p>${list}`;
  if (checked === 0) return html`<p class="lead alarm">Nothing is checked${aside}.</p>${list}`;
  const tone = neverFound.length === 0 && paused === 0 ? 'well' : 'doubt';
  const state = due === 0 ? ' up to date' : `, ${counted(due, 'check')} due now`;
  return html`<p class="lead ${tone}"><span class="dot ${tone}"></span><a
href="/watches">${checkedWords}</a>${state}${aside}; last check ${moment(lastCheckAt, visit)}.</p>${list}`;
}

function sealedLine(line: SealedLine, visit: Visit): Html {
  return html`<li><a href="${watchPath(line.id)}">${line.title}</a>: ${sealedState(line, visit)}</li>`;
}

/** One cause is said once, however many watches it keeps from being checked. */
function lineOf({ kind, words, watches, why }: CoverageLine): Html {
  const names = watches.slice(0, unwatchedNamed).map((watch, index) => html`${index > 0 ? ', ' : ''}${linkTo(watch)}`);
  const more = watches.length - unwatchedNamed;
  const rest = more > 0 ? html`, <a href="/watches?state=incident">and ${moreWatches(more)}</a>` : '';
  const count = watches.length > 1 ? html`<strong>${counted(watches.length, 'watch', 'watches')}</strong> ` : '';
  const said = kind === 'paused' ? html`<strong>${words}</strong>` : words;
  return html`<li>${count}${said}: ${names}${rest} (${why})</li>`;
}

function linkTo({ id, name }: WatchFacts): Html {
  return html`<a href="${watchPath(id)}">${name}</a>`;
}

/** A watch that can find nothing shows as little as one that is quiet. */
function neverFoundLine({ neverFound }: Today): Html | string {
  if (neverFound.length === 0) return '';
  const more = neverFound.length - neverFoundNamed;
  const names = neverFound.slice(0, neverFoundNamed).map(({ watch, near }, index) => {
    const aside = near === undefined ? '' : html` <span class="quiet">(${cleanText(near.replace(/\.$/, ''))})</span>`;
    return html`${index > 0 ? ', ' : ''}${linkTo(watch)}${aside}`;
  });
  const rest = more > 0 ? html`, <a href="/watches?state=nothing">and ${counted(more, 'more', 'more')}</a>` : '';
  return html`<p class="note doubt"><strong>${counted(
    neverFound.length,
    'watch has',
    'watches have',
  )} never found anything:</strong> ${names}${rest}</p>`;
}
