import type { FetchPicture } from '../channels/pictures/pictures.ts';
import { chunks, type Db, type Store } from '../database/store.ts';
import { imagePathOf } from '../records/design.ts';
import { longestKey } from '../records/fieldForm.ts';

export interface KeptPicture {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Keeps a picture under its path. If there is one already, it stays as it was on its day. */
export async function keepPicture(db: Db, path: string, picture: KeptPicture, keptAt: string): Promise<void> {
  await db
    .insertInto('pictures')
    .values({ path, content_type: picture.contentType, bytes: Buffer.from(picture.bytes), kept_at: keptAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function loadPicture(db: Db, path: string): Promise<KeptPicture | undefined> {
  const row = await db
    .selectFrom('pictures')
    .select(['content_type', 'bytes'])
    .where('path', '=', path)
    .executeTakeFirst();
  return row && { contentType: row.content_type, bytes: row.bytes };
}

/** Those of these paths that have a stored picture. */
export async function picturesKept(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const part of chunks([...new Set(paths)])) {
    const rows = await db.selectFrom('pictures').select('path').where('path', 'in', part).execute();
    for (const row of rows) kept.add(row.path);
  }
  return kept;
}

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
