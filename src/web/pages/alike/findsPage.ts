import { html } from 'hono/html';
import { z } from 'zod';
import { locarnoWords } from '../../../alerts/message/fieldRows.ts';
import { likenessWords } from '../../../alerts/message/words/recordWords.ts';
import { largestSheetBytes } from '../../../base/sheet/rowsOfSheet.ts';
import { daysAgo } from '../../../base/time.ts';
import { capitalized, counted } from '../../../base/words/sentence.ts';
import {
  addOwnDesigns,
  addOwnPicture,
  countOwnPictures,
  loadOwnDesigns,
  removeOwnDesign,
} from '../../../check/likeness/looksTable.ts';
import { figuresOfOwn, numbersIn, readFolder } from '../../../check/likeness/ownDesigns.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { mayAct } from '../../../people/sight.ts';
import { type Design, rightNumber } from '../../../records/design.ts';
import { labelOf } from '../../../records/record.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import { listFinds, type ShownFind, verdicts, withDesigns } from '../../../store/snapshot/findsTable.ts';
import { findDesignsNumbered } from '../../../store/snapshot/listRecordsQueries.ts';
import type { Db } from '../../../store/store.ts';
import { legalDay, moment } from '../../frame/moment.ts';
import {
  type Action,
  type ActOn,
  actionForm,
  actionOn,
  byOf,
  fileForm,
  type Html,
  hiddenInput,
  type Page,
  type PageParts,
  refuse,
} from '../../frame/page.ts';
import { emptyState, foldedList, recordPath, watchActionPath, watchPath } from '../../frame/pieces.ts';
import { fileListing, timestamp } from '../../lists/listing.ts';
import { choice, downloadLinks, filterRow, partOfRows } from '../../lists/listPage.ts';
import type { Visit } from '../../visit/visit.ts';
import { designName, figure, picturePath } from '../designs/designCard.ts';
import { rowsOfFile } from '../watches/sheet/importPage.ts';
import { comparingWatch, reviewPart } from './finds.ts';
import { ownPicturePath } from './pairs.ts';

const perPage = 20;
const findsAtMost = 5000;
const usualDays = '90';

export const findsPage: Page = {
  path: '/watches/:id/alike',
  async draw(parts, visit, { id = '' }) {
    const watch = comparingWatch(visit, id);
    if (watch === undefined) return undefined;
    const { db } = parts.store;
    const query = visit.url.searchParams;
    const finds = await findsOfDays(db, watch, visit);
    const shown = finds.filter((one) => isShown(one, query.get('show')));
    const { items, nav } = partOfRows(shown, ({ recordId }) => String(recordId), visit.url, perPage);
    return {
      title: `Looks like ours: ${watch.name}`,
      body: html`<h1>Looks like ours</h1>
<p class="lead"><a href="${watchPath(watch.id)}">${watch.name}</a>.
${comparedWords(finds)}</p>
${filterForm(query, counted(shown.length, 'design'))}
${
  items.length === 0
    ? emptyState(finds.length === 0 ? 'No new design yet.' : 'None is left to be reviewed, or none was compared.')
    : await findList(parts, watch, items, visit)
}
${nav}${downloadLinks(visit.url)}${notComparedPart(finds, visit)}${await ownPart(parts, watch, visit)}`,
    };
  },
};

async function findsOfDays(db: Db, { id }: WatchConfig, { url, now }: Visit): Promise<ShownFind[]> {
  const days = Number(url.searchParams.get('days') ?? usualDays);
  const since = days > 0 && days <= 3650 ? daysAgo(now, days) : undefined;
  return withDesigns(db, id, await listFinds(db, id, { since, order: 'likeness', limit: findsAtMost }));
}

function isShown({ find, review }: ShownFind, show: string | null): boolean {
  if (find === undefined) return false;
  if (show === 'all') return true;
  const isAsked = review?.verdict === 'ask counsel';
  if (show === 'counsel') return isAsked;
  return show === 'reviewed' ? review !== undefined : review === undefined || isAsked;
}

function comparedWords(finds: readonly ShownFind[]): Html {
  const others = finds.filter(({ find }) => find === undefined).length;
  const why = others > 0 && html`, <a href="#not-compared">${others} not</a>`;
  const compared =
    finds.length > 0 && html`${finds.length - others} of ${finds.length} new designs were compared${why}. `;
  return html`${compared}Designs that the first check found are not compared. Rank them by <a href="#own">a stored
design of yours</a>, or by your pictures: <code>tipstaff looks --like FOLDER</code>.`;
}

function filterForm(query: URLSearchParams, found: string): Html {
  const spans = ['7', '30', '365'].map((days) => [days, `the last ${days} days`] as const);
  const shown = choice('show', 'to be reviewed', [['counsel', 'asked about'], 'reviewed', 'all'], query);
  const within = choice('days', 'the last 90 days', spans, query, 'Found in');
  return filterRow([shown, within], found);
}

async function findList(parts: PageParts, watch: WatchConfig, finds: readonly ShownFind[], visit: Visit) {
  const owns = [...new Set(finds.flatMap(({ find }) => find?.own ?? []))];
  const stored = await findDesignsNumbered(parts.store.db, owns);
  return html`<ol class="finds">${finds.map((one) => html`<li>${findItem(watch, one, stored, visit)}</li>`)}</ol>`;
}

function findItem(watch: WatchConfig, shown: ShownFind, stored: readonly Design[], visit: Visit): Html {
  const { find, design } = shown;
  if (find === undefined) return html``;
  const pair = watchActionPath(watch.id, `alike/${encodeURIComponent(design.key)}`);
  const address = ownPicturePath(watch.id, find.ownPicture, stored);
  const newOne = { caption: 'New', address: picturePath(design.key, find.picture), words: designName(design) };
  const own = { caption: `Yours, ${find.own}`, address, words: find.ownPicture };
  const facts = [design.source, labelOf(design), locarnoWords(design)].filter(Boolean).join(' · ');
  return html`<div class="pair">${figure(newOne)}${figure(own)}</div>
<div><h2><a href="${pair}">${capitalized(likenessWords(find.likeness))} (${find.likeness.toFixed(2)})</a></h2>
<p><a href="${recordPath(design)}">${designName(design)}</a>, ${design.holders?.join('; ')}<br><span
class="quiet">${facts}</span><br><span class="quiet small">registered ${legalDay(
    design.registered,
    visit,
  )} · found ${moment(shown.foundAt, visit)}</span></p>${reviewPart(watch, shown, visit)}</div>`;
}

function notComparedPart(finds: readonly ShownFind[], visit: Visit): Html {
  const open = finds.filter(({ find }) => find === undefined);
  if (open.length === 0) return html``;
  const lineOf = ({ design, foundAt }: ShownFind) =>
    html`<a href="${recordPath(design)}">${designName(design)}</a>
<span class="quiet">${design.source} ${labelOf(design)} · ${design.holders?.join('; ')} ·
found ${moment(foundAt, visit)}</span>`;
  const reasons = [...Map.groupBy(open, ({ whyNot }) => whyNot ?? '')];
  return html`<h2 id="not-compared">Not compared <span class="quiet">${open.length}</span></h2>${reasons.map(
    ([why, some]) =>
      foldedList(`${counted(some.length, 'design')}. ${why}`, some.slice(0, mostNamed).map(lineOf), some.length),
  )}`;
}

const mostNamed = 100;

export const pairsListing = fileListing<ShownFind>({
  name: 'pairs',
  path: '/watches/:id/alike',
  columns: [
    { name: 'source', type: z.string().describe('the register'), value: ({ design }) => design.source },
    { name: 'number', type: z.string(), value: ({ design }) => labelOf(design) },
    { name: 'name', type: z.string(), value: ({ design }) => designName(design) },
    { name: 'holders', type: z.array(z.string()), value: ({ design }) => design.holders ?? [] },
    { name: 'foundAt', type: timestamp },
    { name: 'own', type: z.string().describe('the own design beside it'), value: ({ find }) => find?.own ?? '' },
    { name: 'likeness', type: z.number().nullable().describe('0 to 1'), value: ({ find }) => find?.likeness ?? null },
    { name: 'verdict', type: z.enum(verdicts).nullable(), value: ({ review }) => review?.verdict ?? null },
    { name: 'note', type: z.string(), value: ({ review }) => review?.note ?? '' },
    { name: 'reviewedAt', type: timestamp.nullable(), value: ({ review }) => review?.at ?? null },
    { name: 'who', type: z.string(), value: ({ review }) => review?.who ?? '' },
    { name: 'key', type: z.string().describe('of the design'), value: ({ design }) => design.key },
  ],
  async load({ store }, visit, { id = '' }) {
    const watch = comparingWatch(visit, id);
    if (watch === undefined) return undefined;
    const finds = await findsOfDays(store.db, watch, visit);
    return { called: `pairs-${id}`, items: finds.filter((one) => isShown(one, visit.url.searchParams.get('show'))) };
  },
});

const pictureFields = ['picture1', 'picture2', 'picture3', 'picture4', 'picture5', 'picture6'] as const;

export async function ownPart({ store }: PageParts, { id, similarTo }: WatchConfig, visit: Visit): Promise<Html> {
  const added = await loadOwnDesigns(store.db, id);
  const figures = await figuresOfOwn(store.db, { id, similarTo });
  const received = await countOwnPictures(store.db, id);
  const may = mayAct(visit.viewer, 'editor');
  const stored = await findDesignsNumbered(store.db, [...figures.keys()]);
  const ranked = (own: string) =>
    stored
      .filter(({ registrationNumber = '' }) => rightNumber(registrationNumber) === rightNumber(own))
      .map(
        ({ key }) => html`<a href="/designs?like=${encodeURIComponent(key)}">Rank all stored designs by likeness</a>`,
      );
  const fromPage = new Set(added.filter(({ source }) => source === 'page').map(({ own }) => own));
  const line = ([own, count]: readonly [string, number]) =>
    html`<li>${own} <span class="quiet">${figuresWords(count, received.get(own))}</span> ${ranked(own)}${
      may && fromPage.has(own) && removeForm(id, own, visit)
    }</li>`;
  return html`<h2 id="own">Your designs <span class="quiet">${figures.size}</span></h2>
${figures.size === 0 ? html`<p class="empty">None yet.</p>` : html`<ul>${[...figures].map(line)}</ul>`}
${readFolder(similarTo?.pictures).problems.map((problem) => html`<p class="note">${problem}</p>`)}
${may && forms(id, visit)}`;
}

/** @param received uploaded pictures, which the daemon reads within seconds */
function figuresWords(figures: number, received = 0): string {
  if (figures === 0 && received > 0)
    return `${counted(received, 'picture')} received, none read yet: nothing is compared with it until then`;
  if (figures === 0) return 'no picture of it yet, so nothing is compared with it: watch its number';
  return `${counted(figures, 'view')}${figures < 3 ? ': with three or more, copies rank higher' : ''}`;
}

function removeForm(watchId: string, own: string, visit: Visit): Html {
  return actionForm(visit, watchActionPath(watchId, 'own/remove'), 'Remove', hiddenInput('own', own));
}

function forms(watchId: string, visit: Visit): Html {
  const file = html`<input type="file" name="file" accept=".csv,.xlsx" required aria-label="file">`;
  const files = pictureFields.map(
    (name) => html`<input type="file" name="${name}" accept="image/*" aria-label="${name.replace(/(\d)/, ' $1')}"> `,
  );
  return html`<details><summary>Add registration numbers</summary>
<p class="quiet small">A CSV or XLSX with a column of numbers. A design is compared once a watch has found it, so
watch these numbers too.</p>
${fileForm(visit, watchActionPath(watchId, 'own/numbers'), 'Add them', file)}</details>
<details><summary>Add a design by its pictures</summary>
<p class="quiet small">Three views or more of one design; they are kept here, and sent nowhere.</p>
${fileForm(
  visit,
  watchActionPath(watchId, 'own/pictures'),
  'Add it',
  html`<label>Name or number <input name="own" required maxlength="60"></label> ${files}`,
)}</details>`;
}

const mostNumbers = 5000;
const largestPicture = 4 * 1024 * 1024;

function ownAction(
  verb: 'numbers' | 'pictures' | 'remove',
  largestBytes: number | undefined,
  work: (...acting: Parameters<ActOn<WatchConfig>>) => Promise<string>,
): Action {
  return actionOn(
    { path: `/watches/:id/own/${verb}`, role: 'editor', largestBytes },
    async (_parts, visit, { id = '' }) => comparingWatch(visit, id),
    async (watch, form, parts, visit, files) => {
      const done = await work(watch, form, parts, visit, files);
      await parts.store.transaction((trx) => noteAudit(trx, byOf(visit), `watch.own.${verb}`, watch.id, done));
      return { kind: 'done', see: `${watchActionPath(watch.id, 'alike')}#own` };
    },
  );
}

const addNumbers = ownAction('numbers', 2 * largestSheetBytes, async (watch, _form, { store }, _visit, files) => {
  const numbers = numbersIn(await rowsOfFile(files.file));
  if (numbers.length === 0) refuse('There is no registration number in the file: give them a column headed Number.');
  if (numbers.length > mostNumbers) refuse(`The file has more than ${mostNumbers} numbers.`);
  const added = await store.transaction((trx) => addOwnDesigns(trx, watch.id, 'page', numbers));
  return `${counted(added, 'number')} added`;
});

const largestForm = pictureFields.length * largestPicture + 100_000;

const addPictures = ownAction('pictures', largestForm, async (watch, form, { store }, _visit, files) => {
  const own = (form.own ?? '').trim();
  const given = pictureFields.flatMap((name) => files[name] ?? []).filter(({ size }) => size > 0);
  if (own === '' || own.length > 60) refuse('Give the design a name or number of up to 60 characters.');
  if (given.length === 0) refuse('Choose at least one picture; three views or more are better.');
  const other = given.find(({ type }) => !/^image\/(?:jpeg|png|gif|webp|tiff)$/.test(type));
  if (other !== undefined) refuse(`${other.name} cannot be read: choose JPEG, PNG, GIF, WebP or TIFF files.`);
  const large = given.find(({ size }) => size > largestPicture);
  if (large !== undefined) refuse(`${large.name} has more than ${largestPicture / 1024 / 1024} MB.`);
  const pictures = await Promise.all(
    given.map(async (file) => ({
      own,
      name: file.name.replaceAll(/[^\w. -]/g, '_').slice(-80),
      contentType: file.type,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  await store.transaction(async (trx) => {
    await addOwnDesigns(trx, watch.id, 'page', [own]);
    for (const picture of pictures) await addOwnPicture(trx, watch.id, picture);
  });
  return `${own}: ${counted(pictures.length, 'picture')}`;
});

const remove = ownAction('remove', undefined, async (watch, form, { store }) => {
  const own = form.own ?? '';
  const removed = await store.transaction((trx) => removeOwnDesign(trx, watch.id, own));
  if (!removed) refuse('It is not there any more.');
  return own;
});

export const ownActions: readonly Action[] = [addNumbers, addPictures, remove];
