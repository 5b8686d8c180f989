import { html } from 'hono/html';
import { loadDesign } from '../designs/loadDesign.ts';
import type { Html, Page, PageParts } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import type { Design } from '../records/design.ts';
import { findDesignsNumbered, recordByKey } from '../snapshot/namedRecordsQueries.ts';
import { shortText } from '../words/cleanText.ts';
import { besideEachOther, comingOf, factsBeside, storedSide } from './sides.ts';

/**
 * `/designs/KEY/beside?with=OTHER`: two designs beside each other, each view beside the one that is most like it, on
 * one sheet of paper.
 */
export const comparePage: Page = {
  path: '/designs/:key/beside',
  async draw(parts, visit, { key = '' }) {
    const found = await loadDesign(parts, visit, key);
    if (found === undefined) return undefined;
    const asked = (visit.url.searchParams.get('with') ?? '').trim();
    const other = asked === '' ? undefined : await designCalled(parts, visit, asked);
    if (other === undefined) return { title: 'Compare designs', body: chooseOther(found.design, asked) };
    const { db } = parts.store;
    const [left, right] = [await storedSide(db, found.design), await storedSide(db, other)];
    const coming = await comingOf(parts, [found.design, other]);
    return {
      title: `${left.title} beside ${right.title}`,
      body: html`<h1>${left.title} beside ${right.title}</h1>
<p class="lead quiet">Views in pairs, the most alike first; likeness, 0 to 1, is an order and no verdict.</p>
${besideEachOther(left, right, coming)}${factsBeside(left, right, visit)}${otherForm(found.design)}`,
    };
  },
};

/** By its key or its registration number, where the viewer may see it. */
async function designCalled(parts: PageParts, visit: Visit, name: string): Promise<Design | undefined> {
  const stored = await recordByKey(parts.store.db, 'design', name);
  const named = stored === undefined ? await findDesignsNumbered(parts.store.db, [name]) : [];
  const keys = stored === undefined ? named.map(({ key }) => key) : [name];
  for (const key of keys) {
    const found = await loadDesign(parts, visit, key);
    if (found !== undefined) return found.design;
  }
  return undefined;
}

function chooseOther(design: Design, asked: string): Html {
  const missing =
    asked === ''
      ? ''
      : html`<p class="note">No watch holds a design ${shortText(asked, 60)}: give its number as its register writes
it.</p>`;
  return html`<h1>Compare designs</h1>${missing}${otherForm(design)}`;
}

function otherForm({ key }: Design): Html {
  return html`<form class="filters" method="get" action="/designs/${encodeURIComponent(key)}/beside">
<label>Compare it with <input name="with" size="20" required placeholder="DM/214 567"></label>
<button>Compare</button></form>`;
}
