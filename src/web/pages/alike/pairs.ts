import { html } from 'hono/html';
import { designFacts } from '../../../alerts/message/fieldRows.ts';
import { likenessWords } from '../../../alerts/message/words/recordWords.ts';
import { capitalized } from '../../../base/words/sentence.ts';
import {
  loadLooksOf,
  loadOwnLooks,
  loadOwnPicture,
  orderWanted,
  pathsOf,
  storedDesigns,
} from '../../../check/likeness/looksTable.ts';
import { matchViews, rankByLikeness, type View } from '../../../check/likeness/pictures/likeness.ts';
import { mayAct } from '../../../people/sight.ts';
import { type Design, folderName, imagePathOf, ownCopyPath, ownPictureId } from '../../../records/design.ts';
import { labelOf } from '../../../records/record.ts';
import { findDesignsNumbered } from '../../../store/snapshot/listRecordsQueries.ts';
import { loadPicture } from '../../../store/snapshot/recordsTable.ts';
import { type Db, readSetting, writeSetting } from '../../../store/store.ts';
import type { Action, Download, Drawn, Html, Page, PageParts } from '../../frame/page.ts';
import { actionForm } from '../../frame/page.ts';
import { emptyState, recordPath, watchActionPath } from '../../frame/pieces.ts';
import { partOfRows } from '../../lists/listPage.ts';
import { seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { designName, figure, gallery, picturePath, pictureTypes } from '../designs/designCard.ts';
import { comparingWatch, findInPath, reviewPart } from './finds.ts';

/** `/watches/ID/alike/KEY`: a new design beside the own one that is most like it. Mails lead here. */
export const pairPage: Page = {
  path: '/watches/:id/alike/:key',
  async draw(parts, visit, params) {
    const found = await findInPath(parts, visit, params);
    if (found === undefined) return undefined;
    const { watch, find, design } = found;
    const back = html`<a href="${watchActionPath(watch.id, 'alike')}">Looks like ours</a>`;
    const name = designName(design);
    if (find === undefined) {
      const why = html`<h1>${name}</h1><p class="note">Not compared. ${found.whyNot}</p><p>${back}</p>`;
      return { title: `${name}, not compared`, body: why };
    }
    const own = await ownSide(parts.store.db, watch.id, find.own);
    return drawPair(visit, await storedSide(parts.store.db, design), own, {
      title: `${name} beside your ${find.own}`,
      lead: html`${capitalized(likenessWords(find.likeness))}: ${find.likeness.toFixed(2)} of 1. Each of your
views was compared with each of its views, also mirrored or turned. The likeness is
the mean of your two best-matching views.`,
      said: html`${reviewPart(watch, found, visit)}<p>${back}</p>`,
    });
  },
};

function drawPair(
  visit: Visit,
  left: Side,
  right: Side,
  { title, lead, said }: { readonly title: string; readonly lead: Html | string; readonly said?: Html },
): Drawn {
  return {
    title,
    body: html`<h1>${title}</h1>
<p class="lead quiet">${lead} Likeness (0 to 1) only sorts designs. It is no legal opinion.</p>
${said}${besideEachOther(left, right)}${factsBeside(left, right, visit)}`,
  };
}

export const comparePage: Page = {
  path: '/designs/:key/beside',
  async draw(parts, visit, { key = '' }) {
    const design = (await seenRecord(parts, visit, 'design', key))?.record;
    const other = (await seenRecord(parts, visit, 'design', visit.url.searchParams.get('with') ?? ''))?.record;
    if (design === undefined || other === undefined) return undefined;
    const [left, right] = [await storedSide(parts.store.db, design), await storedSide(parts.store.db, other)];
    const title = `${left.title} beside ${right.title}`;
    return drawPair(visit, left, right, {
      title,
      lead: `Views as published, in pairs, the most similar first. Lists and watches may give another likeness:
the mean of two views, each with the most similar view of the other design, which watches also mirror and turn.`,
    });
  },
};

interface Side {
  readonly title: string;
  readonly design?: Design | undefined;
  readonly views: readonly View[];
  readonly addressOf: (view: string) => string | undefined;
}

async function storedSide(db: Db, design: Design): Promise<Side> {
  const paths = pathsOf(design);
  const looks = await loadLooksOf(db, paths);
  return {
    title: `${design.source} ${labelOf(design)}`,
    design,
    views: paths.map((name) => ({ name, figures: (looks.get(name)?.vectors ?? []).map((vector) => [vector]) })),
    addressOf: (path) => picturePath(design.key, path),
  };
}

function besideEachOther(left: Side, right: Side): Html {
  const pairs = matchViews(left.views, right.views);
  if (pairs.length === 0) return html`<p class="empty">Neither has a picture that is stored.</p>`;
  return html`<div class="beside">${pairs.map(
    (pair) =>
      html`<div class="pair">${viewOf(left, pair.left)}${viewOf(right, pair.right)}${
        pair.likeness !== undefined && html`<p class="quiet small">likeness ${pair.likeness.toFixed(2)}</p>`
      }</div>`,
  )}</div>`;
}

function viewOf({ title, addressOf }: Side, view: View | undefined): Html {
  if (view === undefined) return html`<figure></figure>`;
  return figure({ caption: title, address: addressOf(view.name), words: view.name });
}

function factsBeside(left: Side, right: Side, visit: Visit): Html {
  const head = ({ title, design }: Side) => (design ? html`<a href="${recordPath(design)}">${title}</a>` : title);
  const [ofLeft, ofRight] = [new Map(factsOf(left, visit)), new Map(factsOf(right, visit))];
  const names = new Set([...ofLeft.keys(), ...ofRight.keys()]);
  const rows = [...names].map((name) => ({ name, one: ofLeft.get(name) ?? '', other: ofRight.get(name) ?? '' }));
  return html`<div class="wide"><table class="stack beside-facts"><thead><tr><td></td>
<th scope="col">${head(left)}</th><th scope="col">${head(right)}</th></tr></thead><tbody>${rows
    .filter(({ one, other }) => one !== '' || other !== '')
    .map(
      ({ name, one, other }) => html`<tr class="${
        String(one) === String(other) ? '' : 'differs'
      }"><th scope="row">${name}</th>
<td data-name="${left.title}">${one}</td><td data-name="${right.title}">${other}</td></tr>`,
    )}</tbody></table></div><p class="quiet small">Marked: what differs.</p>`;
}

function factsOf({ design, title }: Side, visit: Visit): ReturnType<typeof designFacts> {
  if (design === undefined) return [['Name', title]];
  const all = designFacts(design, visit, Number.POSITIVE_INFINITY);
  return [['Name', designName(design)], ...all, ['Register', design.source]];
}

async function ownSide(db: Db, watchId: string, own: string): Promise<Side> {
  const looks = (await loadOwnLooks(db, watchId)).find(({ key }) => key === own);
  const stored = await findDesignsNumbered(db, [own]);
  const views = Map.groupBy(looks?.pictures ?? [], ({ name }) => name);
  const [design] = stored;
  return {
    title: `Yours, ${own}`,
    design,
    views: [...views].map(([name, some]) => ({ name, figures: some.map(({ variants }) => variants) })),
    addressOf: (view) => ownPicturePath(watchId, view, stored),
  };
}

export function ownPicturePath(watchId: string, name: string, stored: readonly Design[]): string | undefined {
  const id = ownPictureId(name);
  if (id !== undefined) return watchActionPath(watchId, `own/${id}`);
  const design = stored.find(({ images = [] }) => images.some(({ url }) => imagePathOf(url) === name));
  return design && picturePath(design.key, name);
}

/** `/watches/ID/own/NUMBER`: an uploaded picture; `/own/DIGEST`: the copy of one of a folder. */
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

const perPage = 30;
const shownAtMost = 300;

export async function moreLike(parts: PageParts, visit: Visit, design: Design): Promise<Drawn> {
  const alike = await designsLike(parts, visit, design);
  const { items, nav } = partOfRows(alike, ({ design }) => design.key, visit.url, perPage);
  const beside = (key: string) => `${recordPath(design)}/beside?with=${encodeURIComponent(key)}`;
  const likenesses = items.map(({ design: { key }, likeness }) => {
    const link = html`<a class="inline" href="${beside(key)}">compare</a>`;
    return [key, html`likeness ${likeness.toFixed(2)} · ${link}`] as const;
  });
  const designs = items.map((one) => one.design);
  const name = designName(design);
  return {
    title: `More like ${name}`,
    body: html`<h1>More like ${name}</h1>
<p class="lead"><a href="${recordPath(design)}">${design.source} ${labelOf(design)}</a>. The most similar first, of
the designs compared so far, neither mirrored nor turned. The order changes while others are compared. <a
href="/designs">All designs</a></p>${await compareAll(parts, visit)}${
      items.length === 0
        ? emptyState('No picture of it, or of another design, was compared yet.')
        : html`${await gallery(parts, designs, { visit, happened: new Map(likenesses) })}${nav}`
    }`,
  };
}

async function designsLike(parts: PageParts, visit: Visit, design: Design) {
  const { db } = parts.store;
  const { key } = design;
  const looks = await loadLooksOf(db, pathsOf(design));
  const pictures = [...looks].flatMap(([name, { vectors }]) => vectors.map((one) => ({ name, variants: [one] })));
  const others = (await storedDesigns(db)).filter((one) => one.key !== key);
  const seen: { design: Design; likeness: number }[] = [];
  for (const find of rankByLikeness({ key, pictures }, others)) {
    if (seen.length === shownAtMost) break;
    const other = (await seenRecord(parts, visit, 'design', find.key))?.record;
    if (other !== undefined) seen.push({ design: other, likeness: find.likeness });
  }
  return seen;
}

async function compareAll({ store }: PageParts, visit: Visit): Promise<Html | string> {
  const compares = visit.sight.readable.some(({ similarTo }) => similarTo !== undefined);
  if (compares || !mayAct(visit.viewer, 'editor') || (await readSetting(store.db, orderWanted)) === true) return '';
  return actionForm(visit, '/designs/compare-all', 'Compare the pictures of all designs');
}

export const compareAllAction: Action = {
  path: '/designs/compare-all',
  role: 'editor',
  async act({ store }) {
    await writeSetting(store.db, orderWanted, true);
    return { kind: 'done', see: '/designs' };
  },
};
