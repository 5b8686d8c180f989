import { html } from 'hono/html';
import type { Config } from '../config/config.ts';
import { downloadLinks } from '../pages/lists/downloadLinks.ts';
import { type List, readParts, rowsOf } from '../pages/lists/list.ts';
import { moment } from '../pages/moment.ts';
import type { Html, Page } from '../pages/page.ts';
import { choice, emptyState, pageNumber, pager } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { openReason, visibleWatches } from '../people/viewer.ts';
import { queriesOf } from '../schedule/planSync.ts';
import { checkLog, type LoggedCheck } from '../snapshot/checkLogQueries.ts';
import { outcomeWords } from '../watches/loadWatches.ts';
import { withCommas } from '../words/sentence.ts';

const perPage = 100;

/** `/checks`: every check, newest first, what came of it and what it cost. */
export const checksPage: Page = {
  path: '/checks',
  name: 'Checks',
  async draw({ store, config }, visit) {
    const query = visit.url.searchParams;
    const page = pageNumber(query);
    const { titles, discreet, filter } = checksFilter(config, visit);
    const checks = await checkLog(store.db, {
      ...filter,
      limit: perPage + 1,
      offset: (page - 1) * perPage,
    });
    const shown = checks
      .slice(0, perPage)
      .map((check) => ({ ...check, reason: openReason(check.reason, discreet.has(check.queryId)) ?? null }));
    return {
      title: 'Checks',
      body: html`<h1>Checks</h1><form class="filters">${choice('outcome', 'every outcome', outcomes, query)}<button>Show</button></form>
${checks.length === 0 ? emptyState(query.size === 0 ? 'No check yet.' : 'No check matches.') : rows(shown, titles, visit)}
${pager(visit.url, page, page, checks.length > perPage)}${downloadLinks(visit.url)}`,
    };
  },
};

function rows(checks: readonly LoggedCheck[], titles: ReadonlyMap<string, string>, visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>When</th><th>Watch</th><th>Outcome</th><th class="number">Hits</th><th class="number">Requests</th><th class="number">Credits</th><th>Reason</th></tr></thead><tbody>${checks.map(
    ({ id, queryId, endedAt, outcome, reason, hits, requests, credits }) =>
      html`<tr><td><a href="/checks/${id}">${moment(endedAt, visit)}</a></td><td data-name="Watch">${titles.get(queryId)}</td><td data-name="Outcome">${outcomeWords({ outcome, reason: reason ?? undefined })}</td>
<td data-name="Hits" class="number">${withCommas(hits)}</td><td data-name="Requests" class="number">${requests}</td><td data-name="Credits" class="number">${withCommas(credits)}</td><td data-name="Reason">${reason ?? ''}</td></tr>`,
  )}</tbody></table></div>`;
}

const outcomes = ['complete', 'partial', 'failed', 'skipped'] as const;

/** Which checks the address asks for, of those that the viewer may know of; the titles of the watches that ask each query. */
function checksFilter(config: Config, visit: Visit) {
  const titles = new Map<string, string>();
  const discreet = new Set<string>();
  for (const { watch, title, ...one } of visibleWatches(config.watches, visit.viewer)) {
    for (const { id } of queriesOf(watch)) {
      if (one.discreet) discreet.add(id);
      titles.set(id, [titles.get(id), title].filter(Boolean).join(', '));
    }
  }
  const outcome = outcomes.find((one) => one === visit.url.searchParams.get('outcome'));
  return { titles, discreet, filter: { queryIds: [...titles.keys()], outcome } };
}

export const checksList: List = {
  path: '/checks',
  async load({ store, config }, visit) {
    const { titles, discreet, filter } = checksFilter(config, visit);
    const checks = await readParts((part) => checkLog(store.db, { ...filter, ...part }));
    return rowsOf('checks', checks, ({ id, queryId, endedAt, outcome, reason, hits, requests, credits }) => ({
      check: id,
      ended: endedAt,
      watches: titles.get(queryId),
      outcome,
      hits,
      requests,
      credits,
      reason: openReason(reason, discreet.has(queryId)),
    }));
  },
};
