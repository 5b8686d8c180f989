import { html } from 'hono/html';
import { recordPath } from '../pages/links.ts';
import { downloadLinks } from '../pages/lists/downloadLinks.ts';
import { legalDay, moment } from '../pages/moment.ts';
import type { Html, Page } from '../pages/page.ts';
import { choice, emptyState, pageNumber, pager, totalWords } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { recordPlace, recordTitle } from '../records/record.ts';
import { listCases } from '../snapshot/listRecordsQueries.ts';
import { casesFilter } from './casesListing.ts';

const perPage = 50;

/** `/cases`: every case that a watch found, the one with the newest news first. */
export const casesPage: Page = {
  path: '/cases',
  name: 'Cases',
  async draw({ store, config }, visit) {
    const query = visit.url.searchParams;
    const { watches, queries, open } = casesFilter(config, visit);
    const page = pageNumber(query);
    const { records, total, isMore } = await listCases(store.db, queries, {
      limit: perPage,
      offset: (page - 1) * perPage,
      open,
    });
    const rows = records.map(({ record, changedAt }) => caseRow(record, changedAt, visit));
    return {
      title: 'Cases',
      body: html`<h1>Cases</h1><form class="filters">${choice(
        'watch',
        'every watch',
        watches.map((watch) => [watch.id, watch.name] as const),
        query,
      )}${choice('state', 'open and ended', ['open', 'ended'], query)}<button>Show</button> <span class="quiet">${totalWords({ total, isMore }, 'case')}</span></form>
${records.length === 0 ? emptyState('No watch holds a case yet.') : html`<div class="wide"><table class="stack"><thead><tr><th>Case</th><th>Court and number</th><th>Filed</th><th>State</th><th>Last change</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${pager(visit.url, page, Math.ceil(total / perPage), isMore)}${downloadLinks(visit.url)}`,
    };
  },
};

function caseRow(
  record: Awaited<ReturnType<typeof listCases>>['records'][number]['record'],
  changedAt: string,
  visit: Visit,
): Html {
  const docket = record.type === 'docket' ? record : undefined;
  return html`<tr><td><a href="${recordPath(record)}">${recordTitle(record)}</a></td><td data-name="Number">${recordPlace(record)}</td>
<td data-name="Filed">${legalDay(docket?.dateFiled, visit)}</td><td data-name="State">${docket?.dateTerminated ? html`ended ${legalDay(docket.dateTerminated, visit)}` : (docket?.status ?? '')}</td>
<td data-name="Last change">${moment(changedAt, visit)}</td></tr>`;
}
