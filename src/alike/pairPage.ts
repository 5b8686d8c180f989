import { html } from 'hono/html';
import { z } from 'zod';
import { designName } from '../designs/designCard.ts';
import { removeReview, saveReview, verdicts } from '../looks/reviewsTable.ts';
import { likenessWords } from '../message/words/recordWords.ts';
import { watchActionPath } from '../pages/links.ts';
import { type Action, type Page, whoOf } from '../pages/page.ts';
import { noteAudit } from '../people/auditTable.ts';
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

const longestNote = 2000;
const said = z.object({ verdict: z.enum([...verdicts, 'open']), note: z.string().trim().max(longestNote).default('') });

/**
 * Says whether a new design looks like the own one beside it: the pair stays away from then on, and counts. `open`
 * takes it back.
 */
export const reviewAction: Action = {
  path: '/watches/:id/alike/:key/review',
  role: 'editor',
  async act(parts, visit, { id = '', key = '' }, form) {
    const watch = comparingWatch(parts, visit, id);
    const found = watch && (await findOfKey(parts.store.db, watch, key));
    if (watch === undefined || found?.find === undefined) return undefined;
    const asked = said.safeParse(form);
    if (!asked.success)
      return {
        kind: 'refused',
        why: `Say alike, not alike or ask counsel; a note has up to ${longestNote} characters.`,
      };
    const { own, likeness } = found.find;
    // It was compared anew while the page was open: what was seen was another pair.
    if (form.own !== own)
      return { kind: 'refused', why: `It looks more like your ${own} now. Look at it again, and say then.` };
    const { verdict, note } = asked.data;
    const pair = { watchId: watch.id, recordId: found.recordId, own };
    const [at, who] = [visit.now.toISOString(), whoOf(visit.viewer)];
    await parts.store.transaction(async (trx) => {
      if (verdict === 'open') await removeReview(trx, pair);
      else await saveReview(trx, { ...pair, verdict, note, likeness, at, who });
      await noteAudit(trx, { at, who, what: 'design.review', subject: key, detail: `${watch.id}, ${own}: ${verdict}` });
    });
    return { kind: 'done', see: watchActionPath(watch.id, 'alike') };
  },
};
