import type { FetchPicture } from '../channels/pictures/pictures.ts';
import type { Store } from '../database/store.ts';
import { imagePathOf } from '../records/design.ts';
import { longestKey } from '../records/fieldForm.ts';
import { keepPicture, loadPicture } from './picturesTable.ts';

/**
 * Gives a picture as it was on the day when it was first reported, and keeps it from then on: by its path, because the host and query of its
 * address move. What the service shows under that path later changes nothing.
 */
export function keepingPictures(store: Store, clock: () => Date, fetchPicture: FetchPicture): FetchPicture {
  return async (url, signal) => {
    const path = imagePathOf(url);
    const kept = await loadPicture(store.db, path);
    if (kept !== undefined) return kept;
    const fetched = await fetchPicture(url, signal);
    if (path.length <= longestKey) await keepPicture(store.db, path, fetched, clock().toISOString());
    return fetched;
  };
}
