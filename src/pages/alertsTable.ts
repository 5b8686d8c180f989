import { html } from 'hono/html';
import type { AlertOfRecord } from '../outbox/alertsOfRecordQueries.ts';
import { moment } from './moment.ts';
import type { Html } from './page.ts';
import { emptyState } from './pager.ts';
import type { Visit } from './visit/visit.ts';

/** Who was notified of a record, when, and whether it arrived; not shown to those who came by a link. */
export function alertsTable(alerts: readonly AlertOfRecord[], visit: Visit): Html {
  if (visit.viewer.guest) return html``;
  const head = html`<h2>Who was notified</h2>`;
  if (alerts.length === 0)
    return html`${head}${emptyState('Nobody yet: there has been no news of it since it was first watched.')}`;
  return html`${head}<div class="wide"><table class="stack"><thead><tr><th>Alert</th><th>Channel</th><th>State</th><th class="number">Changes</th></tr></thead><tbody>${alerts.map(
    ({ id, channel, state, createdAt, endedAt, changes }) =>
      html`<tr><td><a href="/alerts/${id}">${moment(endedAt ?? createdAt, visit)}</a></td><td data-name="Channel">${channel}</td><td data-name="State">${state === 'failed' ? html`<span class="alarm">failed</span>` : state}</td><td data-name="Changes" class="number">${changes}</td></tr>`,
  )}</tbody></table></div>`;
}
