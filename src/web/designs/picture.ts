import { imagePathOf } from '../../records/design.ts';
import { loadPicture } from '../../store/snapshot/pictures.ts';
import type { Download, FileContent } from '../download.ts';
import type { PageParts } from '../page.ts';
import { loadDesign, picturesMoved } from './loadDesign.ts';

const keptSeconds = 30 * 86_400;
/** A picture that arrives within this time, from a service that is idle, is shown at once. */
const patienceMs = 300;

/** Only these are shown: a picture can hold no script. */
const pictureTypes = /^image\/(png|jpeg|gif|webp|avif)$/;

/** Where a picture of a design is, by its path at the service. */
export function picturePath(key: string, path: string): string {
  return `/designs/${encodeURIComponent(key)}/picture?path=${encodeURIComponent(path)}`;
}

/**
 * A picture that the design has or had: as we kept it, else as soon as it is fetched, once, from the service's own addresses and in
 * turn with its calls. Until then an empty picture.
 */
export const picture: Download = {
  path: '/designs/:key/picture',
  async respond(parts, visit, { key = '' }) {
    const path = visit.url.searchParams.get('path') ?? '';
    const found = await loadDesign(parts, visit, key);
    if (found === undefined) return undefined;
    const kept = await loadPicture(parts.store.db, path);
    const moved = found.changes.map(picturesMoved).flatMap((one) => [...(one?.gone ?? []), ...(one?.come ?? [])]);
    const url = found.design.images?.find((image) => imagePathOf(image.url) === path)?.url;
    if (url === undefined && !moved.includes(path)) return undefined;
    const isAgain = visit.url.searchParams.has('again');
    return kept === undefined ? whenItCame(parts, url, isAgain ? 0 : patienceMs) : contentOf(kept);
  },
};

/** A transparent pixel: it tells the script of the pages to ask again. */
const nothingYet: FileContent = {
  type: 'image/gif',
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

async function whenItCame(
  { pictures }: PageParts,
  url: string | undefined,
  patience: number,
): Promise<FileContent | undefined> {
  if (url === undefined || pictures === undefined) return undefined;
  const come = await pictures.wait(url, patience);
  if (come === 'coming') return nothingYet;
  return come === 'failed' ? undefined : contentOf(come);
}

function contentOf({ contentType, bytes }: { contentType: string; bytes: Uint8Array }): FileContent | undefined {
  if (!pictureTypes.test(contentType)) return undefined;
  return { type: contentType, body: bytes, keptSeconds };
}
