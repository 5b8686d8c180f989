import { html } from 'hono/html';
import type { SentMessage } from '../../../alerts/channels/channel.ts';
import { renderWithPictures } from '../../../alerts/channels/email/draw.ts';
import { gatherAlert } from '../../../alerts/message/gather.ts';
import { alertOutline } from '../../../alerts/message/message.ts';
import { addToAlert } from '../../../alerts/outbox/addToAlertQueries.ts';
import {
  loadAlertChanges,
  loadAlert as loadStored,
  subjectsAsSent,
} from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { type ListedAlert, listAlerts, retryAlerts } from '../../../alerts/outbox/alertsTable.ts';
import { loadSent, probeNow } from '../../../alerts/outbox/deliveriesTable.ts';
import { type Config, watchesById } from '../../../config/config.ts';
import { channelsFor, mayAct } from '../../../people/sight.ts';
import { type FetchPicture, imagePathOf } from '../../../records/design.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import { loadPicture } from '../../../store/snapshot/recordsTable.ts';
import type { ActOn, Download, Html, PageConfig, PageParts } from '../../frame/page.ts';
import { actionForm, actionOn, byOf, refuse } from '../../frame/page.ts';
import { options } from '../../frame/pieces.ts';
import type { Visit } from '../../visit/visit.ts';

export const mailPath = '/alerts/:id{[0-9]+}/mail';

export const alertMail: Download = {
  path: mailPath,
  async respond(parts, visit, { id }, signal) {
    const found = await loadAlert(parts, visit, id);
    const body = found && (await loadMail(parts, found, signal, Number(visit.url.searchParams.get('part') ?? 0)));
    return body === undefined ? undefined : { type: 'text/html; charset=utf-8', body };
  },
};

/** Returns the HTML of a mail as sent, or drawn again. Undefined if its channel sends no mail. @param part from 0 */
export async function loadMail(
  { store, config }: AlertParts,
  { alert, content, sent }: ReadAlert,
  signal: AbortSignal,
  part = 0,
): Promise<string | undefined> {
  const kept = sent[part];
  if (kept !== undefined) return kept.form === 'mail' ? withPictures(kept.html, kept.pictures) : undefined;
  const channel = mailChannel(config, alert.channel);
  if (channel === undefined) return undefined;
  const fetchPicture: FetchPicture = async (url) => {
    const picture = await loadPicture(store.db, imagePathOf(url));
    if (picture === undefined) throw new Error('the picture is not kept');
    return picture;
  };
  const form = { form: channel.digestForm };
  const { email, attachments } = await renderWithPictures(content, form, fetchPicture, signal);
  const inBase64 = attachments.map((one) => ({ ...one, base64: one.content.toString('base64') }));
  return withPictures(email.html, inBase64);
}

export function mailChannel({ channels }: Pick<Config, 'channels'>, name: string) {
  const channel = channels[name];
  return channel?.type === 'email' ? channel : undefined;
}

/** Opens links in a new tab, because a frame without scripts has no way back. */
function withPictures(html: string, pictures: Extract<SentMessage, { form: 'mail' }>['pictures']): string {
  const addresses = new Map(
    pictures.map(({ cid, contentType, base64 }) => [`cid:${cid}`, `data:${contentType};base64,${base64}`]),
  );
  return html
    .replace(/(?<=src=")cid:[^"]+/g, (cid) => addresses.get(cid) ?? 'data:,')
    .replace(/<head[^>]*>/, (head) => `${head}<base target="_blank">`);
}

/** Allows no scripts, no forms and nothing from other hosts. */
export const mailPolicy = {
  defaultSrc: ["'none'"],
  imgSrc: ['data:'],
  styleSrc: ["'unsafe-inline'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
  sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
};

type ReadAlert = NonNullable<Awaited<ReturnType<typeof loadAlert>>>;

type AlertParts = Pick<PageParts, 'store' | 'config'>;
type AlertVisit = Pick<Visit, 'sight' | 'now'>;

/** Returns undefined if there is no such alert or the viewer may not read all its watches. */
export async function loadAlert(parts: AlertParts, visit: AlertVisit, id: string | undefined) {
  const { db } = parts.store;
  const alertId = Number(id);
  // Postgres rejects a number outside its range.
  if (!Number.isSafeInteger(alertId)) return undefined;
  const [alert] = await listAlerts(db, { ids: [alertId], limit: 1 });
  if (alert === undefined) return undefined;
  const open = watchesById(visit.sight.readable);
  const concerned = await loadAlertChanges(db, alertId);
  const mayRead = concerned.length > 0 ? concerned.every(({ watchId }) => open.has(watchId)) : visit.sight.isWhole;
  const content = mayRead ? await contentOf(parts, visit, alertId) : undefined;
  // A digest names all watches of its channel, so only a viewer of all watches gets the sent message.
  const sent = visit.sight.isWhole && alert.state === 'sent' ? await loadSent(db, alertId) : [];
  return content && { alert, content, sent };
}

async function contentOf({ store, config }: AlertParts, { sight, now }: AlertVisit, alertId: number) {
  const asked = { config: sight.config, pageUrl: config.http.publicUrl, clock: () => now };
  const content = await gatherAlert(store.db, alertId, asked);
  // A digest names the watches of its channel that were not checked, so only a viewer of all watches sees that part.
  return content?.kind === 'changes' && !sight.isWhole ? { ...content, coverage: undefined } : content;
}

/** Returns subjects as sent. A subject that is not stored is made from the content of its alert. */
export async function subjectsOf(parts: PageParts, visit: AlertVisit, alerts: readonly Pick<ListedAlert, 'id'>[]) {
  const ids = alerts.map(({ id }) => id);
  const subjects = await subjectsAsSent(parts.store.db, ids, { digests: visit.sight.isWhole });
  for (const id of ids.filter((one) => !subjects.has(one))) {
    const content = await contentOf(parts, visit, id);
    if (content !== undefined) subjects.set(id, alertOutline(content, { discreet: false }).subject);
  }
  return subjects;
}

export function sendAgainPart(config: PageConfig, visit: Visit, { id, kind, channel }: ListedAlert): Html {
  const channels = channelsFor(config, visit);
  if (kind === 'notice' || channels.length === 0 || !mayAct(visit.viewer, 'editor')) return html``;
  const choice = html`<label>Send again to <select name="channel">${options(
    channels.map((name) => [name, name]),
    channel,
  )}</select></label> `;
  return actionForm(visit, `/alerts/${id}/send`, 'Send', choice);
}

const alertAction = (verb: string, act: ActOn<ReadAlert>) =>
  actionOn(
    { path: `/alerts/:id{[0-9]+}/${verb}`, role: 'editor' },
    (parts, visit, { id }) => loadAlert(parts, visit, id),
    act,
  );

/** Only a reader of an alert may send it, and only to channels of their watches. */
export const sendAgainAction = alertAction('send', async ({ alert }, { channel = '' }, { store, config }, visit) => {
  const { id, kind } = alert;
  if (kind === 'notice') return undefined;
  if (!channelsFor(config, visit).includes(channel)) refuse('There is no such channel, or you cannot choose it.');
  const { now } = visit;
  const sent = await store.transaction(async (trx) => {
    const payload = kind === 'changes' ? undefined : ((await loadStored(trx, id))?.payload as readonly object[]);
    const changes = await loadAlertChanges(trx, id);
    const made = { channel, kind, dueAt: now, createdAt: now, changes, payload };
    const alertId = await addToAlert(trx, made);
    await noteAudit(trx, byOf(visit), 'alert.send', String(id), channel);
    return alertId;
  });
  return { kind: 'done', see: `/alerts/${sent}` };
});

/** Tries an undelivered alert again now, even on a channel that its server refuses. */
export const retryAction = alertAction('retry', async ({ alert: { id } }, _form, { store }, visit) => {
  const due = await store.transaction(async (trx) => {
    const made = await retryAlerts(trx, visit.now, [id]);
    const channels = made.map((alert) => alert.channel);
    if (channels.length > 0) await probeNow(trx, channels, visit.now);
    await noteAudit(trx, byOf(visit), 'alert.retry', String(id), channels.join(', '));
    return made;
  });
  if (due.length === 0) refuse('It was delivered, or is being delivered now.');
  return { kind: 'done', see: `/alerts/${id}` };
});
