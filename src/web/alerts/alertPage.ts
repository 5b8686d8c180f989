import { html } from 'hono/html';
import { alertMessage } from '../../alerts/alertMessage.ts';
import { gatherAlert } from '../../alerts/gather.ts';
import { watchFacts } from '../../alerts/watchFacts.ts';
import { renderText } from '../../channels/text/renderText.ts';
import { loadAlertChanges } from '../../store/outbox/alertContent.ts';
import { listAlerts } from '../../store/outbox/alerts.ts';
import { attemptsOf, type DeliveryAttempt } from '../../store/views/alertsOfWatches.ts';
import { mayAct } from '../action.ts';
import type { Html, Page } from '../page.ts';
import { actionForm } from '../pieces/actionForm.ts';
import { emptyState } from '../pieces/emptyState.ts';
import { facts } from '../pieces/facts.ts';
import { moment } from '../pieces/moment.ts';
import { openWatches } from '../visit/viewer.ts';
import type { Visit } from '../visit/visit.ts';
import { aboutWords } from './aboutWords.ts';
import { stateWords } from './alertsPage.ts';

const attemptsAtMost = 100;

/** `/alerts/ID`: an alert as it was sent, every attempt to deliver it, and what the server said. */
export const alertPage: Page = {
  path: '/alerts/:id{[0-9]+}',
  async draw({ store, config }, visit, { id }) {
    const alertId = Number(id);
    const [alert] = await listAlerts(store.db, { ids: [alertId], limit: 1 });
    if (alert === undefined) return undefined;
    const open = new Set(openWatches(config.watches, visit.viewer).map((watch) => watch.id));
    const concerned = await loadAlertChanges(store.db, alertId);
    const mayRead =
      concerned.length > 0 ? concerned.every(({ watchId }) => open.has(watchId)) : visit.viewer.matters === 'all';
    if (!mayRead) return undefined;
    const watches = new Map(config.watches.map((watch) => [watch.id, watchFacts(watch)]));
    const pageUrl = config.http.publicUrl;
    const content = await gatherAlert(store.db, alertId, { watches, config, pageUrl, clock: () => visit.now });
    if (content === undefined) return undefined;
    const message = alertMessage(content);
    const { subject } = message.outline({ discreet: false });
    return {
      title: `Alert ${alertId}`,
      body: html`<h1>${subject}</h1>
${facts([
  ['Alert', `${alertId}: ${aboutWords(alert)}`],
  ['Channel', alert.channel],
  ['Made', moment(alert.createdAt, visit)],
  ['State', stateWords(alert, visit)],
])}
<pre class="message">${renderText(message)}</pre>
<h2>Deliveries</h2>${alert.state === 'sent' || !mayAct(visit.viewer, 'editor') ? '' : actionForm(visit, `/alerts/${alertId}/retry`, 'Try again now')}${attemptsTable(await attemptsOf(store.db, alertId, attemptsAtMost), visit)}`,
    };
  },
};

function attemptsTable(attempts: readonly DeliveryAttempt[], visit: Visit): Html {
  if (attempts.length === 0) return emptyState('It was not sent yet.');
  return html`<div class="wide"><table class="stack"><thead><tr><th>When</th><th>Outcome</th><th>The server’s words</th></tr></thead><tbody>${attempts.map(
    ({ attemptedAt, outcome, response }) =>
      html`<tr><td>${moment(attemptedAt, visit)}</td><td data-name="Outcome">${outcome}</td><td data-name="Response">${response}</td></tr>`,
  )}</tbody></table></div>`;
}
