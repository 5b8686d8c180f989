import { html } from 'hono/html';
import type { Coverage, PausedWatch, Unwatched, WatchFacts } from '../message/content.ts';
import type { RecordNews } from '../message/recordNews.ts';
import { dateLines, dateList } from '../pages/dateList.ts';
import { feedPath, matterPath, watchPath } from '../pages/links.ts';
import { day, moment, unwatchedWords } from '../pages/moment.ts';
import { newsList } from '../pages/newsList.ts';
import type { Html, Page, PageParts } from '../pages/page.ts';
import { emptyState } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { mayAct, visibleWatches } from '../people/viewer.ts';
import { cleanText } from '../words/cleanText.ts';
import { counted, withCommas } from '../words/sentence.ts';
import { loadToday, type Today } from './loadToday.ts';

const datesAtMost = 40;
const neverFoundNamed = 10;

/** `/`: whether all is well, what is new since the last visit, and what is coming. */
export const todayPage: Page = {
  path: '/',
  name: 'Today',
  async draw(parts, visit) {
    const today = await loadToday(parts, visit);
    return {
      title: 'Today',
      feeds: visibleWatches(parts.config.watches, visit.viewer).map(({ watch, title }) => ({
        title,
        href: feedPath(watch.id),
      })),
      body: html`<h1>Today</h1>
${coverageLine(today, visit)}${neverFoundLine(today, visit)}${undeliveredLine(today)}
<p class="narrow small"><a href="#ahead">Dates ahead</a></p>
<div class="columns"><div>${newsPart(today, visit)}</div>
<aside>${datesPart(today, visit)}${creditsPart(today, parts, visit)}</aside></div>`,
    };
  },
};

function coverageLine({ watches, unwatched, paused, neverFound, lastCheckAt }: Today, visit: Visit): Html {
  const { isWell, words } = coverageWordsOf({ watches, unwatched, paused });
  const tone = neverFound.length === 0 ? 'well' : 'doubt';
  const aside = paused.length === 0 ? '' : html`<ul class="note">${paused.map((one) => pausedLine(one, visit))}</ul>`;
  if (watches === 0) {
    return emptyState(
      'Nothing is watched yet.',
      mayAct(visit.viewer, 'editor')
        ? html`<a href="/watches/new">Make the first watch</a>, or add it to <code>watches.yaml</code> and restart Tipstaff.`
        : undefined,
    );
  }
  if (isWell) return html`<p class="lead ${tone}">${words}; last ${moment(lastCheckAt, visit)}.</p>${aside}`;
  return html`<p class="lead alarm">${words}.</p>
${unwatched.length === 0 ? '' : html`<ul class="note">${unwatched.map((one) => unwatchedLine(one, visit))}</ul>`}${aside}`;
}

/** A watch that can find nothing looks as well as one that is quiet. */
function neverFoundLine({ neverFound }: Today, visit: Visit): Html | string {
  if (neverFound.length === 0) return '';
  const more = neverFound.length - neverFoundNamed;
  const names = neverFound.slice(0, neverFoundNamed).map(({ watch, near }, index) => {
    const aside = near === undefined ? '' : html` <span class="quiet">(${cleanText(near.replace(/\.$/, ''))})</span>`;
    return html`${index > 0 ? ', ' : ''}<a href="${watchPath(watch.id)}">${titleFor(watch, visit)}</a>${aside}`;
  });
  const rest = more > 0 ? html`, <a href="/watches?state=nothing">and ${counted(more, 'more', 'more')}</a>` : '';
  return html`<p class="note doubt"><strong>${counted(neverFound.length, 'watch has', 'watches have')} never found anything:</strong> ${names}${rest}</p>`;
}

/** What did not arrive is not known to those who wait for it. */
function undeliveredLine({ undelivered }: Today): Html | string {
  if (undelivered === 0) return '';
  const have = undelivered === 1 ? 'has' : 'have';
  return html`<p class="note"><strong>${counted(undelivered, 'alert')} ${have} not arrived.</strong> <a href="/alerts">The alerts</a> say which, and what the server said.</p>`;
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

function unwatchedLine(unwatched: Unwatched, visit: Visit): Html {
  const { watch } = unwatched;
  return html`<li><a href="${watchPath(watch.id)}">${titleFor(watch, visit)}</a>: ${unwatchedWords(unwatched, visit)}</li>`;
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
  return html`<h2 id="ahead">${datesUntil === undefined ? 'Next 30 days' : html`Dates until ${day(datesUntil, visit)}`}</h2>
${dateList(ofCases, visit, datesAtMost)}
${ofDesigns.length === 0 ? '' : html`<h2>Designs that expire</h2>${dateLines(ofDesigns, visit, datesAtMost)}`}`;
}

function creditsPart({ creditsThisMonth }: Today, { config }: PageParts, { viewer }: Visit): Html {
  const perMonth = viewer.matters === 'all' ? config.budget.perMonth : undefined;
  const ofBudget = perMonth === undefined ? '' : ` of ${withCommas(perMonth)}`;
  return html`<h2>Credits</h2><p><a href="/credits">${counted(creditsThisMonth, 'credit')}${ofBudget}</a> this month (UTC).</p>`;
}

/** One line on whether all watches were looked at. */
interface CoverageWords {
  readonly isWell: boolean;
  /** `All 12 watches checked completely; last 7:04 AM` is built of these words and the moment. */
  readonly words: string;
}

type Looked = Pick<Coverage, 'watches' | 'unwatched' | 'paused'>;

/** Whether every watch that is not paused was looked at, in one line; without a watch nothing is claimed. */
function coverageWordsOf({ watches, unwatched, paused = [] }: Looked): CoverageWords {
  if (watches === 0) return { isWell: false, words: 'No watches yet' };
  const looked = watches - paused.length;
  const aside = paused.length === 0 ? '' : `; ${paused.length} PAUSED`;
  if (looked === 0) return { isWell: false, words: `Nothing is looked at${aside}` };
  if (unwatched.length === 0) {
    const all = looked === 1 ? 'The one watch was checked completely' : `All ${looked} watches checked completely`;
    return { isWell: true, words: `${all}${aside}` };
  }
  return {
    isWell: false,
    words: `${unwatched.length} of ${counted(looked, 'watch', 'watches')} not checked completely${aside}`,
  };
}
