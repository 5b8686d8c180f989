import { html } from 'hono/html';
import { reportedBy } from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { weekMs } from '../../../base/time.ts';
import { shortText } from '../../../base/words/cleanText.ts';
import { placeInZone } from '../../../base/words/readerDate.ts';
import { counted, listed } from '../../../base/words/sentence.ts';
import { personName } from '../../../base/words/watchWords.ts';
import { beginHold } from '../../../check/changeHolds.ts';
import { filtersHits, type WatchConfig, whyFiltered } from '../../../config/config.ts';
import { mayAct, whoOf } from '../../../people/sight.ts';
import { readEntry } from '../../../reading/readEntry.ts';
import { kindsOf } from '../../../records/diff/change.ts';
import { entryTypes } from '../../../records/docket.ts';
import { recordPlace, recordTitle } from '../../../records/record.ts';
import { falseMatches, mutedRecords, quietPriorities, quietWords } from '../../../schedule/holds/holds.ts';
import { findHold, listQuieted, quieten, reportAgain, runningHolds } from '../../../schedule/holds/holdsTable.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import { listChanges, type StoredChange } from '../../../store/snapshot/changesTable.ts';
import { excludedRecords } from '../../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../../store/snapshot/recordsTable.ts';
import type { Db } from '../../../store/store.ts';
import { endWords, moment } from '../../frame/moment.ts';
import {
  actionForm,
  actionOn,
  byOf,
  type Html,
  hiddenInput,
  type Page,
  type PageParts,
  type Params,
  refuse,
} from '../../frame/page.ts';
import { foldedList, options, recordLink, recordPath, watchActionPath, watchPath } from '../../frame/pieces.ts';
import { seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { kindOf } from './loadWatches.ts';
import { muteFields, muteFrom, watchAction } from './watchActions.ts';

function quietable(watch: WatchConfig): readonly string[] {
  const isDesigns = kindOf(watch) === 'designs';
  const kinds = watch.tell ?? kindsOf(isDesigns ? 'design' : 'docket');
  return isDesigns ? kinds : [...quietPriorities, ...entryTypes, ...kinds];
}

export async function quietenPart({ store }: PageParts, visit: Visit, watch: WatchConfig): Promise<Html> {
  const quiet = new Set((await listQuieted(store.db, watch.id)).map(({ kind }) => kind));
  const left = quietable(watch).filter((kind) => !quiet.has(kind));
  const choices = options([['', 'choose what'], ...left.map((kind) => [kind, quietWords(kind)] as const)]);
  const field = html`<select name="kind" aria-label="what" required>${choices}</select> `;
  return html`<details><summary>Report less</summary>
${stopForms(visit, watch, [['Stop reporting', field]])}
<p class="quiet small">It is still counted and listed. This applies to ${whomWords([watch])}. You can undo it
here.</p></details>`;
}

function matterWatches(watches: readonly WatchConfig[], watch: WatchConfig): readonly WatchConfig[] {
  if (watch.matter === undefined) return [watch];
  return watches.filter((one) => one.matter === watch.matter && kindOf(one) === kindOf(watch));
}

function whomWords(watches: readonly WatchConfig[]): string {
  const notified = [...new Set(watches.flatMap(({ notify }) => notify))].join(', ');
  const names = listed(watches.map(({ name }) => `“${name}”`));
  return `everybody whom ${names} ${watches.length > 1 ? 'notify' : 'notifies'} (${notified})`;
}

function stopForms(visit: Visit, watch: WatchConfig, forms: readonly (readonly [button: string, field: Html])[]): Html {
  const path = watchActionPath(watch.id, 'quieten');
  const others = matterWatches(visit.sight.readable, watch);
  const isShared = others.length > 1;
  const ofAll = `Stop it in ${others.length === 2 ? 'both' : `all ${others.length}`} watches of ${watch.matter}`;
  const all = (field: Html) => actionForm(visit, path, ofAll, html`${field}${hiddenInput('all', 'true')}`);
  const both = ([button, field]: (typeof forms)[number]) =>
    html`${actionForm(visit, path, button, field)}${isShared && all(field)}`;
  return html`${forms.map(both)}${
    isShared && forms.length > 0 && html`<p class="quiet small">The second button applies to ${whomWords(others)}.</p>`
  }`;
}

export const quietenAction = watchAction('quieten', async ({ store }, visit, watch, { kind = '', all }) => {
  if (!quietable(watch).includes(kind)) refuse('Choose what it should not report.');
  await store.transaction(async (trx) => {
    for (const one of all === 'true' ? matterWatches(visit.sight.readable, watch) : [watch]) {
      await quieten(trx, { watchId: one.id, kind, ...byOf(visit) });
      await noteAudit(trx, byOf(visit), 'watch.quieten', one.id, quietWords(kind));
    }
  });
});

export async function quietedPart({ store }: PageParts, visit: Visit, watchId: string): Promise<Html> {
  const quieted = await listQuieted(store.db, watchId);
  const may = mayAct(visit.viewer, 'editor');
  const path = watchActionPath(watchId, 'report-again');
  const undo = (kind: string) => actionForm(visit, path, 'Report it again', hiddenInput('kind', kind));
  return html`${quieted.map(
    ({ kind, who, at }) =>
      html`<p class="note">Not reported any more: <strong>${quietWords(kind)}</strong>. Stopped by ${personName(who)},
${moment(at, visit)}. ${may ? undo(kind) : ''}</p>`,
  )}`;
}

export const reportAgainAction = watchAction('report-again', async ({ store }, visit, { id }, { kind = '' }) => {
  await store.transaction(async (trx) => {
    if (await reportAgain(trx, id, kind)) await noteAudit(trx, byOf(visit), 'watch.report-again', id, quietWords(kind));
  });
});

const leftOutAtMost = 100;

export async function leftOutPart(db: Db, watch: WatchConfig, since: string, visit: Visit): Promise<Html> {
  const filtered = filtersHits(watch) && (await filteredPart(db, watch));
  const unreported = watch.report !== undefined && (await unreportedPart(db, watch, since, visit));
  return html`${(filtered || unreported) && html`<h2>Filtered out</h2>${filtered}${unreported}`}`;
}

async function filteredPart(db: Db, watch: WatchConfig): Promise<Html> {
  const records = await excludedRecords(db, watch.id);
  const kind = kindOf(watch);
  if (records.length === 0) return html`<p>No ${kind} so far.</p>`;
  const items = records.slice(0, leftOutAtMost).map(recordLink);
  const what = counted(records.length, kind.slice(0, -1), kind);
  return foldedList(`${what}: ${whyFiltered(watch)}`, items, records.length);
}

async function unreportedPart(db: Db, { id }: WatchConfig, since: string, visit: Visit): Promise<Html> {
  const filter = { watch: id, filteredOut: true, since, limit: leftOutAtMost, newestFirst: true };
  const items = (await listChanges(db, filter)).map(({ record, entry, filteredOut = {}, detectedAt }) => {
    const words = shortText(entry?.description ?? recordTitle(record), 200);
    const why = Object.values(filteredOut).join('; ');
    return html`<a href="${recordPath(record)}">${words}</a>
<span class="quiet">${why} · ${moment(detectedAt, visit)}</span>`;
  });
  if (items.length === 0) return html`<p>No item that its report filters out.</p>`;
  const what = `${counted(items.length, 'item')} that its report filters out`;
  return foldedList(items.length === leftOutAtMost ? `The last ${what}` : what, items, items.length);
}

/** Lists the records that the watch mutes or ignores. */
export async function heldPart({ store }: PageParts, visit: Visit, { id }: WatchConfig): Promise<Html> {
  const holds = (await runningHolds(store.db)).filter((hold) => hold.watchId === id);
  const parts = [
    ['Muted', mutedRecords(holds)],
    ['Ignored', falseMatches(holds)],
  ] as const;
  const ids = parts.flatMap(([, some]) => some.map(({ recordId }) => recordId));
  const records = await loadRecords(store.db, ids);
  const line = ({ recordId, author, beganAt, reason, until }: (typeof parts)[number][1][number]) => {
    const record = records.get(recordId)?.record;
    return html`<li>${record && recordLink(record)}<div class="small">${reason} <span
class="quiet">${personName(author)}, ${moment(beganAt, visit)}${
      until !== null && `, until ${endWords(until, visit)}`
    }</span></div></li>`;
  };
  return html`${parts.map(
    ([title, some]) => some.length > 0 && html`<h2>${title}</h2><ul class="news">${some.map(line)}</ul>`,
  )}`;
}

const silencePath = '/alerts/:id{[0-9]+}/:list{cases|designs}/:key';
const mostChanges = 1_000;

type Told = NonNullable<Awaited<ReturnType<typeof findTold>>>;

/** `/alerts/ID/cases/KEY`: a mail leads here to mute the record or its watch, or to stop a kind that it reported. */
export const silencePage: Page = {
  path: silencePath,
  async draw(parts, visit, params) {
    const told = await findTold(parts, visit, params);
    if (told === undefined) return undefined;
    const may = mayAct(visit.viewer, 'editor');
    return {
      title: 'Mute or stop',
      body: html`<h1>Mute or stop</h1>
<p>${recordLink(told.record)}</p>${
        may ? await choices(parts, visit, told) : html`<p class="note">This needs the role editor.</p>`
      }`,
    };
  },
};

async function findTold({ store }: PageParts, visit: Visit, { id = '', list, key = '' }: Params) {
  const type = list === 'cases' ? 'docket' : 'design';
  const seen = await seenRecord({ store }, visit, type, key);
  const reported = await reportedBy(store.db, { alert: Number(id), type, key });
  if (seen === undefined || reported === undefined) return undefined;
  const ids = new Set(reported.changes.map(({ watchId }) => watchId));
  const watches = visit.sight.readable.filter((watch) => ids.has(watch.id));
  const { record } = seen;
  return watches.length === 0 ? undefined : { ...reported, alert: id, type, record, path: recordPath(record), watches };
}

async function choices({ store }: PageParts, visit: Visit, told: Told): Promise<Html> {
  const ids = told.changes.map((change) => change.id);
  const changes = await listChanges(store.db, { ids, limit: mostChanges });
  const what = told.type === 'docket' ? 'case' : 'design';
  const until = placeInZone(new Date(visit.now.getTime() + weekMs).toISOString(), visit.timezone)?.day ?? '';
  const fields = muteFields({ until, why: `alert ${told.alert}` });
  const perWatch = told.watches.map(async (watch) => {
    const quieted = new Set((await listQuieted(store.db, watch.id)).map(({ kind }) => kind));
    const mute = actionForm(visit, watchActionPath(watch.id, 'mute'), 'Mute the watch', fields);
    const kinds = kindsFor(told, watch, changes);
    const forms = kinds
      .filter((kind) => !quieted.has(kind))
      .map((kind) => [`Stop reporting in ${watch.name}: ${quietWords(kind)}`, hiddenInput('kind', kind)] as const);
    return html`<h2>The watch <a href="${watchPath(watch.id)}">${watch.name}</a></h2>
<p>What you choose is for ${whomWords([watch])}.</p>${mute}${kinds.map(
      (kind) =>
        quieted.has(kind) && html`<p class="note">${watch.name} does not report ${quietWords(kind)} any more.</p>`,
    )}${stopForms(visit, watch, forms)}`;
  });
  return html`<p class="quiet small">What is muted is kept, and sent together at the end. What is stopped is counted and
listed all the same. You can undo what you choose for a watch on its page, and for the ${what} on the page of the
${what}.</p>
<h2>This ${what}</h2><p>For ${whomWords(told.watches)}; other watches go on reporting it.</p>
${actionForm(visit, `/alerts/${told.alert}${told.path}/mute`, `Mute the ${what}`, fields)}${perWatch}`;
}

function kindsFor(told: Told, watch: WatchConfig, changes: readonly StoredChange[]): string[] {
  const ids = new Set(told.changes.flatMap(({ id, watchId }) => (watchId === watch.id ? id : [])));
  return [...new Set(changes.filter(({ id }) => ids.has(id)).map(stoppedAs))].sort();
}

/** Returns what to stop: the type of a new filing, or the kind of change, so that stopped edits stop no new filings. */
function stoppedAs({ kind, entry }: StoredChange): string {
  return kind === 'entry.new' && entry !== undefined ? readEntry(entry.description, entry.dateFiled).type : kind;
}

/** Mutes a record for the watches of the alert that the viewer may read, but shortens no permanent mute. */
export const muteRecordAction = actionOn(
  { path: `${silencePath}/mute`, role: 'editor' },
  findTold,
  async (told, form, { store, wholeConfig }, visit) => {
    const by = { ...muteFrom(form, visit), author: whoOf(visit.viewer), beganAt: visit.now.toISOString() };
    const isHeld = await store.transaction(async (trx) => {
      let any = false;
      for (const { id, name } of told.watches) {
        const held = { watchId: id, recordId: told.recordId, isChecked: true };
        const label = `${recordPlace(told.record)}, for ${name}`;
        if ((await findHold(trx, held))?.until === null) continue;
        any = (await beginHold(trx, wholeConfig, { ...held, label, ...by })) || any;
      }
      return any;
    });
    if (!isHeld) refuse('These watches ignore it already, or were removed meanwhile.');
    return { kind: 'done', see: told.path };
  },
);
