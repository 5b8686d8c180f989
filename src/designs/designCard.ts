import { html } from 'hono/html';
import { statusWords } from '../message/words/fieldWords.ts';
import { recordPath } from '../pages/links.ts';
import type { Html, PageParts } from '../pages/page.ts';
import { type Design, imagePathOf, productName } from '../records/design.ts';
import { labelOf } from '../records/record.ts';
import { shortText } from '../words/cleanText.ts';
import { picturePath } from './picture.ts';

/** Whether pictures load only when they come into view; for print, none waits. */
export type Loading = 'lazy' | 'eager';

/** Addresses of pictures that are not here yet. */
export type Coming = ReadonlySet<string>;

/** A picture in a box that keeps its size; for one on its way the box says so. @param attributes of the `img` */
export function comingPicture(isComing: boolean, attributes: Html): Html {
  return isComing
    ? html`<span class="no-picture">picture on its way</span><img ${attributes} data-coming>`
    : html`<img ${attributes}>`;
}

/** The pictures that a list shows of these designs; those that are not here yet are fetched. */
export async function firstPictures({ pictures }: PageParts, designs: readonly Design[]): Promise<Coming> {
  const urls = designs.flatMap(({ images = [] }) => images.slice(0, 1).map((image) => image.url));
  return (await pictures?.want(urls)) ?? new Set();
}

/** A design in a gallery: its first picture, what it is, whose, where and whether it is in force. */
export function designCard(
  design: Design,
  { loading = 'lazy', coming = new Set() }: { readonly loading?: Loading; readonly coming?: Coming } = {},
): Html {
  const [first] = design.images ?? [];
  const name = designName(design);
  const shown =
    first === undefined
      ? html`<span class="no-picture">no picture</span>`
      : comingPicture(
          coming.has(first.url),
          html`src="${picturePath(design.key, imagePathOf(first.url))}" alt="" loading="${loading}" width="200" height="200"`,
        );
  return html`<li><a href="${recordPath(design)}"><span class="picture">${shown}</span><span>${name}</span></a>
<span class="quiet small">${shortText(design.holders?.join('; ') ?? '', 60)}</span>
<span class="quiet small">${design.source} ${labelOf(design)}${design.status === undefined ? '' : ` · ${statusWords(design.status)}`}</span></li>`;
}

/** The product, without the `1.` that registers number them by. */
export function designName(design: Design): string {
  const products = (design.products ?? []).map(productName);
  return shortText(products.join('; '), 80) || labelOf(design);
}
