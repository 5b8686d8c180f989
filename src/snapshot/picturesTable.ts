import { chunks, type Db } from '../database/store.ts';

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
