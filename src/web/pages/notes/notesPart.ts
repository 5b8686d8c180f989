import { html } from 'hono/html';
import { mailLinkDays, readMailLink } from '../../../alerts/message/gather.ts';
import { type AlertOfRecord, type Reported, reportedBy } from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { cleanText } from '../../../base/words/cleanText.ts';
import { personName } from '../../../base/words/watchWords.ts';
import { endHold, endHoldOn } from '../../../check/changeHolds.ts';
import { idsOf, type WatchConfig, watchesById } from '../../../config/config.ts';
import { mayAct, type Viewer, whoOf } from '../../../people/sight.ts';
import { type RecordType, recordPlace, recordTitle, type SearchRecord } from '../../../records/record.ts';
import { falseMatches, mutedRecords } from '../../../schedule/holds/holds.ts';
import { findHold, putHold, runningHolds } from '../../../schedule/holds/holdsTable.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import { recordByKey } from '../../../store/snapshot/listRecordsQueries.ts';
import {
  acknowledge,
  acknowledgedAmong,
  addNote,
  type Note,
  notesOf,
} from '../../../store/snapshot/storeChangesTable.ts';
import { type Db, type Store, signingKey } from '../../../store/store.ts';
import { moment } from '../../frame/moment.ts';
import type { Action, ActOn, Html, PageParts, PublicAction, PublicPage, Shown } from '../../frame/page.ts';
import { actionForm, actionOn, byOf, hiddenInput, reasonFrom, refuse } from '../../frame/page.ts';
import { links, options, recordLink, recordPath, watchPath } from '../../frame/pieces.ts';
import { holdsSeen, isFullySeen, type SeenRecord, seenRecord } from '../../visit/inWatches.ts';
import type { Arrival, Visit } from '../../visit/visit.ts';
import { mutedLine } from '../watches/watchActions.ts';

export async function notesPart(parts: PageParts, noted: Reportable, visit: Visit): Promise<Html> {
  const { id, record } = noted;
  const notes = await readableNotes(parts.store.db, id, visit.viewer);
  const ignored = falseMatches(await runningHolds(parts.store.db)).filter((hold) => hold.recordId === id);
  const may = mayAct(visit.viewer, 'editor');
  const alert = noted.alerts.find(({ opens }) => opens);
  const isEmpty = notes.length === 0 && ignored.length === 0;
  if (isEmpty && !may) return html``;
  const text = html`<textarea name="text" rows="2" cols="50" required maxlength="4000" aria-label="note"></textarea> `;
  const writing = actionForm(visit, `${recordPath(record)}/note`, 'Add the note', text);
  return html`<h2 class="${isEmpty ? 'unprinted' : ''}">Notes</h2>${notes.map(
    ({ who, at, text }) =>
      html`<p><span class="quiet small">${personName(who)}, ${moment(at, visit)}</span>${linesOf(text)}</p>`,
  )}${may && html`<div>${writing}</div>`}${ignoredLines(noted, ignored, visit, may)}${
    may && ignoring(noted, ignored, visit)
  }${may && alert && html`<p><a href="/alerts/${alert.id}${recordPath(record)}">Mute or stop…</a></p>`}`;
}

/** Returns the viewer's own notes, and notes by authors who saw the record only in matters that the viewer sees. */
async function readableNotes(db: Db, recordId: number, { name, matters: seen }: Viewer): Promise<Note[]> {
  const notes = await notesOf(db, recordId);
  if (seen === 'all') return notes;
  return notes.filter(
    ({ who, matters }) => who === name || matters.every((matter) => matter !== null && seen.has(matter)),
  );
}

const linesOf = (text: string): Html => html`${text.split(/\r?\n/).map((line) => html`<br>${cleanText(line)}`)}`;

type Noted = SeenRecord<RecordType>;
type Reportable = Noted & { readonly alerts: readonly Pick<AlertOfRecord, 'id' | 'opens'>[] };

/** Says until when alerts of the record wait, and for which watches. */
export async function mutedPart({ store }: PageParts, noted: Noted, visit: Visit): Promise<Html | string> {
  const mutes = await mutesOf(store.db, noted, visit);
  if (mutes.length === 0) return '';
  const names = watchesById(noted.watches);
  const alike = Map.groupBy(mutes, ({ until, author, reason }) => [until, author, reason].join('\n'));
  const lines = [...alike.values()].flatMap((some) => {
    const watches = some.flatMap(({ watchId }) => names.get(watchId ?? '') ?? []);
    const of = watches.length > 0 && html` for ${links(watches.map(({ id, name }) => [watchPath(id), name]))}`;
    return some.slice(0, 1).map((mute) => mutedLine(mute, visit, of));
  });
  const canEnd = mayAct(visit.viewer, 'editor') && mutes.some((mute) => isFullySeen(mute, visit.sight));
  return html`<div class="note">${lines}${
    canEnd && actionForm(visit, `${recordPath(noted.record)}/unmute`, 'End the mute')
  }</div>`;
}

async function mutesOf(db: Db, { id, watches }: Noted, { sight }: Visit) {
  const ids = new Set(idsOf(watches));
  return mutedRecords(await holdsSeen(db, sight)).filter(
    ({ recordId, watchId }) => recordId === id && (watchId === null || ids.has(watchId)),
  );
}

const unmute: OnRecord = async (noted, _form, { store, wholeConfig }, visit) => {
  const end = { now: visit.now, who: whoOf(visit.viewer) };
  await store.transaction(async (trx) => {
    for (const mute of await mutesOf(trx, noted, visit))
      if (isFullySeen(mute, visit.sight)) await endHoldOn(trx, wholeConfig, mute, end);
  });
  return { kind: 'done', see: recordPath(noted.record) };
};

type FalseMatches = ReturnType<typeof falseMatches>;

function ignoredLines({ record, watches }: Noted, ignored: FalseMatches, visit: Visit, may: boolean): Html {
  const names = watchesById(watches);
  return html`${ignored
    .filter(({ watchId }) => names.has(watchId))
    .map(({ watchId, author, beganAt, reason }) => {
      return html`<p class="note">Ignored for ${names.get(watchId)?.name} by
${personName(author)}, ${moment(beganAt, visit)}: ${reason}.
Alerts of this watch leave it out; pages still show it. ${
        may && actionForm(visit, `${recordPath(record)}/heed`, 'Report it again', hiddenInput('watch', watchId))
      }</p>`;
    })}`;
}

function ignoring({ record, watches }: Noted, ignored: FalseMatches, visit: Visit): Html {
  const left = watches.filter((watch) => !ignored.some((one) => one.watchId === watch.id));
  if (left.length === 0) return html``;
  const fields = html`<select name="watch" aria-label="watch">${options(
    left.map(({ id, name }) => [id, name]),
  )}</select> <label>because <input name="why" required maxlength="500"></label> `;
  return html`<details><summary>It is a false match</summary>
<p class="quiet small">Alerts of the watch then leave it out, and pages still show it. When you undo this, what they
left out is reported.</p>${actionForm(visit, `${recordPath(record)}/ignore`, 'Ignore it', fields)}</details>`;
}

const longestNote = 4000;
const mostChanges = 500;

export const acknowledgeAction: Action = {
  path: '/changes/acknowledge',
  role: 'editor',
  async act({ store }, visit, _params, { changes = '', back = '' }) {
    const changeIds = changes.split(',').map(Number).filter(Number.isSafeInteger).slice(0, mostChanges);
    const watchIds = idsOf(visit.sight.readable);
    const own = await acknowledgeChanges(store, { changeIds, watchIds, ...byOf(visit) });
    const see = /^\/(?:matters|watches|cases|designs)\/[\w%.~-]+$/.test(back) ? back : '/';
    return own.length === 0 ? undefined : { kind: 'done', see };
  },
};

async function acknowledgeChanges(store: Store, asked: Parameters<typeof acknowledge>[1], how?: string) {
  return store.transaction(async (trx) => {
    const own = await acknowledge(trx, asked);
    if (own.length > 0) await noteAudit(trx, asked, 'change.acknowledge', own.join(','), how);
    return own;
  });
}

type OnRecord = ActOn<Noted>;

export function recordAction(type: RecordType, verb: string, act: OnRecord): Action {
  const path = `${type === 'docket' ? '/cases' : '/designs'}/:key/${verb}`;
  return actionOn({ path, role: 'editor' }, (parts, visit, { key = '' }) => seenRecord(parts, visit, type, key), act);
}

const addNoteTo: OnRecord = async ({ id, record, watches }, { text = '' }, { store }, visit) => {
  const written = text.trim();
  if (written === '' || written.length > longestNote) refuse(`A note has 1 to ${longestNote} characters.`);
  await store.transaction(async (trx) => {
    const matters = [...new Set(watches.map(({ matter }) => matter ?? null))];
    await addNote(trx, { recordId: id, ...byOf(visit), text: written, matters });
    await noteAudit(trx, byOf(visit), 'record.note', record.key);
  });
  return { kind: 'done', see: recordPath(record) };
};

const chosenAmong = (watches: readonly WatchConfig[], id: string): WatchConfig =>
  watches.find((one) => one.id === id) ?? refuse('Choose a watch that holds it.');

const ignoreFor: OnRecord = async ({ id, record, watches }, { watch = '', why = '' }, { store }, visit) => {
  const of = chosenAmong(watches, watch);
  const reason = reasonFrom(why);
  await store.transaction(async (trx) => {
    const label = `${recordPlace(record)}, for ${of.name}`;
    const why = { author: whoOf(visit.viewer), reason, beganAt: visit.now.toISOString(), until: null };
    await putHold(trx, { watchId: of.id, recordId: id, label, ...why, isChecked: true });
    await noteAudit(trx, byOf(visit), 'record.ignore', record.key, `${of.id}: ${reason}`);
  });
  return { kind: 'done', see: recordPath(record) };
};

/** Deferred changes go out with the next delivery. */
const heedFor: OnRecord = async ({ id, record, watches }, { watch = '' }, { store, wholeConfig }, visit) => {
  const of = chosenAmong(watches, watch);
  await store.transaction(async (trx) => {
    const hold = await findHold(trx, { watchId: of.id, recordId: id, isChecked: true });
    if (hold !== undefined) await endHold(trx, wholeConfig, hold, { now: visit.now, who: whoOf(visit.viewer) });
    await noteAudit(trx, byOf(visit), 'record.heed', record.key, of.id);
  });
  return { kind: 'done', see: recordPath(record) };
};

export const recordActions: readonly Action[] = (['docket', 'design'] as const).flatMap((type) => [
  recordAction(type, 'note', addNoteTo),
  recordAction(type, 'ignore', ignoreFor),
  recordAction(type, 'heed', heedFor),
  recordAction(type, 'unmute', unmute),
]);

interface Opened extends Reported {
  readonly record: SearchRecord;
  readonly isDone: boolean; // True if all that the mail says of the record is acknowledged.
}

const mailLinkPath = '/acknowledge/:token';

/** Opening the link changes nothing, because virus scanners follow it. The signature is the key. */
export const mailLinkPage: PublicPage = {
  path: mailLinkPath,
  async draw(parts, visit, { token = '' }) {
    const opened = await openLink(parts, visit, token);
    if (opened === undefined) return deadLink;
    const { record, isDone } = opened;
    if (isDone) return acknowledged(opened);
    const body = html`<h1>Acknowledge</h1>
<p>${recordLink(record)}</p>
<p>This marks what the mail says about the ${
      record.type === 'docket' ? 'case' : 'design'
    } as handled, for everybody who may see it.</p>
${actionForm(visit, visit.url.pathname, 'Acknowledge')}`;
    return { kind: 'shown', drawn: { title: 'Acknowledge', body } };
  },
};

export const mailLinkAction: PublicAction = {
  path: mailLinkPath,
  async act(parts, visit, { token = '' }) {
    const opened = await openLink(parts, visit, token);
    if (opened === undefined) return deadLink;
    if (opened.isDone) return acknowledged(opened);
    const changeIds = [...new Set(opened.changes.map(({ id }) => id))];
    const watchIds = [...new Set(opened.changes.map(({ watchId }) => watchId))];
    const by = { at: visit.now.toISOString(), who: visit.viewer?.name ?? `a reader of ${opened.channel}, from a mail` };
    await acknowledgeChanges(parts.store, { changeIds, watchIds, ...by }, 'from a mail');
    return acknowledged(opened);
  },
};

function acknowledged({ record }: Opened): Shown {
  const link = html`<a href="${recordPath(record)}">${recordTitle(record)}</a>`;
  return { kind: 'shown', drawn: { title: 'Acknowledged', body: html`<h1>Acknowledged</h1><p>${link}</p>` } };
}

const deadLink: Shown = {
  kind: 'shown',
  status: 404,
  drawn: {
    title: 'Not found',
    body: html`<h1>This link is not valid, or no longer valid</h1>
<p>Links of mails work for ${mailLinkDays} days. <a href="/">Go to Today</a>.</p>`,
  },
};

/** Returns undefined for a wrong signature, an expired link, and a removed alert or watch. */
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
  if (!isWatched) return undefined;
  const ids = [...new Set(reported.changes.map(({ id }) => id))];
  const isDone = (await acknowledgedAmong(store.db, ids)).size === ids.length;
  return { ...reported, record: stored.record, isDone };
}
