import { bulks, type Db } from '../store/store.ts';

export interface OwnDesign {
  readonly own: string; // A registration number, or a name for uploaded pictures.
  readonly source: 'file' | 'page';
  readonly addedAt: string;
  readonly addedBy: string;
}

export async function loadOwnDesigns(db: Db, watchId: string): Promise<OwnDesign[]> {
  const designs = db.selectFrom('own_designs').select(['own', 'source', 'added_at as addedAt', 'added_by as addedBy']);
  return designs.where('watch_id', '=', watchId).orderBy('own').execute();
}

/** What was added before stays as it is. @returns how many are new */
export async function addOwnDesigns(db: Db, watchId: string, designs: readonly OwnDesign[]): Promise<number> {
  const rows = designs.map(({ own, source, addedAt, addedBy }) => ({
    watch_id: watchId,
    own,
    source,
    added_at: addedAt,
    added_by: addedBy,
  }));
  let added = 0n;
  for (const part of bulks(db, rows, 5)) {
    const done = await db
      .insertInto('own_designs')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    added += done.numInsertedOrUpdatedRows ?? 0n;
  }
  return Number(added);
}

/** What a file no longer names goes; what was added on the page stays. */
export async function keepOnlyOfFile(db: Db, watchId: string, owns: readonly string[]): Promise<void> {
  const named = new Set(owns);
  for (const { own, source } of await loadOwnDesigns(db, watchId)) {
    if (source === 'file' && !named.has(own)) await removeOwnDesign(db, watchId, own);
  }
}

export async function removeOwnDesign(db: Db, watchId: string, own: string): Promise<boolean> {
  await db.deleteFrom('own_pictures').where('watch_id', '=', watchId).where('own', '=', own).execute();
  const done = await db
    .deleteFrom('own_designs')
    .where('watch_id', '=', watchId)
    .where('own', '=', own)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

export interface UploadedPicture {
  readonly id: number;
  readonly own: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export async function addOwnPicture(db: Db, watchId: string, picture: Omit<UploadedPicture, 'id'>): Promise<void> {
  const { own, name, contentType, bytes } = picture;
  const row = { watch_id: watchId, own, name, content_type: contentType, bytes: Buffer.from(bytes) };
  await db.insertInto('own_pictures').values(row).execute();
}

export async function loadOwnPictures(db: Db, watchId: string): Promise<UploadedPicture[]> {
  const pictures = db.selectFrom('own_pictures').select(['id', 'own', 'name', 'content_type as contentType', 'bytes']);
  return pictures.where('watch_id', '=', watchId).orderBy('id').execute();
}

export async function loadOwnPicture(
  db: Db,
  watchId: string,
  id: number,
): Promise<Pick<UploadedPicture, 'contentType' | 'bytes'> | undefined> {
  return db
    .selectFrom('own_pictures')
    .select(['content_type as contentType', 'bytes'])
    .where('watch_id', '=', watchId)
    .where('id', '=', Number.isSafeInteger(id) ? id : -1)
    .executeTakeFirst();
}

/** Changes with the own designs of a watch that were added to its config. */
export async function ownDesignsState(db: Db, watchId: string): Promise<readonly (string | number)[]> {
  const designs = await loadOwnDesigns(db, watchId);
  const pictures = await db
    .selectFrom('own_pictures')
    .select('id')
    .where('watch_id', '=', watchId)
    .orderBy('id')
    .execute();
  return [...designs.map(({ own }) => own), ...pictures.map(({ id }) => id)];
}

export async function ownNumbersOf(db: Db, watchIds: readonly string[]): Promise<Map<string, string[]>> {
  if (watchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('own_designs')
    .select(['watch_id', 'own'])
    .where('watch_id', 'in', watchIds)
    .execute();
  const numbers = Map.groupBy(rows, (row) => row.watch_id);
  return new Map([...numbers].map(([id, some]) => [id, some.map(({ own }) => own)]));
}
