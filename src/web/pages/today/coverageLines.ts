import { html } from 'hono/html';
import type { WatchFacts } from '../../../alerts/message/content.ts';
import { type CoverageLine, coverageLines } from '../../../alerts/message/coverageWords.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { counted, moreWatches } from '../../../base/words/sentence.ts';
import { mayAct } from '../../../people/sight.ts';
import { watchPath } from '../../frame/links.ts';
import { moment, momentWords } from '../../frame/moment.ts';
import type { Html } from '../../frame/page.ts';
import { emptyState } from '../../frame/pager.ts';
import type { Visit } from '../../visit/visit.ts';
import { sealedState } from '../watches/holdPart.ts';
import type { SealedLine } from '../watches/loadWatches.ts';
import type { Today } from './loadToday.ts';

const neverFoundNamed = 10;
/** Of one cause; the list of watches has the others. */
const unwatchedNamed = 20;

/** What was not checked, once for each cause, and what is paused. That all is well the figures above say. */
export function coverageLine(today: Today, visit: Visit) {
  const { watches, unwatched, neverFound, lastCheckAt, sealed } = today;
  const paused = [...today.paused, ...sealed.filter((one) => one.pause !== undefined)];
  const { isWell, words } = coverageWordsOf({ watches, unwatched: unwatchedOf(today), paused });
  if (isWell && paused.length === 0) return '';
  const tone = neverFound.length === 0 ? 'well' : 'doubt';
  const lines = coverageLines({ unwatched, paused: today.paused }, visit, (iso) => momentWords(iso, visit));
  const aside =
    paused.length === 0
      ? ''
      : html`<ul class="note">${[
          ...lines.filter(({ kind }) => kind === 'paused').map(lineOf),
          ...sealed.map((one) => (one.pause === undefined ? '' : sealedLine(one, visit))),
        ]}</ul>`;
  if (watches === 0) {
    return emptyState(
      'Nothing is watched yet.',
      mayAct(visit.viewer, 'editor')
        ? html`<a href="/watches/new">Make the first watch</a>, or add it to <code>watches.yaml</code> and restart
Tipstaff.`
        : undefined,
    );
  }
  if (isWell)
    return html`<p class="lead ${tone}"><span class="dot ${tone}"></span>${words}; last ${moment(
      lastCheckAt,
      visit,
    )}.</p>${aside}`;
  return html`<p class="lead alarm">${words}.</p>
${
  unwatchedOf(today).length === 0
    ? ''
    : html`<ul class="note">${lines.filter(({ kind }) => kind === 'unwatched').map(lineOf)}${sealed.map((one) =>
        one.pause === undefined ? sealedLine(one, visit) : '',
      )}</ul>`
}${aside}`;
}

/** All that were not checked completely, whether or not the viewer may read them. */
export function unwatchedOf({ unwatched, sealed }: Pick<Today, 'unwatched' | 'sealed'>): readonly object[] {
  return [...unwatched, ...sealed.filter(({ pause }) => pause === undefined)];
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
export function neverFoundLine({ neverFound }: Today): Html | string {
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

interface CoverageWords {
  readonly isWell: boolean;
  /** `All 12 watches checked completely; last 7:04 AM` is built of these words and the moment. */
  readonly words: string;
}

interface Looked {
  readonly watches: number;
  readonly unwatched: readonly object[];
  readonly paused: readonly object[];
}

/** Whether every watch that is not paused was checked, in one line; without a watch nothing is claimed. */
function coverageWordsOf({ watches, unwatched, paused }: Looked): CoverageWords {
  if (watches === 0) return { isWell: false, words: 'No watches yet' };
  const checked = watches - paused.length;
  const aside = paused.length === 0 ? '' : `; ${paused.length} PAUSED`;
  if (checked === 0) return { isWell: false, words: `Nothing is checked${aside}` };
  if (unwatched.length === 0) {
    const all = checked === 1 ? 'The one watch was checked completely' : `All ${checked} watches checked completely`;
    return { isWell: true, words: `${all}${aside}` };
  }
  return {
    isWell: false,
    words: `${unwatched.length} of ${counted(checked, 'watch', 'watches')} not checked completely${aside}`,
  };
}
