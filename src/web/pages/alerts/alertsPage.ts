import { html } from 'hono/html';
import { z } from 'zod';
import type { SentMessage } from '../../../alerts/channels/channel.ts';
import { renderText } from '../../../alerts/channels/text/drawText.ts';
import type { Message } from '../../../alerts/message/message.ts';
import {
  type AlertsFilter,
  alertIdsFor,
  attemptsOf,
  type DeliveryAttempt,
} from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { type ListedAlert, listAlerts } from '../../../alerts/outbox/alertsTable.ts';
import { type ChannelState, loadChannelStates } from '../../../alerts/outbox/channelsTable.ts';
import { counted } from '../../../base/words/sentence.ts';
import { idsOf } from '../../../config/watchLists.ts';
import { mayAct } from '../../../people/viewer.ts';
import type { Store } from '../../../store/store.ts';
import { moment } from '../../frame/moment.ts';
import { actionForm, facts, type Html, type Page, type PageConfig } from '../../frame/page.ts';
import { choice, downloadLinks, emptyState, filterRow, nothingListed, pageNumber, pager } from '../../frame/pager.ts';
import { readParts } from '../../lists/list.ts';
import { listing, timestamp, unknownName } from '../../lists/listing.ts';
import { partOf, placeIn } from '../../lists/parts.ts';
import type { Visit } from '../../visit/visit.ts';
import { loadAlert, mailChannel, subjectsOf } from './alertMail.ts';
import { channelsFor, sendAgainPart } from './sendAgain.ts';

/** One that is not stored is made of all that its alert says. */
const perPage = 25;

/** `/alerts`: what was sent or waits, newest first, and whether it arrived. */
export const alertsPage: Page = {
  path: '/alerts',
  name: 'Alerts',
  async draw(parts, visit) {
    const { store, config } = parts;
    const query = visit.url.searchParams;
    const page = pageNumber(query);
    const ids = await alertIdsFor(store.db, {
      ...alertsFilter(config, visit),
      limit: perPage + 1,
      offset: (page - 1) * perPage,
    });
    const alerts = ids.length === 0 ? [] : await listAlerts(store.db, { ids: ids.slice(0, perPage), limit: perPage });
    const subjects = await subjectsOf(parts, visit, alerts);
    return {
      title: 'Alerts',
      body: html`<h1>Alerts</h1>${filterRow([
        choice('channel', 'every channel', channelsFor(config, visit), query),
        choice('state', 'every state', alertStates, query),
      ])}
${
  alerts.length === 0
    ? nothingListed(visit.url, 'alert', 'No alert yet.')
    : alertRows(alerts, subjects, await loadChannelStates(store.db), visit)
}
${pager(visit.url, page, page, ids.length > perPage)}${downloadLinks(visit.url)}`,
    };
  },
};

function alertRows(
  alerts: readonly ListedAlert[],
  subjects: ReadonlyMap<number, string>,
  channels: ReadonlyMap<string, ChannelState>,
  visit: Visit,
): Html {
  return html`<div class="wide"><table class="stack alerts"><thead><tr><th>Subject</th><th>When</th><th>Channel</th>
<th>State</th><th class="number">Attempts</th><th>Last response of the server</th></tr></thead><tbody>${alerts.map(
    (alert) =>
      html`<tr><td><a href="/alerts/${alert.id}">${
        subjects.get(alert.id) || `Alert ${alert.id}`
      }</a> <span class="quiet small">${aboutWords(alert)}</span></td><td data-name="When">${moment(
        alert.endedAt ?? alert.createdAt,
        visit,
      )}</td><td data-name="Channel">${alert.channel}</td>
<td data-name="State">${stateWords(alert, channels, visit)}</td>
<td data-name="Attempts" class="number">${alert.attempts}</td>
<td data-name="Response">${alert.lastResponse ?? ''}</td></tr>`,
  )}</tbody></table></div>`;
}

/** Whether an alert arrived; of one that waits until when, or since when its channel accepts nothing. */
function stateWords(
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
    return html`<span><span class="alarm">waits</span>: its channel accepts nothing since ${moment(
      down.toISOString(),
      visit,
    )}${until}</span>`;
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
    const { alert, message, sent } = found;
    const [first] = sent;
    const subject = first?.form === 'mail' ? first.subject : message.outline({ discreet: false }).subject;
    return {
      title: `Alert ${alertId}`,
      body: html`<h1>${subject}</h1><div class="doing">${sendAgainPart(parts.config, visit, alert)}</div>
${facts([
  ['Alert', html`${alertId}: ${aboutPart(alert)}`],
  ['Channel', alert.channel],
  ['Made', moment(alert.createdAt, visit)],
  ['State', stateWords(alert, await loadChannelStates(parts.store.db), visit)],
  ['Accepted', alert.state === 'sent' && alert.endedAt !== null ? moment(alert.endedAt, visit) : undefined],
])}
${sent.length > 0 ? sent.map((one, part) => sentPart(alertId, one, part)) : drawnPart(parts.config, alert, message)}
<h2>Deliveries</h2>${
        alert.state === 'sent' || !mayAct(visit.viewer, 'editor')
          ? ''
          : actionForm(visit, `/alerts/${alertId}/retry`, 'Try again now')
      }${attemptsTable(await attemptsOf(parts.store.db, alertId, attemptsAtMost), visit)}`,
    };
  },
};

function sentPart(id: number, message: SentMessage, part: number): Html {
  const which = part === 0 ? '' : ` (${part + 1})`;
  if (message.form === 'mail')
    return mailPart(`/alerts/${id}/mail?part=${part}`, `The mail as it was sent${which}`, message.text);
  const json = JSON.stringify(JSON.parse(message.json), undefined, 2);
  return html`<section aria-label="What was posted${which}"><h2>As it was posted</h2>
<pre class="message" tabindex="0">${json}</pre></section>`;
}

/** An alert that waits, as it would be sent now; one that was sent, as today's settings draw it. */
function drawnPart(config: PageConfig, alert: ListedAlert, message: Message): Html {
  const text = renderText(message);
  const isMail = mailChannel(config, alert.channel) !== undefined;
  const drawn = isMail ? mailPart(`/alerts/${alert.id}/mail`, 'The mail', text) : textPart(text);
  if (alert.state !== 'sent') return drawn;
  return html`<p class="note">Drawn again with today’s settings: what was sent is kept for ${counted(
    config.retention.sentDays,
    'day',
  )}, and shown to those who may read every watch.</p>${drawn}`;
}

/** A mail as its readers see it, beside its text. */
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
  return html`<div class="wide"><table class="stack"><thead><tr><th>When</th><th>Outcome</th>
<th>Server’s response</th></tr></thead><tbody>${attempts.map(
    ({ attemptedAt, outcome, response }) =>
      html`<tr><td>${moment(attemptedAt, visit)}</td><td data-name="Outcome">${outcome}</td>
<td data-name="Response">${response}</td></tr>`,
  )}</tbody></table></div>`;
}

const alertStates = ['waiting', 'sent', 'failed'] as const;

const alertShape = z.object({
  id: z.number(),
  channel: z.string(),
  kind: z.enum(['changes', 'baseline', 'notice']),
  changes: z.number(),
  state: z.enum(alertStates),
  createdAt: timestamp,
  dueAt: timestamp,
  endedAt: timestamp.nullable(),
  heldUntil: timestamp
    .nullable()
    .describe('nothing is sent to its channel before: its server asked for that, or fails'),
  attempts: z.number(),
  lastResponse: z.string().nullable().describe('the server’s words'),
});

/** Which alerts the address asks for, of those that the viewer may read. */
function alertsFilter(config: PageConfig, visit: Visit): Omit<AlertsFilter, 'limit' | 'offset'> {
  const query = visit.url.searchParams;
  return {
    ...readableBy(visit),
    channel: Object.keys(config.channels).find((name) => name === query.get('channel')),
    state: alertStates.find((state) => state === query.get('state')),
  };
}

function readableBy({ sight }: Pick<Visit, 'sight'>) {
  return {
    watchIds: idsOf(sight.readable),
    notices: sight.isWhole,
  };
}

async function alertsFound({ db }: Store, filter: AlertsFilter): Promise<ListedAlert[]> {
  const ids = await alertIdsFor(db, filter);
  return ids.length === 0 ? [] : listAlerts(db, { ids, limit: ids.length });
}

export const alertsListing = listing({
  name: 'alerts',
  item: alertShape,
  api: {
    summary: 'Alerts that were sent or are waiting, newest first, and whether they arrived.',
    query: z.object({ channel: z.string().optional(), state: z.enum(alertStates).optional() }),
    async list({ store, config }, asking, query) {
      const before = placeIn('alerts', query, z.tuple([z.number()]))?.[0];
      const { channel, state, limit } = query;
      const filter = { ...readableBy(asking), channel, state };
      const found = await alertsFound(store, { ...filter, limit: limit + 1, before });
      if (found.length === 0 && channel !== undefined && !Object.hasOwn(config.channels, channel))
        throw unknownName('channel', channel);
      return partOf('alerts', found, query, ({ id }) => [id]);
    },
  },
  file: {
    path: '/alerts',
    async load({ store, config }, visit) {
      const filter = alertsFilter(config, visit);
      return { items: await readParts((part) => alertsFound(store, { ...filter, ...part })) };
    },
  },
});

/** What an alert contains, with all of it where it reports changes: its message may have no room for some. */
function aboutPart(alert: ListedAlert): Html {
  const words = aboutWords(alert);
  return alert.kind === 'changes' && alert.changes > 0
    ? html`<a href="/changes?alert=${alert.id}">${words}</a>`
    : html`${words}`;
}

/** What an alert contains, in words. */
function aboutWords({ kind, changes }: ListedAlert): string {
  switch (kind) {
    case 'changes':
      return counted(changes, 'change');
    case 'baseline':
      return 'the baseline of a watch';
    case 'notice':
      return 'Tipstaff’s own incidents';
  }
}
