import { html } from 'hono/html';
import { designName } from '../designs/designCard.ts';
import { likenessWords } from '../message/words/recordWords.ts';
import { watchActionPath } from '../pages/links.ts';
import type { Page } from '../pages/page.ts';
import { capitalised } from '../words/sentence.ts';
import { comparingWatch, findOfKey } from './finds.ts';
import { reviewPart } from './findsPage.ts';
import { ownSide } from './ownSides.ts';
import { besideEachOther, comingOf, factsBeside, storedSide } from './sides.ts';

/**
 * `/watches/ID/alike/KEY`: a new design beside the own one that it looks most like, to be reviewed; mails lead here.
 */
export const pairPage: Page = {
  path: '/watches/:id/alike/:key',
  async draw(parts, visit, { id = '', key = '' }) {
    const watch = comparingWatch(parts, visit, id);
    const found = watch && (await findOfKey(parts.store.db, watch, key));
    if (watch === undefined || found === undefined) return undefined;
    const { find, design } = found;
    const back = html`<a href="${watchActionPath(watch.id, 'alike')}">All that looks like ours</a>`;
    const name = designName(design);
    if (find === undefined) {
      const why = html`<h1>${name}</h1><p class="note">Not compared. ${found.whyNot}</p><p>${back}</p>`;
      return { title: `${name}, not compared`, body: why };
    }
    const [left, right] = [await storedSide(parts.store.db, design), await ownSide(parts.store.db, watch.id, find.own)];
    const coming = await comingOf(
      parts,
      [left, right].flatMap((side) => side.design ?? []),
    );
    return {
      title: `${name} beside ${find.own}`,
      body: html`<h1>${name} beside your ${find.own}</h1>
<p class="lead">${capitalised(
        likenessWords(find.likeness),
      )}: ${find.likeness.toFixed(2)} of 1, by the two views that are most alike. It is an order, and proves
nothing.</p>
${reviewPart(watch, found, visit)}${besideEachOther(left, right, coming)}${factsBeside(
  left,
  right,
  visit,
)}<p>${back}</p>`,
    };
  },
};
