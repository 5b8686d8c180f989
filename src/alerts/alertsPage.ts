import { html } from 'hono/html';
import { renderText } from '../channels/text/drawText.ts';
import type { Config } from '../config/config.ts';
import { alertIdsFor, attemptsOf, type DeliveryAttempt } from '../outbox/alertsOfWatchesQueries.ts';
import { type ListedAlert, listAlerts } from '../outbox/alertsTable.ts';
import { type ChannelState, loadChannelStates } from '../outbox/channelsTable.ts';
import { actionForm } from '../pages/actionForm.ts';
import { downloadLinks } from '../pages/lists/downloadLinks.ts';
import { moment } from '../pages/moment.ts';
import { facts, type Html, type Page } from '../pages/page.ts';
import { choice, emptyState, pageNumber, pager } from '../pages/pager.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { mayAct, type Viewer, visibleWatches } from '../people/viewer.ts';
import { mailChannel } from './alertMail.ts';
import { aboutWords, alertStates, alertsFilter } from './alertsListing.ts';
import { loadAlert } from './loadAlert.ts';

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
      body: html`<h1>Alerts</h1><form class="filters">${choice('channel', 'every channel', channelsFor(config, visit.viewer), query)}
${choice('state', 'every state', alertStates, query)}<button>Show</button></form>
${alerts.length === 0 ? emptyState(query.size === 0 ? 'No alert yet.' : 'No alert matches.') : alertRows(alerts, await loadChannelStates(store.db), visit)}
${pager(visit.url, page, page, ids.length > perPage)}${downloadLinks(visit.url)}`,
    };
  },
};

/** Those of the watches that the viewer may see; incidents are of every matter, and so are their channels. */
function channelsFor({ channels, watches }: Config, viewer: Viewer): string[] {
  const own = new Set(visibleWatches(watches, viewer).flatMap(({ watch }) => watch.notify));
  return Object.keys(channels).filter((name) => viewer.matters === 'all' || own.has(name));
}

function alertRows(alerts: readonly ListedAlert[], channels: ReadonlyMap<string, ChannelState>, visit: Visit): Html {
  return html`<div class="wide"><table class="stack"><thead><tr><th>Alert</th><th>Channel</th><th>About</th><th>State</th><th class="number">Attempts</th><th>Last response of the server</th></tr></thead><tbody>${alerts.map(
    (alert) =>
      html`<tr><td><a href="/alerts/${alert.id}">${moment(alert.endedAt ?? alert.createdAt, visit)}</a></td><td data-name="Channel">${alert.channel}</td>
<td data-name="About">${aboutWords(alert)}</td><td data-name="State">${stateWords(alert, channels, visit)}</td><td data-name="Attempts" class="number">${alert.attempts}</td><td data-name="Response">${alert.lastResponse ?? ''}</td></tr>`,
  )}</tbody></table></div>`;
}

/** Whether an alert arrived; of one that waits until when, or since when its channel accepts nothing. */
export function stateWords(
  { state, dueAt, attempts, channel }: Pick<ListedAlert, 'state' | 'dueAt' | 'attempts' | 'channel'>,
  channels: ReadonlyMap<string, ChannelState>,
  visit: Visit,
): Html {
  if (state === 'failed') return html`<span class="alarm">failed</span>`;
  if (state === 'sent') return html`sent`;
  const { refusedSince, failingSince, deferredUntil } = channels.get(channel) ?? {};
  const down = refusedSince ?? failingSince;
  if (down !== undefined) {
    const isDeferred = deferredUntil !== undefined && deferredUntil > visit.now;
    const until = isDeferred ? html`, held until ${moment(deferredUntil.toISOString(), visit)}` : '';
    return html`<span><span class="alarm">waits</span>: its channel accepts nothing since ${moment(down.toISOString(), visit)}${until}</span>`;
  }
  if (dueAt <= visit.now.toISOString()) return html`about to be sent`;
  return html`<span>${attempts > 0 ? 'is tried again' : 'waits until'} ${moment(dueAt, visit)}</span>`;
}

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
