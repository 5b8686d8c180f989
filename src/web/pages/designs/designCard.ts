import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from 'hono/html';
import { statusWords } from '../../../alerts/message/words/recordWords.ts';
import { packageFolder } from '../../../base/version.ts';
import { shortText } from '../../../base/words/cleanText.ts';
import { counted } from '../../../base/words/sentence.ts';
import type { WatchConfig } from '../../../config/config.ts';
import { mayAct } from '../../../people/sight.ts';
import { type Design, imagePathOf, locarnoName, locarnoTitle, productName } from '../../../records/design.ts';
import { movedPictures } from '../../../records/diff/compareDesigns.ts';
import { labelOf, recordPath, recordPlace } from '../../../records/record.ts';
import { noteAudit } from '../../../store/auditTable.ts';
import { listChanges } from '../../../store/snapshot/changesTable.ts';
import { listRecords } from '../../../store/snapshot/listRecordsQueries.ts';
import { loadPicture } from '../../../store/snapshot/recordsTable.ts';
import { setStar } from '../../../store/snapshot/storeChangesTable.ts';
import type { Db } from '../../../store/store.ts';
import { legalDay } from '../../frame/moment.ts';
import {
  byOf,
  type Download,
  type FileContent,
  type Html,
  hiddenInput,
  type PageParts,
  tokenInput,
} from '../../frame/page.ts';
import { sparkline, table } from '../../frame/pieces.ts';
import { inWatches, type SeenRecord, seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { recordAction } from '../notes/notesPart.ts';

interface Look {
  readonly visit: Visit;
  readonly loading?: 'lazy' | 'eager' | undefined;
  readonly starred?: ReadonlySet<string> | undefined;
  /** `new`, `newly visible` or `from another holder`, by key, as messages say it. */
  readonly fresh?: ReadonlyMap<string, string> | undefined;
  /** What changed last, by key. */
  readonly happened?: ReadonlyMap<string, Html | string> | undefined;
}

interface Figure {
  readonly caption?: string | undefined;
  readonly address: string | undefined;
  readonly words: string;
}

export function figure({ caption, address, words }: Figure): Html {
  const alt = caption === undefined ? words : `${caption}, ${words}`;
  return html`<figure>${caption && html`<figcaption class="quiet small">${caption}</figcaption>`}${
    address === undefined
      ? html`<span class="picture"><span class="no-picture">${words}</span></span>`
      : html`<a class="picture" href="${address}"><img src="${address}" alt="${alt}" loading="lazy"></a>`
  }</figure>`;
}

/** Draws cards. Fetches their missing pictures, ahead of those of earlier galleries. */
export async function gallery({ pictures }: PageParts, designs: readonly Design[], look: Look): Promise<Html> {
  await pictures?.want(designs.flatMap(({ images = [] }) => images.slice(0, 1).map((image) => image.url)));
  return html`<ul class="gallery">${designs.map((design) => designCard(design, look))}</ul>`;
}

const statesNamed = 4;

function designCard(design: Design, look: Look): Html {
  const { visit, starred, fresh, happened } = look;
  const { designated = [], registered, status, locarno } = design;
  const states = designated.slice(0, statesNamed).join(', ');
  const more = designated.length - statesNamed;
  const [code] = locarno ?? [];
  const className = code && locarnoName(design, code);
  const facts = [
    `${design.source} ${labelOf(design)}`,
    status && statusWords(status),
    states && `${states}${more > 0 ? ` +${more}` : ''}`,
  ];
  const told = fresh?.get(design.key);
  const tag = told && html`<span class="tag read">${told}</span> `;
  const star = starred && starButton(design.key, starred.has(design.key), visit, 'card');
  return html`<li>${star}<a href="${recordPath(design)}"><span class="picture">${firstPicture(
    design,
    look,
  )}</span><span>${designName(design)}</span></a>
<span class="small">${tag}${happened?.get(design.key)}</span><span class="quiet small">${shortText(
    design.holders?.join('; ') ?? '',
    60,
  )}</span>
<span class="quiet small">${facts.filter(Boolean).join(' · ')}</span>
<span class="quiet small">${registered && legalDay(registered, visit)}${
    code &&
    html` · <span title="${className ?? ''}">${shortText([code, className].filter(Boolean).join(' '), 36)}</span>`
  }</span></li>`;
}

function firstPicture(design: Design, { loading = 'lazy' }: Look): Html {
  const [first] = design.images ?? [];
  if (first === undefined) return html`<span class="no-picture">no picture</span>`;
  const address = picturePath(design.key, imagePathOf(first.url));
  return html`<img src="${address}" alt="" loading="${loading}" width="200" height="250">`;
}

/** Returns the product, without the number that registers put before it (`1.`). */
export function designName(design: Design): string {
  const products = (design.products ?? []).map(productName);
  return shortText(products.join('; '), 80) || labelOf(design);
}

const quarters = 12;
const classesShown = 6;
/** More designs get no chart, because it would cover only a part of them. */
const designsAtMost = 2000;

/** Draws how many designs of each class a watch's designs register per quarter. */
export async function filingsChart(db: Db, watch: WatchConfig, now: Date): Promise<Html> {
  const some = { limit: designsAtMost + 1 };
  const { records } = await listRecords(db, inWatches([watch]).design, { type: 'design' }, 'changed', some);
  if (records.length > designsAtMost) return html``;
  const designs = records.flatMap(({ record }) => (record.type === 'design' ? [record] : []));
  const rows = filingsByClass(designs, now);
  if (rows.length === 0) return html``;
  const last = quarterOf(now.toISOString());
  const wordsOf = ({ title, perQuarter, sum }: (typeof rows)[number]) =>
    `${title}: ${counted(sum, 'design')} in ${quarters} quarters, ${perQuarter.join(', ')}`;
  return html`<figure class="chart">${table(rows, [
    { label: 'Registered by class', cell: ({ title }) => title },
    {
      label: `${quarterWords(last - quarters + 1)} to ${quarterWords(last)}`,
      cell: (row) => sparkline(row.perQuarter, wordsOf(row)),
    },
    { label: 'Designs', look: 'number', cell: ({ sum }) => sum },
  ])}</figure>`;
}

function filingsByClass(designs: readonly Design[], now: Date) {
  const last = quarterOf(now.toISOString());
  const recent = designs.flatMap(({ registered = '', locarno = [] }) => {
    const age = last - quarterOf(registered);
    const isRecent = /^\d{4}-\d{2}/.test(registered) && age >= 0 && age < quarters;
    return isRecent ? { age, main: locarno[0]?.slice(0, 2) ?? '' } : [];
  });
  const byClass = [...Map.groupBy(recent, ({ main }) => main)].sort(([, a], [, b]) => b.length - a.length);
  const others = byClass.slice(classesShown).flatMap(([, some]) => some);
  const row = (title: string, some: readonly { readonly age: number }[]) => ({
    title,
    sum: some.length,
    // Oldest quarter first.
    perQuarter: Array.from({ length: quarters }, (_, at) => some.filter(({ age }) => age === quarters - 1 - at).length),
  });
  return [
    ...byClass.slice(0, classesShown).map(([main, some]) => row(mainClassWords(main), some)),
    ...(others.length === 0 ? [] : [row('Other classes', others)]),
  ];
}

function mainClassWords(main: string): string {
  return main === '' ? 'Without a class' : [main, locarnoTitle(main)].filter(Boolean).join(' ');
}

function quarterOf(day: string): number {
  return Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);
}

const quarterWords = (quarter: number): string => `Q${(quarter % 4) + 1} ${Math.floor(quarter / 4)}`;

export const starAction = recordAction('design', 'star', async ({ id, record }, form, { store }, visit) => {
  const { starred, back = '' } = form;
  const by = byOf(visit);
  const isStarred = starred === 'true';
  await store.transaction(async (trx) => {
    await setStar(trx, id, isStarred ? by.at : null);
    await noteAudit(trx, by, isStarred ? 'record.star' : 'record.unstar', recordPlace(record));
  });
  // Leads only to the gallery with its filters, or to the design.
  return { kind: 'done', see: /^\/designs(?:\?[\w=&%+.-]*)?$/.test(back) ? back : recordPath(record) };
});

export function starButton(key: string, isStarred: boolean, visit: Visit, place: 'card' | 'page'): Html {
  const look = `${place === 'page' ? 'star beside' : 'star'}${isStarred ? ' here' : ''}`;
  if (!mayAct(visit.viewer, 'editor')) return isStarred ? html`<span class="${look}" title="starred">★</span>` : html``;
  const shape = isStarred ? '★' : '☆';
  const words = place === 'page' ? `${shape} ${isStarred ? 'Starred' : 'Star'}` : shape;
  const back = place === 'card' ? visit.url.pathname + visit.url.search : '';
  const title = isStarred ? 'Remove the star' : 'Star it: its dates and changes come first';
  return html`<form method="post" action="${recordPath({ type: 'design', key })}/star" class="${look}">${tokenInput(
    visit,
  )}${hiddenInput('starred', String(!isStarred))}${hiddenInput('back', back)}
<button title="${title}" aria-pressed="${String(isStarred)}" aria-label="Star">${words}</button></form>`;
}

export const changesAtMost = 500;

const keptSeconds = 30 * 86_400;
/** A picture that arrives within this time is shown at once. */
const patienceMs = 300;

/** No picture of these types can contain a script. */
export const pictureTypes = /^image\/(png|jpeg|gif|webp|avif)$/;

export function picturePath(key: string, path: string): string {
  return `/designs/${encodeURIComponent(key)}/picture?path=${encodeURIComponent(path)}`;
}

/** A current or former picture of a design. Words while it is fetched, a stand-in if there is none. */
export const picture: Download = {
  path: '/designs/:key/picture',
  async respond(parts, visit, { key = '' }) {
    const path = visit.url.searchParams.get('path') ?? '';
    const seen = await seenRecord(parts, visit, 'design', key);
    const wanted = seen && (await pictureAt(parts, seen, path));
    if (wanted === undefined) return undefined;
    const kept = await loadPicture(parts.store.db, path);
    const isAgain = visit.url.searchParams.has('again');
    const shown = kept === undefined ? await whenItCame(parts, wanted.url, isAgain ? 0 : patienceMs) : contentOf(kept);
    return shown ?? standIn;
  },
};

async function pictureAt({ store }: PageParts, { id, record: design }: SeenRecord<'design'>, path: string) {
  const image = design.images?.find(({ url }) => imagePathOf(url) === path);
  if (image !== undefined) return image;
  const changes = await listChanges(store.db, { recordId: id, limit: changesAtMost, newestFirst: true });
  return changes
    .flatMap((change) => movedPictures(change.fields, design) ?? [])
    .flatMap(({ gone, come }) => [...gone, ...come])
    .find((moved) => moved.path === path);
}

/** A picture one pixel wide, drawn larger, that makes the script of the pages ask again. */
const nothingYet: FileContent = {
  type: 'image/svg+xml',
  body: `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" viewBox="0 0 100 100"><text x="50" y="52"
text-anchor="middle" font-family="sans-serif" font-size="6" fill="#62625c">picture on its way</text></svg>`,
};

async function whenItCame({ pictures }: PageParts, url: string | undefined, patience: number) {
  if (url === undefined || pictures === undefined) return undefined;
  const come = await pictures.wait(url, patience);
  if (come === 'coming') return nothingYet;
  return come === 'failed' ? undefined : contentOf(come);
}

function contentOf({ contentType, bytes }: { contentType: string; bytes: Uint8Array }): FileContent | undefined {
  if (!pictureTypes.test(contentType)) return undefined;
  return { type: contentType, body: bytes, keptSeconds };
}

/** A gray field with the words “Picture not available”, for feeds too. */
const standIn: FileContent = {
  type: 'image/png',
  body: readFileSync(join(packageFolder, 'data', 'picture-not-available.png')),
};
