import { html } from 'hono/html';
import { z } from 'zod';
import type { SentMessage } from '../../../alerts/channels/channel.ts';
import { renderText } from '../../../alerts/channels/text.ts';
import type { AlertContent } from '../../../alerts/message/content.ts';
import { alertOutline } from '../../../alerts/message/message.ts';
import {
  alertIdsFor,
  attemptsOf,
  type DeliveryAttempt,
  subjectsAsSent,
} from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { type ListedAlert, listAlerts } from '../../../alerts/outbox/alertsTable.ts';
import { type ChannelState, loadChannelStates } from '../../../alerts/outbox/deliveriesTable.ts';
import { counted, listed } from '../../../base/words/sentence.ts';
import { idsOf } from '../../../config/config.ts';
import { channelsFor, mayAct } from '../../../people/sight.ts';
import { moment } from '../../frame/moment.ts';
import { actionForm, type Html, type Page, type PageConfig } from '../../frame/page.ts';
import { emptyState, facts, table } from '../../frame/pieces.ts';
import { byNumber, type List, timestamp, unknownName } from '../../lists/listing.ts';
import { choice, listPage } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { loadAlert, mailChannel, sendAgainPart, subjectsOf } from './alertMail.ts';

const alertStates = ['waiting', 'sent', 'failed'] as const;

const filter = z.object({
  channel: z.string().optional().describe('only to this channel'),
  state: z.enum(alertStates).optional(),
});

/** Lists alerts, newest first, that report only watches that the viewer may read. */
export const alertsList: List<ListedAlert & { subject: string | null }, typeof filter> = {
  name: 'alerts',
  path: '/alerts',
  summary: 'Alerts that were sent or are waiting, newest first, and whether they arrived.',
  columns: [
    { name: 'id', type: z.number() },
    { name: 'subject', type: z.string().nullable().describe('as it was sent; null: not sent yet, or not for you') },
    { name: 'channel', type: z.string() },
    { name: 'kind', type: z.enum(['changes', 'baseline', 'notice']) },
    { name: 'changes', type: z.number() },
    { name: 'state', type: z.enum(alertStates) },
    { name: 'createdAt', type: timestamp },
    { name: 'dueAt', type: timestamp },
    { name: 'endedAt', type: timestamp.nullable() },
    {
      name: 'heldUntil',
      type: timestamp.nullable().describe('nothing is sent to its channel before: its server asked for that, or fails'),
    },
    { name: 'attempts', type: z.number() },
    { name: 'lastResponse', type: z.string().nullable().describe('the server’s words') },
  ],
  filter,
  async find({ store, config }, { sight }, { channel, state }, span) {
    if (channel !== undefined && !Object.hasOwn(config.channels, channel)) throw unknownName('channel', channel);
    const readable = { watchIds: idsOf(sight.readable), notices: sight.isWhole };
    const ids = await alertIdsFor(store.db, { ...readable, channel, state }, span);
    if (ids.length === 0) return { items: [] };
    const subjects = await subjectsAsSent(store.db, ids, { digests: sight.isWhole });
    const alerts = await listAlerts(store.db, { ids, limit: ids.length });
    return { items: alerts.map((alert) => ({ ...alert, subject: subjects.get(alert.id) ?? null })) };
  },
  place: byNumber,
  placeOf: ({ id }) => [id],
};

/** A small number, because some subjects must be generated again. */
const perPage = 25;

export const alertsPage = listPage(alertsList, {
  name: 'Alerts',
  title: 'Alerts',
  noun: 'alert',
  none: 'No alert to show.',
  lead: (_parts, { sight }) =>
    sight.isWhole
      ? ''
      : html`<p class="lead quiet">Notices, and alerts that report a watch you may not read, are not listed.</p>`,
  perPage,
  filters: ({ config }, visit) => [
    choice('channel', 'every channel', channelsFor(config, visit), visit.url.searchParams),
    choice('state', 'every state', alertStates, visit.url.searchParams),
  ],
  async rows(alerts, parts, visit) {
    const subjects = await subjectsOf(parts, visit, alerts);
    const channels = await loadChannelStates(parts.store.db);
    return table(alerts, [
      {
        label: 'Subject',
        cell: (alert) =>
          html`<a href="/alerts/${alert.id}">${subjects.get(alert.id) || `Alert ${alert.id}`}</a> <span
class="quiet small">${aboutWords(alert)}</span>`,
      },
      { label: 'When', cell: ({ endedAt, createdAt }) => moment(endedAt ?? createdAt, visit) },
      { label: 'Channel', cell: ({ channel }) => channel },
      { label: 'State', cell: (alert) => stateWords(alert, channels, visit) },
      { label: 'Last response or error', cell: ({ lastResponse }) => lastResponse ?? '' },
    ]);
  },
});

function stateWords(
  { state, dueAt, attempts, channel }: Pick<ListedAlert, 'state' | 'dueAt' | 'attempts' | 'channel'>,
  channels: ReadonlyMap<string, ChannelState>,
  visit: Visit,
): Html {
  if (state === 'failed') return html`<span class="alarm">failed</span>`;
  if (state === 'sent') return html`sent`;
  const { pausedAt, failingSince, retryAt } = channels.get(channel) ?? {};
  const down = pausedAt ?? failingSince;
  if (down) {
    const isDeferred = retryAt && retryAt > visit.now.toISOString();
    const until = isDeferred ? html`; next try ${moment(retryAt, visit)}` : '';
    const since = html`since ${moment(down, visit)}`;
    const what = pausedAt ? 'its channel has refused alerts' : 'its channel has been failing';
    return html`<span><span class="alarm">waiting</span>: ${what} ${since}${until}</span>`;
  }
  if (dueAt <= visit.now.toISOString()) return html`waiting, about to be sent`;
  return html`<span>${attempts > 0 ? 'waiting, is tried again' : 'waiting until'} ${moment(dueAt, visit)}</span>`;
}

const attemptsAtMost = 100;

export const alertPage: Page = {
  path: '/alerts/:id{[0-9]+}',
  async draw(parts, visit, { id }) {
    const alertId = Number(id);
    const found = await loadAlert(parts, visit, id);
    if (found === undefined) return undefined;
    const { alert, content, sent } = found;
    const [first] = sent;
    const about = aboutWords(alert);
    const isOfChanges = alert.kind === 'changes' && alert.changes > 0;
    const subject = first?.form === 'mail' ? first.subject : alertOutline(content, { discreet: false }).subject;
    const to = mailChannel(parts.config, alert.channel)?.to;
    return {
      title: `Alert ${alertId}`,
      body: html`<h1>${subject}</h1><div class="doing">${
        alert.state !== 'sent' &&
        mayAct(visit.viewer, 'editor') &&
        actionForm(visit, `/alerts/${alertId}/retry`, 'Try again now')
      }${alert.state !== 'waiting' && sendAgainPart(parts.config, visit, alert)}</div>
${facts([
  ['Alert', html`${alertId}: ${isOfChanges ? html`<a href="/changes?alert=${alertId}">${about}</a>` : about}`],
  ['Channel', to === undefined ? alert.channel : `${alert.channel}, which mails ${listed(to)}`],
  ['Made', moment(alert.createdAt, visit)],
  ['State', stateWords(alert, await loadChannelStates(parts.store.db), visit)],
  ['Accepted', alert.state === 'sent' && alert.endedAt !== null ? moment(alert.endedAt, visit) : undefined],
])}
${first === undefined ? drawnPart(parts.config, alert, content) : sentParts(alertId, sent, content)}
<h2>Deliveries</h2>${attemptsTable(await attemptsOf(parts.store.db, alertId, attemptsAtMost), visit)}`,
    };
  },
};

const posted = 'posted';

function sentParts(id: number, sent: readonly SentMessage[], content: AlertContent): Html {
  const text =
    sent[0]?.form === 'json' &&
    html`<p class="quiet small">This text is composed now and includes later reviews. What was
posted is <a href="#${posted}">below</a>.</p>
${textPart(renderText(content))}`;
  return html`${text}${sent.map((one, part) => sentPart(id, one, part))}`;
}

function sentPart(id: number, message: SentMessage, part: number): Html {
  const which = part === 0 ? '' : ` (${part + 1})`;
  if (message.form === 'mail')
    return mailPart(`/alerts/${id}/mail?part=${part}`, `The mail as it was sent${which}`, message.text);
  const json = JSON.stringify(JSON.parse(message.json), undefined, 2);
  return html`<details ${part === 0 && html`id="${posted}"`}><summary>As it was posted${which}</summary>
<pre class="message" tabindex="0">${json}</pre></details>`;
}

function drawnPart(config: PageConfig, alert: ListedAlert, content: AlertContent): Html {
  const isMail = mailChannel(config, alert.channel) !== undefined;
  const drawn = isMail
    ? mailPart(`/alerts/${alert.id}/mail`, 'The mail', renderText(content))
    : textPart(renderText(content));
  if (alert.state !== 'sent') return drawn;
  return html`<p class="note">Drawn again with today’s settings: what was sent is kept for ${counted(
    config.retention.sentDays,
    'day',
  )}, and shown to those who may read every watch.</p>${drawn}`;
}

function mailPart(path: string, title: string, text: string): Html {
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  const frame = html`<iframe src="${path}" title="${title}" sandbox="${sandbox}"></iframe>`;
  return html`<div class="mail">${frame}${textPart(text, `${title}: the text`)}</div>`;
}

function textPart(text: string, label = 'The text'): Html {
  return html`<section aria-label="${label}"><pre class="message" tabindex="0">${text}</pre></section>`;
}

function attemptsTable(attempts: readonly DeliveryAttempt[], visit: Visit): Html {
  if (attempts.length === 0) return emptyState('Not sent yet.');
  return table(attempts, [
    { label: 'When', cell: ({ attemptedAt }) => moment(attemptedAt, visit) },
    { label: 'Outcome', cell: ({ outcome }) => (outcome === 'retry' ? 'failed for now' : outcome) },
    { label: 'Response or error', cell: ({ response }) => response },
  ]);
}

function aboutWords({ kind, changes }: ListedAlert): string {
  if (kind === 'changes') return counted(changes, 'change');
  return kind === 'baseline' ? 'first results' : 'notice';
}
