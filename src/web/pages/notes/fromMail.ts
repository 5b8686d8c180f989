import { html } from 'hono/html';
import { type Reported, reportedBy } from '../../../alerts/outbox/alertContentQueries.ts';
import { noteAudit } from '../../../people/auditTable.ts';
import { readMailLink, signingKey } from '../../../people/mailLinks.ts';
import { recordPlace, recordTitle, type SearchRecord } from '../../../records/record.ts';
import { acknowledge } from '../../../store/snapshot/acknowledgedTable.ts';
import { recordByKey } from '../../../store/snapshot/namedRecordsQueries.ts';
import { recordPath } from '../../frame/links.ts';
import { actionForm, type Drawn, type PageParts } from '../../frame/page.ts';
import type { Arrival } from '../../visit/visit.ts';

/** What a link of a mail opens: without signing in, but for this record of this alert alone. */
interface Opened extends Reported {
  readonly record: SearchRecord;
  readonly path: string;
}

/**
 * The button that acknowledges what a mail says of a record: opening the link changes nothing, because programs that
 * look for viruses follow it. undefined: it was not signed here, has expired, or its alert or watches are gone.
 */
export async function askFromMail(parts: PageParts, visit: Arrival, token: string): Promise<Drawn | undefined> {
  const opened = await openLink(parts, visit, token);
  if (opened === undefined) return undefined;
  const what = opened.record.type === 'docket' ? 'case' : 'design';
  return {
    title: 'Acknowledge',
    body: html`<h1>Acknowledge</h1>
<p><a href="${opened.path}">${recordTitle(opened.record)}</a> <span class="quiet">${recordPlace(
      opened.record,
    )}</span></p>
<p>The pages then show everybody who may see the ${what} that somebody has seen to what this mail says of
it.</p>${actionForm(visit, visit.url.pathname, 'Acknowledge')}`,
  };
}

/** Acknowledges it. undefined: as above. */
export async function acknowledgeFromMail(parts: PageParts, visit: Arrival, token: string): Promise<Drawn | undefined> {
  const opened = await openLink(parts, visit, token);
  if (opened === undefined) return undefined;
  const changeIds = [...new Set(opened.changes.map(({ id }) => id))];
  const watchIds = [...new Set(opened.changes.map(({ watchId }) => watchId))];
  const by = { at: visit.now.toISOString(), who: authorOf(opened, visit) };
  await parts.store.transaction(async (trx) => {
    const own = await acknowledge(trx, { changeIds, watchIds, ...by });
    if (own.length > 0) await noteAudit(trx, by, 'change.acknowledge', own.join(','), 'from a mail');
  });
  const link = html`<a href="${opened.path}">${recordTitle(opened.record)}</a>`;
  return { title: 'Acknowledged', body: html`<h1>Acknowledged</h1><p>${link}</p>` };
}

async function openLink(
  { store, wholeConfig }: PageParts,
  { now }: Arrival,
  token: string,
): Promise<Opened | undefined> {
  const link = readMailLink(await signingKey(store), token, now);
  if (link === undefined) return undefined;
  const [reported, stored] = [await reportedBy(store.db, link), await recordByKey(store.db, link.type, link.key)];
  if (reported === undefined || stored === undefined) return undefined;
  const isWatched = wholeConfig.watches.some(({ id }) => reported.changes.some(({ watchId }) => watchId === id));
  return isWatched ? { ...reported, record: stored.record, path: recordPath(link) } : undefined;
}

/** Who it was: a user who is signed in, else one of the readers of the channel. */
function authorOf({ channel }: Opened, { viewer }: Arrival): string {
  return viewer?.name === undefined ? `a reader of ${channel}, from a mail` : viewer.name;
}
