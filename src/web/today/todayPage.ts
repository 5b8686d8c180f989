import { html } from 'hono/html';
import type { RecordNews } from '../../alerts/outline/recordNews.ts';
import { whyUnwatched } from '../../alerts/words/whyUnwatched.ts';
import type { PausedWatch, Unwatched, WatchFacts } from '../../channels/message/content.ts';
import { counted, withCommas } from '../../words/counted.ts';
import type { Html, Page, PageParts } from '../page.ts';
import { dateLines, dateList } from '../pieces/dateList.ts';
import { emptyState } from '../pieces/emptyState.ts';
import { matterPath, watchPath } from '../pieces/links.ts';
import { day, moment } from '../pieces/moment.ts';
import { newsList } from '../pieces/newsList.ts';
import { openTitle } from '../visit/viewer.ts';
import type { Visit } from '../visit/visit.ts';
import { loadToday, type Today } from './loadToday.ts';
import { wellnessOf } from './wellness.ts';

const datesAtMost = 40;

/** `/`: whether all is well, what is new since the last visit, and what is coming. */
export const todayPage: Page = {
  path: '/',
  name: 'Today',
  async draw(parts, visit) {
    const today = await loadToday(parts, visit);
    return {
      title: 'Today',
      feeds: parts.config.watches.map((watch) => ({
        title: openTitle(watch),
        href: `/feeds/${encodeURIComponent(watch.id)}.atom`,
      })),
      body: html`<h1>Today</h1>
${wellnessLine(today, visit)}
<div class="columns"><div>${newsPart(today, visit)}</div>
<aside>${datesPart(today, visit)}${creditsPart(today, parts)}</aside></div>`,
    };
  },
};

function wellnessLine({ watches, unwatched, paused, lastCheckAt }: Today, visit: Visit): Html {
  const { isWell, words } = wellnessOf({ watches, unwatched, paused });
  const aside = paused.length === 0 ? '' : html`<ul class="note">${paused.map((one) => pausedLine(one, visit))}</ul>`;
  if (watches === 0) {
    return emptyState('Nothing is watched yet.', html`Add a watch to <code>watches.yaml</code> and restart Tipstaff.`);
  }
  if (isWell) return html`<p class="lead well">${words}; last ${moment(lastCheckAt, visit)}.</p>${aside}`;
  return html`<p class="lead alarm">${words}.</p>
${unwatched.length === 0 ? '' : html`<ul class="note">${unwatched.map((one) => unwatchedLine(one, visit))}</ul>`}${aside}`;
}

function pausedLine({ watch, since, until, author, reason }: PausedWatch, visit: Visit): Html {
  const discreet = watch.confidential && !visit.viewer.confidential;
  const end = until === undefined ? 'until it is resumed' : html`until ${moment(until, visit)}`;
  const why = discreet ? '' : ` (by ${author}${reason === '' ? '' : `: ${reason}`})`;
  return html`<li><a href="${watchPath(watch.id)}">${titleFor(watch, visit)}</a>: <strong>PAUSED</strong> ${end}${why}; not looked at since ${moment(since, visit)}</li>`;
}

function titleFor({ confidential, matter, name }: WatchFacts, { viewer }: Visit): string {
  return confidential && !viewer.confidential ? (matter ?? 'a confidential watch') : name;
}

function unwatchedLine({ watch, since, knownUntil, reason }: Unwatched, visit: Visit): Html {
  const known =
    knownUntil === undefined ? 'never checked completely' : html`nothing is known since ${moment(knownUntil, visit)}`;
  return html`<li><a href="${watchPath(watch.id)}">${titleFor(watch, visit)}</a>: ${known}; could not be looked at since ${moment(since, visit)}${reason === undefined ? '' : ` (${whyUnwatched(reason)})`}</li>`;
}

/** By matter, the matter with the most important news first. */
function newsPart({ news, moreNews, since, acknowledged }: Today, visit: Visit): Html {
  const head = html`<h2>New since ${moment(since, visit)}</h2>`;
  if (news.length === 0) return html`${head}${emptyState('Nothing new.')}`;
  const matters = Map.groupBy(news, matterOf);
  const parts = [...matters].map(
    ([matter, some]) =>
      html`${matters.size > 1 || matter !== '' ? matterHead(matter) : ''}${newsList(some, visit, acknowledged)}`,
  );
  return html`${head}${parts}${moreNews ? html`<p class="quiet">And more: the watches list all of it.</p>` : ''}`;
}

function matterHead(matter: string): Html {
  return matter === '' ? html`<h3>Without a matter</h3>` : html`<h3><a href="${matterPath(matter)}">${matter}</a></h3>`;
}

function matterOf({ watches }: RecordNews): string {
  return watches.find((watch) => watch.matter !== undefined)?.matter ?? '';
}

function datesPart({ dates, datesUntil }: Today, visit: Visit): Html {
  const ofCases = dates.filter(({ record }) => record.type === 'docket');
  const ofDesigns = dates.filter(({ record }) => record.type === 'design');
  return html`<h2>${datesUntil === undefined ? 'Next 30 days' : html`Dates until ${day(datesUntil, visit)}`}</h2>
${dateList(ofCases, visit, datesAtMost)}
${ofDesigns.length === 0 ? '' : html`<h2>Designs that expire</h2>${dateLines(ofDesigns, visit, datesAtMost)}`}`;
}

function creditsPart({ creditsThisMonth }: Today, { config }: PageParts): Html {
  const { perMonth } = config.budget;
  const ofBudget = perMonth === undefined ? '' : ` of ${withCommas(perMonth)}`;
  return html`<h2>Credits</h2><p><a href="/credits">${counted(creditsThisMonth, 'credit')}${ofBudget}</a> this month (UTC).</p>`;
}
