import { type Design, imagePathOf } from '../../records/design.ts';
import { everyRecord, loadPicture } from '../../store/snapshot/recordsTable.ts';
import { allOf, type Db, putRows } from '../../store/store.ts';
import { lookLength, looksVersion } from './pictures/histogram.ts';
import type { DesignLooks, OwnLooks } from './pictures/likeness.ts';
import { type KnownLooks, type Looker, lookAtPicture, seenDesign } from './pictures/lookAt.ts';

/** A vector for each figure of a stored picture, or the reason why the picture cannot be compared. */
export type StoredLooks = Readonly<{ vectors: readonly Int8Array[]; reason: string | null }>;

export async function picturesToLookAt(db: Db, limit: number): Promise<string[]> {
  const pictures = db
    .selectFrom('pictures')
    .leftJoin('pictureLooks', (join) =>
      join.onRef('pictureLooks.path', '=', 'pictures.path').on('pictureLooks.version', '=', looksVersion),
    )
    .select('pictures.path')
    .where('pictureLooks.path', 'is', null)
    .orderBy('pictures.path')
    .limit(limit);
  return allOf(pictures, 'path');
}

export async function saveLooks(db: Db, path: string, { vectors, reason }: StoredLooks): Promise<void> {
  const row = { path, version: looksVersion, looks: bytesOf(vectors), reason };
  await putRows(db, 'pictureLooks', [row], { key: ['path'], set: ['version', 'looks', 'reason'] });
}

export async function loadLooksOf(db: Db, paths: readonly string[]): Promise<Map<string, StoredLooks>> {
  return byPath(await looksOfVersion(db).where('path', 'in', paths).execute());
}

function looksOfVersion(db: Db) {
  return db.selectFrom('pictureLooks').select(['path', 'looks', 'reason']).where('version', '=', looksVersion);
}

function byPath(rows: readonly { path: string; looks: Buffer; reason: string | null }[]): Map<string, StoredLooks> {
  return new Map(rows.map(({ path, looks, reason }) => [path, { vectors: vectorsIn(looks), reason }]));
}

export async function replaceOwnLooks(db: Db, watchId: string, designs: readonly OwnLooks[]): Promise<void> {
  await db.deleteFrom('ownLooks').where('watchId', '=', watchId).execute();
  const figures = designs.flatMap(({ key, pictures }) => pictures.map((picture) => ({ ...picture, own: key })));
  const rows = figures.map(({ own, name, variants }, seq) => {
    return { watchId, seq, own, picture: name, version: looksVersion, looks: bytesOf(variants) };
  });
  await putRows(db, 'ownLooks', rows);
}

export async function loadOwnLooks(db: Db, watchId: string): Promise<OwnLooks[]> {
  const ownLooks = db.selectFrom('ownLooks').select(['own', 'picture', 'looks']).where('watchId', '=', watchId);
  const rows = await ownLooks.where('version', '=', looksVersion).orderBy('seq').execute();
  const designs = Map.groupBy(rows, ({ own }) => own);
  return [...designs].map(([key, figures]) => ({
    key,
    pictures: figures.map(({ picture, looks }) => ({ name: picture, variants: vectorsIn(looks) })),
  }));
}

function bytesOf(vectors: readonly Int8Array[]): Buffer {
  return Buffer.concat(vectors.map((vector) => Buffer.from(vector)));
}

function vectorsIn(bytes: Uint8Array): Int8Array[] {
  const all = Int8Array.from(bytes);
  return Array.from({ length: all.length / lookLength }, (_, at) =>
    all.subarray(at * lookLength, (at + 1) * lookLength),
  );
}

export const picturesCompared = 6;

const atOnce = 100;

/** Set by the first request to sort by likeness. From then on, the daemon examines every stored picture. */
export const orderWanted = 'looks-of-all';

/** @param many undefined: all @param signal stops after the current picture @returns the number of examined pictures */
export async function lookAtStored(db: Db, looker: Looker, many = Number.POSITIVE_INFINITY, signal?: AbortSignal) {
  let done = 0;
  while (done < many) {
    const paths = await picturesToLookAt(db, Math.min(atOnce, many - done));
    if (paths.length === 0) break;
    for (const path of paths) {
      if (signal?.aborted) return done;
      const picture = await loadPicture(db, path);
      if (picture !== undefined) await keepLooks(db, looker, path, picture.bytes);
      else await saveLooks(db, path, { vectors: [], reason: 'It is not stored any more.' });
      done += 1;
    }
  }
  return done;
}

/** @throws TipstaffError `looks.noDecoder`, `looks.stopped` */
export async function keepLooks(db: Db, looker: Looker, path: string, bytes: Uint8Array): Promise<void> {
  const { figures, notCompared } = await lookAtPicture(looker, path, async () => bytes);
  const vectors = figures.flatMap(({ variants }) => variants.slice(0, 1));
  await saveLooks(db, path, { vectors, reason: notCompared?.reason ?? null });
}

export async function storedDesigns(db: Db): Promise<DesignLooks[]> {
  const looks = byPath(await looksOfVersion(db).execute());
  const designs: DesignLooks[] = [];
  for await (const { record } of everyRecord(db)) if (record.type === 'design') designs.push(looksOf(record, looks));
  return designs;
}

export function looksOf(design: Design, looks: ReadonlyMap<string, StoredLooks>): DesignLooks {
  const paths = pathsOf(design);
  const seenOf = (path: string) => looks.get(path)?.vectors ?? [];
  const pictures = paths.flatMap((path) => seenOf(path).map(() => path));
  return { key: design.key, vectors: paths.flatMap(seenOf), pictures };
}

/** Examines the pictures again, because stored looks lack the mirrored and turned variants. */
export async function lookAtStoredDesign(db: Db, looker: Looker, design: Design, known?: KnownLooks) {
  const seen = [];
  for (const path of pathsOf(design)) {
    const picture = known?.has(path) ? { bytes: nothing } : await loadPicture(db, path);
    if (picture) seen.push(await lookAtPicture(looker, path, async () => picture.bytes, known));
  }
  return seenDesign(design.key, seen);
}

const nothing = new Uint8Array();

export function pathsOf(design: Design): string[] {
  return (design.images ?? []).slice(0, picturesCompared).map(({ url }) => imagePathOf(url));
}

export async function loadOwnDesigns(db: Db, watchId: string) {
  const designs = db.selectFrom('ownDesigns').select(['own', 'source']).where('watchId', '=', watchId);
  return designs.orderBy('own').execute();
}

/** Keeps designs that were added before. @param owns registration numbers or names @returns the number of new ones */
export async function addOwnDesigns(db: Db, watchId: string, source: 'file' | 'page', owns: readonly string[]) {
  const rows = owns.map((own) => ({ watchId, own, source }));
  return putRows(db, 'ownDesigns', rows, 'keep');
}

/** Removes designs that the file no longer names. Designs added on the page stay. */
export async function keepOnlyOfFile(db: Db, watchId: string, owns: readonly string[]): Promise<void> {
  const named = new Set(owns);
  for (const { own, source } of await loadOwnDesigns(db, watchId)) {
    if (source === 'file' && !named.has(own)) await removeOwnDesign(db, watchId, own);
  }
}

export async function removeOwnDesign(db: Db, watchId: string, own: string): Promise<boolean> {
  await db.deleteFrom('ownPictures').where('watchId', '=', watchId).where('own', '=', own).execute();
  const design = db.deleteFrom('ownDesigns').where('watchId', '=', watchId).where('own', '=', own);
  return (await design.executeTakeFirst()).numDeletedRows > 0n;
}

type UploadedPicture = Readonly<{ id: number; own: string; name: string; contentType: string; bytes: Uint8Array }>;

export async function addOwnPicture(db: Db, watchId: string, picture: Omit<UploadedPicture, 'id'>): Promise<void> {
  const { own, name, contentType, bytes } = picture;
  const row = { watchId, own, name, contentType, bytes: Buffer.from(bytes) };
  await db.insertInto('ownPictures').values(row).execute();
}

export async function loadOwnPictures(db: Db, watchId: string): Promise<UploadedPicture[]> {
  const pictures = db.selectFrom('ownPictures').select(['id', 'own', 'name', 'contentType', 'bytes']);
  return pictures.where('watchId', '=', watchId).orderBy('id').execute();
}

export async function countOwnPictures(db: Db, watchId: string): Promise<Map<string, number>> {
  const counts = db.selectFrom('ownPictures').select(['own', (eb) => eb.fn.countAll<number>().as('count')]);
  const rows = await counts.where('watchId', '=', watchId).groupBy('own').execute();
  return new Map(rows.map(({ own, count }) => [own, Number(count)]));
}

export async function loadOwnPicture(db: Db, watchId: string, id: number) {
  return db
    .selectFrom('ownPictures')
    .select(['contentType', 'bytes'])
    .where('watchId', '=', watchId)
    .where('id', '=', Number.isSafeInteger(id) ? id : -1)
    .executeTakeFirst();
}

/** Returns a value that changes with the own designs that were added on the page or by a file. */
export async function ownDesignsState(db: Db, watchId: string): Promise<readonly (string | number)[]> {
  const designs = await loadOwnDesigns(db, watchId);
  const ownPictures = db.selectFrom('ownPictures').select('id').where('watchId', '=', watchId).orderBy('id');
  return [...designs.map(({ own }) => own), ...(await allOf(ownPictures, 'id'))];
}

export async function ownNumbersOf(db: Db, watchIds: readonly string[]): Promise<Map<string, string[]>> {
  const ownDesigns = db.selectFrom('ownDesigns').select(['watchId', 'own']).where('watchId', 'in', watchIds);
  const rows = await ownDesigns.execute();
  const numbers = Map.groupBy(rows, (row) => row.watchId);
  return new Map([...numbers].map(([id, some]) => [id, some.map(({ own }) => own)]));
}
