import { html } from 'hono/html';
import { isWithoutDecoder } from '../../../check/likeness/lookAhead.ts';
import type { DesignLooks, Find, OwnLooks } from '../../../looks/likeness.ts';
import { openLooker } from '../../../looks/lookAt.ts';
import { asOwn } from '../../../looks/lookAtDesigns.ts';
import { mostLike } from '../../../looks/searchLooks.ts';
import { lookAtStored, lookAtStoredDesign, orderWanted, storedDesigns } from '../../../looks/storedLooks.ts';
import type { Design } from '../../../records/design.ts';
import { labelOf } from '../../../records/record.ts';
import { readSetting, writeSetting } from '../../../store/store.ts';
import { recordPath } from '../../frame/links.ts';
import type { Html, Page, PageParts } from '../../frame/page.ts';
import { emptyState, partOfRows } from '../../frame/pager.ts';
import { seenRecord } from '../../visit/inWatches.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Coming, designCard, designName, firstPictures } from '../designs/designCard.ts';

const perPage = 30;
const shownAtMost = 300;
/** A page waits for so many pictures that nobody has looked at yet; the daemon looks at the others. */
const lookedAtOnce = 20;

/** `/designs/KEY/like`: the gallery by likeness to a design, over everything stored that the viewer may see. */
export const likePage: Page = {
  path: '/designs/:key/like',
  async draw(parts, visit, { key = '' }) {
    const design = (await seenRecord(parts, visit, 'design', key))?.record;
    if (design === undefined) return undefined;
    const { db } = parts.store;
    if ((await readSetting(db, orderWanted)) === undefined) await writeSetting(db, orderWanted, true);
    const own = await lookNow(parts, design);
    const designs = await storedDesigns(db);
    const finds = mostLike(
      own,
      designs.filter((one) => one.key !== key),
    );
    const visible = await visibleFinds(parts, visit, finds, shownAtMost);
    const { items: shown, nav } = partOfRows(visible, ({ find }) => find.key, visit.url, perPage);
    const coming = await firstPictures(parts, [design, ...shown.map(({ design }) => design)]);
    const name = designName(design);
    return {
      title: `More like ${name}`,
      body: html`<h1>More like ${name}</h1>
<p class="lead"><a href="${recordPath(design)}">${design.source} ${labelOf(design)}</a>.
${comparedWords(own, designs)}</p>
${
  shown.length === 0
    ? emptyState('No other design with a picture that was compared yet.')
    : gallery(design, shown, coming, visit)
}${nav}`,
    };
  },
};

function comparedWords(own: OwnLooks, designs: readonly DesignLooks[]): string {
  if (own.pictures.length === 0) return 'No picture of it is stored that can be compared.';
  const compared = designs.filter(({ vectors }) => vectors.length > 0).length;
  return (
    `The most alike first, of ${compared} of ${designs.length} stored designs: those with a picture that was ` +
    'looked at.'
  );
}

/** A chosen design as it is, mirrored and turned; without sharp it has nothing to compare. */
async function lookNow({ store }: PageParts, design: Design): Promise<OwnLooks> {
  const looker = openLooker();
  try {
    await lookAtStored(store.db, looker, lookedAtOnce);
    return asOwn(await lookAtStoredDesign(store.db, looker, design));
  } catch (error) {
    if (!isWithoutDecoder(error)) throw error;
    return { key: design.key, pictures: [] };
  } finally {
    await looker.close();
  }
}

interface VisibleFind {
  readonly find: Find;
  readonly design: Design;
}

async function visibleFinds(
  parts: PageParts,
  visit: Visit,
  finds: readonly Find[],
  many: number,
): Promise<VisibleFind[]> {
  const visible: VisibleFind[] = [];
  for (const find of finds) {
    if (visible.length >= many) break;
    const design = (await seenRecord(parts, visit, 'design', find.key))?.record;
    if (design !== undefined) visible.push({ find, design });
  }
  return visible;
}

function gallery(chosen: Design, finds: readonly VisibleFind[], coming: Coming, visit: Visit): Html {
  const beside = (key: string) => `${recordPath(chosen)}/beside?with=${encodeURIComponent(key)}`;
  return html`<ul class="gallery">${finds.map(({ find, design }) =>
    designCard(
      design,
      { visit, coming },
      html`likeness ${find.likeness.toFixed(2)} · <a class="inline" href="${beside(design.key)}">beside it</a>`,
    ),
  )}</ul>`;
}
