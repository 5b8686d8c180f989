import { imagePathOf } from '../../records/design.ts';
import { loadPicture } from '../../store/snapshot/pictures.ts';
import type { Download, FileContent } from '../download.ts';
import type { PageParts } from '../page.ts';
import { loadDesign, picturesMoved } from './loadDesign.ts';

const keptSeconds = 30 * 86_400;

/** Only these are shown: a picture can hold no script. */
const pictureTypes = /^image\/(png|jpeg|gif|webp|avif)$/;

/** Where a picture of a design is, by its path at the service. */
export function picturePath(key: string, path: string): string {
  return `/designs/${encodeURIComponent(key)}/picture?path=${encodeURIComponent(path)}`;
}

/**
 * A picture that the design has or had: as we kept it, else fetched now, once, from the service's own addresses and in turn with
 * its calls.
 */
export const picture: Download = {
  path: '/designs/:key/picture',
  async respond(parts, visit, { key = '' }, signal) {
    const path = visit.url.searchParams.get('path') ?? '';
    const found = await loadDesign(parts, visit, key);
    if (found === undefined) return undefined;
    const kept = await loadPicture(parts.store.db, path);
    const moved = found.changes.map(picturesMoved).flatMap((one) => [...(one?.gone ?? []), ...(one?.come ?? [])]);
    const url = found.design.images?.find((image) => imagePathOf(image.url) === path)?.url;
    if (url === undefined && !moved.includes(path)) return undefined;
    return kept === undefined ? fetchNow(parts, url, signal) : contentOf(kept);
  },
};

async function fetchNow(
  { fetchPicture }: PageParts,
  url: string | undefined,
  signal: AbortSignal,
): Promise<FileContent | undefined> {
  if (url === undefined || fetchPicture === undefined) return undefined;
  const fetched = await fetchPicture(url, signal).catch(() => undefined);
  return fetched === undefined ? undefined : contentOf(fetched);
}

function contentOf({ contentType, bytes }: { contentType: string; bytes: Uint8Array }): FileContent | undefined {
  if (!pictureTypes.test(contentType)) return undefined;
  return { type: contentType, body: bytes, keptSeconds };
}
