import { html } from 'hono/html';
import { downloadLinks } from '../pages/lists/downloadLinks.ts';
import { moment } from '../pages/moment.ts';
import type { Html, Page } from '../pages/page.ts';
import { choice, emptyState, pageNumber, pager } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { outcomes } from '../snapshot/checksTable.ts';
import { outcomeWords } from '../watches/loadWatches.ts';
import { withCommas } from '../words/sentence.ts';
import { checksOfPage } from './checksListing.ts';

const perPage = 100;

/** `/checks`: every check, newest first, what came of it and what it cost. */
export const checksPage: Page = {
  path: '/checks',
  name: 'Checks',
  async draw(parts, visit) {
    const query = visit.url.searchParams;
    const page = pageNumber(query);
    const checks = await checksOfPage(parts, visit, { limit: perPage + 1, offset: (page - 1) * perPage });
    return {
      title: 'Checks',
      body: html`<h1>Checks</h1><form class="filters">${choice('outcome', 'every outcome', outcomes, query)}<button>Show</button></form>
${checks.length === 0 ? emptyState(query.size === 0 ? 'No check yet.' : 'No check matches.') : rows(checks.slice(0, perPage), visit)}
${pager(visit.url, page, page, checks.length > perPage)}${downloadLinks(visit.url)}`,
    };
  },
};

function rows(checks: Awaited<ReturnType<typeof checksOfPage>>, visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>When</th><th>Watch</th><th>Outcome</th><th class="number">Hits</th><th class="number">Requests</th><th class="number">Credits</th><th>Reason</th></tr></thead><tbody>${checks.map(
    ({ id, watchNames, endedAt, outcome, reason, hits, requests, credits }) =>
      html`<tr><td><a href="/checks/${id}">${moment(endedAt, visit)}</a></td><td data-name="Watch">${watchNames.join(', ')}</td><td data-name="Outcome">${outcomeWords({ outcome, reason: reason ?? undefined })}</td>
<td data-name="Hits" class="number">${withCommas(hits)}</td><td data-name="Requests" class="number">${requests}</td><td data-name="Credits" class="number">${withCommas(credits)}</td><td data-name="Reason">${reason ?? ''}</td></tr>`,
  )}</tbody></table></div>`;
}
