import { html } from 'hono/html';
import { reportedBy } from '../../../alerts/outbox/alertsOfWatchesQueries.ts';
import { weekMs } from '../../../base/time.ts';
import { placeInZone } from '../../../base/words/readerDate.ts';
import { beginHold } from '../../../check/changeHolds.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { mayAct } from '../../../people/sight.ts';
import { readEntry } from '../../../reading/readEntry.ts';
import { recordPlace } from '../../../records/record.ts';
import { quietWords } from '../../../schedule/holds/holds.ts';
import { findHold, listQuieted } from '../../../schedule/holds/holdsTable.ts';
import { listChanges, type StoredChange } from '../../../store/snapshot/changesTable.ts';
import {
  type Action,
  actionForm,
  type Html,
  hiddenInput,
  type Page,
  type PageParts,
  type Params,
  whoOf,
} from '../../frame/page.ts';
import { recordLink, recordPath, watchActionPath, watchPath } from '../../frame/pieces.ts';
import { seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { matterWatches, stopForm, whomWords } from '../watches/quietenPart.ts';
import { muteFields, muteFrom } from '../watches/watchActions.ts';

const path = '/alerts/:id{[0-9]+}/:list{cases|designs}/:key';
const mostChanges = 1_000;

type Told = NonNullable<Awaited<ReturnType<typeof findTold>>>;

/** `/alerts/ID/cases/KEY`: a mail leads here to mute the record or its watch, or to stop a kind that it reported. */
export const silencePage: Page = {
  path,
  async draw(parts, visit, params) {
    const told = await findTold(parts, visit, params);
    if (told === undefined) return undefined;
    const may = mayAct(visit.viewer, 'editor');
    return {
      title: 'Mute or stop',
      body: html`<h1>Mute or stop</h1>
<p>${recordLink(told.record)}</p>
<p>What you choose here holds for everybody whom the watch notifies, not for you alone.</p>${
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
    return html`<h2>The watch <a href="${watchPath(watch.id)}">${watch.name}</a></h2>
<p>What you choose is for ${whomWords([watch])}.</p>${mute}${kindsFor(told, watch, changes).map((kind) =>
      quieted.has(kind)
        ? html`<p class="note">${watch.name} does not report ${quietWords(kind)} any more.</p>`
        : stopForm(visit, watch, {
            others: matterWatches(visit.sight.readable, watch),
            button: `Stop reporting in ${watch.name}: ${quietWords(kind)}`,
            field: hiddenInput('kind', kind),
          }),
    )}`;
  });
  return html`<p class="quiet small">What is muted is kept, and sent together at the end. What is stopped is counted and
listed all the same, and the page of the watch undoes it.</p>
<h2>This ${what}</h2><p>For ${whomWords(told.watches)}; other watches go on reporting it.</p>
${actionForm(visit, `/alerts/${told.alert}${told.path}/mute`, `Mute the ${what}`, fields)}${perWatch}`;
}

function kindsFor(told: Told, watch: WatchConfig, changes: readonly StoredChange[]): string[] {
  const ids = new Set(told.changes.flatMap(({ id, watchId }) => (watchId === watch.id ? id : [])));
  return [...new Set(changes.filter(({ id }) => ids.has(id)).map(kindOf))].sort();
}

/** A new filing is stopped by its type. An edit is a kind of its own: new filings are still reported. */
function kindOf({ kind, entry }: StoredChange): string {
  return kind === 'entry.new' && entry !== undefined ? readEntry(entry.description, entry.dateFiled).type : kind;
}

/** Mutes a record for those watches of the alert that the viewer may read. One that is ignored for good stays so. */
export const muteRecordAction: Action = {
  path: `${path}/mute`,
  role: 'editor',
  async act(parts, visit, params, form) {
    const told = await findTold(parts, visit, params);
    if (told === undefined) return undefined;
    const mute = muteFrom(form, visit);
    if ('refused' in mute) return { kind: 'refused', why: mute.refused };
    const by = { ...mute, author: whoOf(visit.viewer), beganAt: visit.now.toISOString() };
    const isHeld = await parts.store.transaction(async (trx) => {
      let any = false;
      for (const { id } of told.watches) {
        const held = { watchId: id, recordId: told.recordId, isChecked: true };
        if ((await findHold(trx, held))?.until === null) continue;
        any = (await beginHold(trx, parts.wholeConfig, { ...held, label: recordPlace(told.record), ...by })) || any;
      }
      return any;
    });
    if (!isHeld) return { kind: 'refused', why: 'These watches ignore it already, or were removed meanwhile.' };
    return { kind: 'done', see: told.path };
  },
};
