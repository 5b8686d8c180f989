import { sql } from 'kysely';
import { imagePathOf } from '../../records/design.ts';
import { longestKey } from '../../records/fieldForm.ts';
import type { FetchPicture } from '../../records/picture.ts';
import { bulks, type Db, inParts, type Store } from '../store.ts';

interface KeptPicture {
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
  return db
    .selectFrom('pictures')
    .select(['content_type as contentType', 'bytes'])
    .where('path', '=', path)
    .executeTakeFirst();
}

export async function picturesKept(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const rows = await inParts([...new Set(paths)], (part) =>
    db.selectFrom('pictures').select('path').where('path', 'in', part).execute(),
  );
  return new Set(rows.map((row) => row.path));
}

/** Gives a picture as it was when it was first reported, by its path: host and query of its address move. */
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

export interface DueDesign {
  readonly recordId: number;
  /** How often one of its pictures could not be had. */
  readonly tries: number;
}

export async function notePicturesDue(db: Db, recordIds: readonly number[], now: string): Promise<void> {
  for (const part of bulks(db, recordIds, 1)) {
    await db.updateTable('records').set({ pictures_due_at: now, pictures_tries: 0 }).where('id', 'in', part).execute();
  }
}

/** Takes the design that has waited longest; no other process takes it before `until`. */
export async function takeDueDesign(
  db: Db,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<DueDesign | undefined> {
  const row = await db
    .selectFrom('records')
    .select(['id', 'pictures_tries', 'pictures_due_at'])
    .where('pictures_due_at', '<=', now)
    .orderBy('pictures_due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const taken = await db
    .updateTable('records')
    .set({ pictures_due_at: until })
    .where('id', '=', row.id)
    .where('pictures_due_at', '=', row.pictures_due_at)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n ? { recordId: row.id, tries: row.pictures_tries } : undefined;
}

export async function postponePictures(db: Db, { recordId, tries }: DueDesign, nextAt: string | null): Promise<void> {
  const later = { pictures_due_at: nextAt, pictures_tries: tries };
  await db.updateTable('records').set(later).where('id', '=', recordId).execute();
}

export async function keptPictureBytes(db: Db): Promise<number> {
  const row = await db
    .selectFrom('pictures')
    .select(sql<number>`coalesce(sum(length(bytes)), 0)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return row.bytes;
}
