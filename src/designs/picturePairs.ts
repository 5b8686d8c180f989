import { html } from 'hono/html';
import type { MovedPicture, MovedPictures } from '../diff/movedPictures.ts';
import type { Html, PageParts } from '../pages/page.ts';
import type { Design } from '../records/design.ts';
import { picturesKept } from '../snapshot/picturesTable.ts';
import { type Coming, comingPicture } from './designCard.ts';
import { picturePath } from './picture.ts';

/** Which pictures can be shown: those kept, by path, and those on their way, by address. */
export interface Shown {
  readonly kept: ReadonlySet<string>;
  readonly coming: Coming;
}

/** Which of the pictures that changes of a design took away and brought can be shown. The others are fetched, where the service has them. */
export async function shownOf(
  { store, pictures }: Pick<PageParts, 'store' | 'pictures'>,
  moved: readonly MovedPictures[],
): Promise<Shown> {
  const all = moved.flatMap(({ gone, come }) => [...gone, ...come]);
  return {
    kept: await picturesKept(
      store.db,
      all.map(({ path }) => path),
    ),
    coming: (await pictures?.want(all.flatMap(({ url }) => url ?? []))) ?? new Set(),
  };
}

/** The pictures before and after a change, each pair side by side and of one size. */
export function picturePairs(design: Design, { gone, come }: MovedPictures, shown: Shown): Html {
  const pairs = Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => index);
  return html`<div class="pairs">${pairs.map(
    (index) =>
      html`<div class="pair">${sideOf(design, { name: 'Before', number: index + 1 }, gone[index], shown)}${sideOf(design, { name: 'After', number: index + 1 }, come[index], shown)}</div>`,
  )}</div>`;
}

interface Side {
  readonly name: string;
  readonly number: number;
}

function sideOf(design: Design, { name, number }: Side, picture: MovedPicture | undefined, shown: Shown): Html {
  if (picture === undefined) return html`<figure></figure>`;
  return html`<figure><figcaption class="quiet small">${name}</figcaption>${boxOf(design, `${name}, picture ${number}`, picture, shown)}</figure>`;
}

function boxOf({ key }: Design, words: string, { path, url }: MovedPicture, { kept, coming }: Shown): Html {
  const isComing = url !== undefined && coming.has(url);
  if (!kept.has(path) && !isComing) return html`<span class="picture"><span class="no-picture">not kept</span></span>`;
  const address = picturePath(key, path);
  const image = comingPicture(isComing, html`src="${address}" alt="${words}" loading="lazy"`);
  return html`<a class="picture" href="${address}">${image}</a>`;
}
