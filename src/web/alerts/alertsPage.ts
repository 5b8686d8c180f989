import { html } from 'hono/html';
import { type ListedAlert, listAlerts } from '../../store/outbox/alerts.ts';
import { alertIdsFor } from '../../store/views/alertsOfWatches.ts';
import { downloadLinks } from '../lists/downloadLinks.ts';
import type { Html, Page } from '../page.ts';
import { emptyState } from '../pieces/emptyState.ts';
import { choice } from '../pieces/filters.ts';
import { moment } from '../pieces/moment.ts';
import { pageNumber, pager } from '../pieces/pager.ts';
import type { Visit } from '../visit/visit.ts';
import { aboutWords } from './aboutWords.ts';
import { alertStates, alertsFilter } from './alertsList.ts';

const perPage = 50;

/** `/alerts`: what was sent or waits, newest first, and whether it arrived. */
export const alertsPage: Page = {
  path: '/alerts',
  name: 'Alerts',
  async draw({ store, config }, visit) {
    const query = visit.url.searchParams;
    const page = pageNumber(query);
    const ids = await alertIdsFor(store.db, {
      ...alertsFilter(config, visit),
      limit: perPage + 1,
      offset: (page - 1) * perPage,
    });
    const alerts = ids.length === 0 ? [] : await listAlerts(store.db, { ids: ids.slice(0, perPage), limit: perPage });
    return {
      title: 'Alerts',
      body: html`<h1>Alerts</h1><form class="filters">${choice('channel', 'every channel', Object.keys(config.channels), query)}
${choice('state', 'every state', alertStates, query)}<button>Show</button></form>
${alerts.length === 0 ? emptyState('No alert matches.') : alertRows(alerts, visit)}
${pager(visit.url, page, ids.length > perPage ? page + 1 : page)}${downloadLinks(visit.url)}`,
    };
  },
};

function alertRows(alerts: readonly ListedAlert[], visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>Alert</th><th>Channel</th><th>About</th><th>State</th><th class="number">Attempts</th><th>Last response of the server</th></tr></thead><tbody>${alerts.map(
    (alert) =>
      html`<tr><td><a href="/alerts/${alert.id}">${moment(alert.endedAt ?? alert.createdAt, visit)}</a></td><td data-name="Channel">${alert.channel}</td>
<td data-name="About">${aboutWords(alert)}</td><td data-name="State">${stateWords(alert, visit)}</td><td data-name="Attempts" class="number">${alert.attempts}</td><td data-name="Response">${alert.lastAnswer ?? ''}</td></tr>`,
  )}</tbody></table></div>`;
}

export function stateWords({ state, dueAt }: ListedAlert, visit: Visit): Html {
  if (state === 'waiting') return html`waits until ${moment(dueAt, visit)}`;
  return state === 'failed' ? html`<span class="alarm">failed</span>` : html`sent`;
}
