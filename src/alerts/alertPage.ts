import { html } from 'hono/html';
import { renderText } from '../channels/text/drawText.ts';
import { attemptsOf, type DeliveryAttempt } from '../outbox/alertsOfWatchesQueries.ts';
import { loadChannelStates } from '../outbox/channelsTable.ts';
import { actionForm } from '../pages/actionForm.ts';
import { moment } from '../pages/moment.ts';
import type { Html, Page } from '../pages/page.ts';
import { facts } from '../pages/page.ts';
import { emptyState } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { mayAct } from '../people/viewer.ts';
import { mailChannel } from './alertMail.ts';
import { aboutWords } from './alertsListing.ts';
import { stateWords } from './alertsPage.ts';
import { loadAlert } from './loadAlert.ts';

const attemptsAtMost = 100;

/** `/alerts/ID`: an alert as it was sent, every attempt to deliver it, and what the server said. */
export const alertPage: Page = {
  path: '/alerts/:id{[0-9]+}',
  async draw(parts, visit, { id }) {
    const alertId = Number(id);
    const found = await loadAlert(parts, visit, id);
    if (found === undefined) return undefined;
    const { alert, message } = found;
    const { subject } = message.outline({ discreet: false });
    return {
      title: `Alert ${alertId}`,
      body: html`<h1>${subject}</h1>
${facts([
  ['Alert', `${alertId}: ${aboutWords(alert)}`],
  ['Channel', alert.channel],
  ['Made', moment(alert.createdAt, visit)],
  ['State', stateWords(alert, await loadChannelStates(parts.store.db), visit)],
])}
${messagePart(alertId, renderText(message), mailChannel(parts.config, alert.channel) !== undefined)}
<h2>Deliveries</h2>${alert.state === 'sent' || !mayAct(visit.viewer, 'editor') ? '' : actionForm(visit, `/alerts/${alertId}/retry`, 'Try again now')}${attemptsTable(await attemptsOf(parts.store.db, alertId, attemptsAtMost), visit)}`,
    };
  },
};

/** A mail as its readers see it, beside its text; for other channels only the text. */
function messagePart(id: number, text: string, isMail: boolean): Html {
  const plain = html`<section aria-label="The text"><pre class="message" tabindex="0">${text}</pre></section>`;
  if (!isMail) return plain;
  return html`<div class="mail"><iframe src="/alerts/${id}/mail" title="The mail as it was sent" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>${plain}</div>`;
}

function attemptsTable(attempts: readonly DeliveryAttempt[], visit: Visit): Html {
  if (attempts.length === 0) return emptyState('Not sent yet.');
  return html`<div class="wide"><table class="stack"><thead><tr><th>When</th><th>Outcome</th><th>Server’s response</th></tr></thead><tbody>${attempts.map(
    ({ attemptedAt, outcome, response }) =>
      html`<tr><td>${moment(attemptedAt, visit)}</td><td data-name="Outcome">${outcome}</td><td data-name="Response">${response}</td></tr>`,
  )}</tbody></table></div>`;
}
