import { html } from 'hono/html';
import { statusWords } from '../../../alerts/message/words/fieldWords.ts';
import { matchViews, type View } from '../../../looks/likeness.ts';
import { loadLooksOf, loadOwnLooks } from '../../../looks/looksTable.ts';
import { loadOwnPicture } from '../../../looks/ownDesignsTable.ts';
import { pathsOf } from '../../../looks/storedLooks.ts';
import {
  type Design,
  folderName,
  imagePathOf,
  ownCopyPath,
  ownPictureId,
  productName,
} from '../../../records/design.ts';
import { locarnoName } from '../../../records/locarno.ts';
import { labelOf } from '../../../records/record.ts';
import { findDesignsNumbered } from '../../../store/snapshot/namedRecordsQueries.ts';
import { loadPicture } from '../../../store/snapshot/picturesTable.ts';
import type { Db } from '../../../store/store.ts';
import { recordPath, watchActionPath } from '../../frame/links.ts';
import { legalDay } from '../../frame/moment.ts';
import type { Download, Html, PageParts } from '../../frame/page.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Coming, comingPicture, designName } from '../designs/designCard.ts';
import { picturePath } from '../designs/picture.ts';
import { comparingWatch } from './finds.ts';

/** One of two designs beside each other. */
export interface Side {
  readonly title: string;
  /** Absent for a design of which only pictures are known. */
  readonly design?: Design | undefined;
  readonly views: readonly View[];
  /** Where a view is shown; undefined: it cannot be. */
  readonly addressOf: (view: string) => string | undefined;
}

/** A stored design with the pictures by which it is compared. */
export async function storedSide(db: Db, design: Design): Promise<Side> {
  const paths = pathsOf(design);
  const looks = await loadLooksOf(db, paths);
  return {
    title: `${design.source} ${labelOf(design)}`,
    design,
    views: paths.map((name) => ({ name, vectors: looks.get(name)?.vectors ?? [] })),
    addressOf: (path) => picturePath(design.key, path),
  };
}

/** Pictures of stored designs that are not here yet; they are fetched. */
export async function comingOf({ pictures }: PageParts, designs: readonly Design[]): Promise<Coming> {
  const urls = designs.flatMap((design) => {
    const paths = new Set(pathsOf(design));
    return (design.images ?? []).map(({ url }) => url).filter((url) => paths.has(imagePathOf(url)));
  });
  const coming = (await pictures?.want(urls)) ?? new Set<string>();
  return new Set([...coming].map(imagePathOf));
}

/** Two designs, view by view; the pair that is most similar first. @param coming paths of pictures on their way */
export function besideEachOther(left: Side, right: Side, coming: Coming): Html {
  const pairs = matchViews(left.views, right.views);
  if (pairs.length === 0) return html`<p class="empty">Neither has a picture that is stored.</p>`;
  return html`<div class="beside">${pairs.map(
    (pair) =>
      html`<div class="pair">${viewOf(left, pair.left, coming)}${viewOf(right, pair.right, coming)}${
        pair.likeness === undefined ? '' : html`<p class="quiet small">likeness ${pair.likeness.toFixed(2)}</p>`
      }</div>`,
  )}</div>`;
}

function viewOf(side: Side, view: View | undefined, coming: Coming): Html {
  if (view === undefined) return html`<figure></figure>`;
  const address = side.addressOf(view.name);
  const shown =
    address === undefined
      ? html`<span class="picture"><span class="no-picture">${view.name}</span></span>`
      : html`<a class="picture" href="${address}">${comingPicture(
          coming.has(view.name),
          html`src="${address}" alt="${side.title}, ${view.name}"`,
        )}</a>`;
  return html`<figure><figcaption class="quiet small">${side.title}</figcaption>${shown}</figure>`;
}

/** What is known of both, in two columns; what differs is marked. */
export function factsBeside(left: Side, right: Side, visit: Visit): Html {
  if (left.design === undefined && right.design === undefined) return html``;
  const [ofLeft, ofRight] = [factsOf(left, visit), factsOf(right, visit)];
  const rows = ofLeft.map(({ name, text, shown }, at) => ({ name, text, shown, other: ofRight[at] }));
  const known = rows.filter(({ text, other }) => text !== '' || (other?.text ?? '') !== '');
  return html`<div class="wide"><table class="stack beside-facts"><thead><tr><td></td>
<th scope="col">${headOf(left)}</th><th scope="col">${headOf(right)}</th></tr></thead><tbody>${known.map(
    ({ name, text, shown, other }) => {
      const mark = text === other?.text ? '' : ' differs';
      return html`<tr class="${mark.trim()}"><th scope="row">${name}</th><td data-name="${left.title}">${shown}</td>
<td data-name="${right.title}">${other?.shown ?? ''}</td></tr>`;
    },
  )}</tbody></table></div><p class="quiet small">Marked: what differs.</p>`;
}

function headOf({ title, design }: Side): Html {
  return design === undefined ? html`${title}` : html`<a href="${recordPath(design)}">${title}</a>`;
}

interface Fact {
  readonly name: string;
  readonly text: string;
  readonly shown: Html | string;
}

function factsOf({ design, title }: Side, visit: Visit): Fact[] {
  const plain = (name: string, text = ''): Fact => ({ name, text, shown: text });
  const day = (name: string, value: string | undefined): Fact => ({
    name,
    text: value ?? '',
    shown: value ? (legalDay(value, visit) ?? value) : '',
  });
  const classes = design?.locarno?.map((code) => [code, locarnoName(design, code)].filter(Boolean).join(' '));
  return [
    plain('Name', design === undefined ? title : designName(design)),
    plain('Holder', design?.holders?.join('; ')),
    plain('Product', design?.products?.map(productName).join('; ')),
    plain('Class', classes?.join('; ')),
    plain('Register', design?.source),
    plain('Designated', design?.designated?.join(', ')),
    plain('State', design?.status && statusWords(design.status)),
    day('Registered', design?.registered),
    day('Expires', design?.expires),
    plain('Designs', design?.designCount === undefined ? '' : String(design.designCount)),
  ];
}

/**
 * An own design of a watch: as it is stored, as its pictures were uploaded, or of a folder, of which small copies are
 * kept.
 */
export async function ownSide(db: Db, watchId: string, own: string): Promise<Side> {
  const looks = (await loadOwnLooks(db, watchId)).find(({ key }) => key === own);
  const stored = await findDesignsNumbered(db, [own]);
  const views = new Map<string, Int8Array[]>();
  for (const { name, variants } of looks?.pictures ?? []) views.set(name, [...(views.get(name) ?? []), ...variants]);
  const [design] = stored;
  return {
    title: `Yours, ${own}`,
    design,
    views: [...views].map(([name, vectors]) => ({ name, vectors })),
    addressOf: (view) => ownPicturePath(watchId, view, stored),
  };
}

/** Where a picture of an own design is shown; undefined where no stored design has it. */
export function ownPicturePath(watchId: string, name: string, stored: readonly Design[]): string | undefined {
  const id = ownPictureId(name);
  if (id !== undefined) return watchActionPath(watchId, `own/${id}`);
  const design = stored.find(({ images = [] }) => images.some(({ url }) => imagePathOf(url) === name));
  return design && picturePath(design.key, name);
}

/** Only these are shown: a picture of these types can contain no script. */
const pictureTypes = /^image\/(png|jpeg|gif|webp|avif)$/;

/** `/watches/ID/own/NUMBER`: an uploaded picture; with its digest, the copy of one of the folder. */
export const ownPicture: Download = {
  path: '/watches/:id/own/:picture',
  async respond(parts, visit, { id = '', picture = '' }) {
    const watch = comparingWatch(visit, id);
    if (watch === undefined) return undefined;
    const { db } = parts.store;
    const found = /^\d+$/.test(picture)
      ? await loadOwnPicture(db, watch.id, Number(picture))
      : await loadPicture(db, ownCopyPath(watch.id, folderName(picture, '')) ?? '');
    if (found === undefined || !pictureTypes.test(found.contentType)) return undefined;
    return { type: found.contentType, body: found.bytes, keptSeconds: 3600 };
  },
};
