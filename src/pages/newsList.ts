import { html } from 'hono/html';
import type { WatchConfig } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { placeOf } from '../message/recordCard.ts';
import { type RecordNews, recordNews } from '../message/recordNews.ts';
import type { AlertOfRecord } from '../outbox/alertsOfWatchesQueries.ts';
import { gatherJoined } from '../outbox/gatherChanges.ts';
import { watchFacts } from '../outbox/watchFacts.ts';
import { mayAct } from '../people/viewer.ts';
import { recordTitle } from '../records/record.ts';
import type { Acknowledgement } from '../snapshot/acknowledgedTable.ts';
import type { StoredChange } from '../snapshot/changesTable.ts';
import type { Piece } from '../words/redline.ts';
import { capitalised } from '../words/sentence.ts';
import { recordPath } from './links.ts';
import { moment } from './moment.ts';
import { actionForm, type Html } from './page.ts';
import { emptyState } from './pager.ts';
import type { Visit } from './visit/visit.ts';

/** Changes by record, the most important record first: as an alert would have them. */
export async function newsOf(
  db: Db,
  changes: readonly StoredChange[],
  watches: readonly WatchConfig[],
): Promise<RecordNews[]> {
  const facts = watches.map(watchFacts);
  const known = new Set(watches.map((watch) => watch.id));
  const shown = changes
    .map((change) => ({ ...change, watches: change.watches.filter((id) => known.has(id)) }))
    .filter((change) => change.watches.length > 0);
  return recordNews({
    kind: 'changes',
    id: 0,
    channel: 'page',
    createdAt: '',
    timezone: 'UTC',
    digest: false,
    watches: facts,
    checks: [],
    changes: await Promise.all(
      shown.map(async (change) => ({ ...change, ...(await gatherJoined(db, change, facts)) })),
    ),
  });
}

/** One line per record: how much it matters, where it is, what happened, when we saw it, and a link to all of it. */
export function newsList(news: readonly RecordNews[], visit: Visit, acknowledged?: Acknowledged): Html {
  const shown = news.filter((one) => one.happened !== '');
  return html`<ul class="news">${shown.map((one) => newsLine(one, visit, acknowledged))}</ul>`;
}

/** Which changes somebody has seen to, by change; without a name for those who may not know who. */
export type Acknowledged = ReadonlyMap<number, Pick<Acknowledgement, 'at'> & Partial<Acknowledgement>>;

/** Who has seen to all of it, or the button that says so; nothing where that is not shown. */
function acknowledging({ changes }: RecordNews, visit: Visit, acknowledged: Acknowledged | undefined): Html {
  if (acknowledged === undefined) return html``;
  const by = changes.map((change) => acknowledged.get(change.id));
  const [first] = by;
  if (first !== undefined && !by.includes(undefined))
    return html` · acknowledged${first.who === undefined ? '' : ` by ${first.who}`}, ${moment(first.at, visit)}`;
  if (!mayAct(visit.viewer, 'editor')) return html``;
  const ids = changes.map((change) => change.id).join(',');
  return actionForm(
    visit,
    '/changes/acknowledge',
    'Acknowledge',
    html`<input type="hidden" name="changes" value="${ids}">`,
  );
}

function newsLine(news: RecordNews, visit: Visit, acknowledged: Acknowledged | undefined): Html {
  const { record, priority, happened, changes, watches } = news;
  const seen = changes
    .map((change) => change.detectedAt)
    .sort()
    .at(-1);
  const tag =
    priority === 'routine' ? '' : html`<span class="tag ${priority}">${priority === 'act' ? 'ACT' : 'READ'}</span> `;
  return html`<li>${tag}<a href="${recordPath(record)}">${recordTitle(record)}</a> <span class="quiet">${placeOf(news)}</span>
<div>${capitalised(happened)}</div>
<div class="quiet small">${moment(seen, visit)} · ${watches.map((watch) => watch.name).join(', ')}${acknowledging(news, visit, acknowledged)}</div></li>`;
}

/** A text with what was removed and added marked. */
export function drawPieces(pieces: readonly Piece[]): Html {
  return html`${pieces.map(({ mark, text }) => {
    if (mark === 'added') return html`<ins>${text}</ins> `;
    return mark === 'removed' ? html`<del>${text}</del> ` : html`${text} `;
  })}`;
}

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
