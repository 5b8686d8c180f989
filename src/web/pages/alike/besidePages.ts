import { html } from 'hono/html';
import { z } from 'zod';
import { likenessWords } from '../../../alerts/message/words/recordWords.ts';
import { shortText } from '../../../base/words/cleanText.ts';
import { capitalised } from '../../../base/words/sentence.ts';
import { removeReview, saveReview, verdicts } from '../../../looks/reviewsTable.ts';
import { noteAudit } from '../../../people/auditTable.ts';
import type { Design } from '../../../records/design.ts';
import { findDesignsNumbered, recordByKey } from '../../../store/snapshot/namedRecordsQueries.ts';
import { watchActionPath } from '../../frame/links.ts';
import { type Action, byOf, type Drawn, type Html, type Page, type PageParts } from '../../frame/page.ts';
import { seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { designName } from '../designs/designCard.ts';
import { askCounsel, askedElsewhere, comparingWatch, findOfKey } from './finds.ts';
import { reviewPart } from './findsPage.ts';
import { besideEachOther, comingOf, factsBeside, ownSide, type Side, storedSide } from './sides.ts';

/**
 * `/watches/ID/alike/KEY`: a new design beside the own one that it looks most like, to be reviewed; mails lead here.
 */
export const pairPage: Page = {
  path: '/watches/:id/alike/:key',
  async draw(parts, visit, { id = '', key = '' }) {
    const watch = comparingWatch(visit, id);
    const found = watch && (await findOfKey(parts.store.db, watch, key));
    if (watch === undefined || found === undefined) return undefined;
    const { find, design } = found;
    const back = html`<a href="${watchActionPath(watch.id, 'alike')}">All that looks like ours</a>`;
    const name = designName(design);
    if (find === undefined) {
      const why = html`<h1>${name}</h1><p class="note">Not compared. ${found.whyNot}</p><p>${back}</p>`;
      return { title: `${name}, not compared`, body: why };
    }
    const others = visit.sight.readable.filter((one) => one !== watch);
    const asked = (await askedElsewhere(parts.store.db, [found.recordId], others)).get(found.recordId);
    const own = await ownSide(parts.store.db, watch.id, find.own);
    return drawPair(parts, visit, await storedSide(parts.store.db, design), own, {
      title: `${name} beside your ${find.own}`,
      lead: html`${capitalised(likenessWords(find.likeness))}: ${find.likeness.toFixed(2)} of 1, by the two views that
are most similar.`,
      said: html`${asked && html`<p class="note">${asked}</p>`}${reviewPart(watch, found, visit)}`,
      after: html`<p>${back}</p>`,
    });
  },
};

interface PairWords {
  readonly title: string;
  readonly lead: Html | string;
  readonly said?: Html;
  readonly after: Html;
}

/** Two designs on one sheet of paper: their views in pairs, and what differs. */
async function drawPair(
  parts: PageParts,
  visit: Visit,
  left: Side,
  right: Side,
  { title, lead, said, after }: PairWords,
): Promise<Drawn> {
  const stored = [left, right].flatMap((side) => side.design ?? []);
  const views = besideEachOther(left, right, await comingOf(parts, stored));
  return {
    title,
    body: html`<h1>${title}</h1>
<p class="lead quiet">${lead} Likeness, 0 to 1, is an order, and proves nothing.</p>
${said}${views}${factsBeside(left, right, visit)}${after}`,
  };
}

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
    const watch = comparingWatch(visit, id);
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
      return { kind: 'refused', why: `It looks more like your ${own} now. Check it again, then decide.` };
    const { verdict, note } = asked.data;
    const pair = { watchId: watch.id, recordId: found.recordId, own };
    const by = byOf(visit);
    await parts.store.transaction(async (trx) => {
      if (verdict === 'open') await removeReview(trx, pair);
      else await saveReview(trx, { ...pair, verdict, note, likeness, ...by });
      const isNews = found.review?.verdict !== verdict || found.review.note !== note;
      if (verdict === 'ask counsel' && isNews) {
        const question = { watch, design: found.design, review: { ...pair, verdict, note, likeness, ...by } };
        const { readable: watches } = visit.sight;
        await askCounsel(trx, question, { watches, pageUrl: parts.config.http.publicUrl, now: visit.now });
      }
      await noteAudit(trx, by, 'design.review', key, `${watch.id}, ${own}: ${verdict}`);
    });
    return { kind: 'done', see: watchActionPath(watch.id, 'alike') };
  },
};

/**
 * `/designs/KEY/beside?with=OTHER`: two designs beside each other, each view beside the one that is most like it, on
 * one sheet of paper.
 */
export const comparePage: Page = {
  path: '/designs/:key/beside',
  async draw(parts, visit, { key = '' }) {
    const design = (await seenRecord(parts, visit, 'design', key))?.record;
    if (design === undefined) return undefined;
    const asked = (visit.url.searchParams.get('with') ?? '').trim();
    const other = asked === '' ? undefined : await designCalled(parts, visit, asked);
    if (other === undefined) return { title: 'Compare designs', body: chooseOther(design, asked) };
    const [left, right] = [await storedSide(parts.store.db, design), await storedSide(parts.store.db, other)];
    return drawPair(parts, visit, left, right, {
      title: `${left.title} beside ${right.title}`,
      lead: 'Views in pairs, the most similar first.',
      after: otherForm(design),
    });
  },
};

/** By its key or its registration number, where the viewer may see it. */
async function designCalled(parts: PageParts, visit: Visit, name: string): Promise<Design | undefined> {
  const stored = await recordByKey(parts.store.db, 'design', name);
  const named = stored === undefined ? await findDesignsNumbered(parts.store.db, [name]) : [];
  const keys = stored === undefined ? named.map(({ key }) => key) : [name];
  for (const key of keys) {
    const found = await seenRecord(parts, visit, 'design', key);
    if (found !== undefined) return found.record;
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
