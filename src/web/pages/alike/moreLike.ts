import { html } from 'hono/html';
import { loadLooksOf } from '../../../looks/looksTable.ts';
import { mostLike } from '../../../looks/searchLooks.ts';
import { orderWanted, pathsOf, storedDesigns } from '../../../looks/storedLooks.ts';
import { mayAct } from '../../../people/sight.ts';
import type { Design } from '../../../records/design.ts';
import { labelOf } from '../../../records/record.ts';
import { readSetting, writeSetting } from '../../../store/store.ts';
import { recordPath } from '../../frame/links.ts';
import { type Action, actionForm, type Drawn, type Html, type PageParts } from '../../frame/page.ts';
import { emptyState, partOfRows } from '../../frame/pager.ts';
import { seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { designCard, designName, firstPictures } from '../designs/designCard.ts';

const perPage = 30;
const shownAtMost = 300;

/** `/designs?like=KEY`: the gallery by likeness to a design, by the pictures that were compared. */
export async function moreLike(parts: PageParts, visit: Visit, design: Design): Promise<Drawn> {
  const alike = await designsLike(parts, visit, design);
  const { items, nav } = partOfRows(alike, ({ design }) => design.key, visit.url, perPage);
  const coming = await firstPictures(parts, [design, ...items.map((one) => one.design)]);
  const beside = (key: string) => `${recordPath(design)}/beside?with=${encodeURIComponent(key)}`;
  const cards = items.map((one) =>
    designCard(
      one.design,
      { visit, coming },
      html`likeness ${one.likeness.toFixed(2)} · <a class="inline" href="${beside(one.design.key)}">beside it</a>`,
    ),
  );
  const name = designName(design);
  return {
    title: `More like ${name}`,
    body: html`<h1>More like ${name}</h1>
<p class="lead"><a href="${recordPath(design)}">${design.source} ${labelOf(design)}</a>. The most similar first, among
the designs whose pictures were compared. <a href="/designs">All designs</a></p>${await compareAll(parts, visit)}${
      items.length === 0
        ? emptyState('No picture of it, or of another design, was compared yet.')
        : html`<ul class="gallery">${cards}</ul>${nav}`
    }`,
  };
}

interface AlikeDesign {
  readonly design: Design;
  readonly likeness: number;
}

async function designsLike(parts: PageParts, visit: Visit, { key, ...design }: Design): Promise<AlikeDesign[]> {
  const { db } = parts.store;
  const looks = await loadLooksOf(db, pathsOf({ key, ...design }));
  const pictures = [...looks].flatMap(([name, { vectors }]) => vectors.map((one) => ({ name, variants: [one] })));
  const others = (await storedDesigns(db)).filter((one) => one.key !== key);
  const seen: AlikeDesign[] = [];
  for (const find of mostLike({ key, pictures }, others)) {
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
