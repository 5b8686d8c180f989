import { messageOf } from '../base/errors.ts';
import { type Design, imagePathOf } from '../records/design.ts';
import { loadPicture } from '../store/snapshot/picturesTable.ts';
import { everyRecord } from '../store/snapshot/recordsTable.ts';
import type { Db } from '../store/store.ts';
import type { DesignLooks } from './likeness.ts';
import { isAboutAll, type KnownLooks, type Looker, lookAtPicture, type SeenDesign, seenDesign } from './lookAt.ts';
import { beginLooks, forgetLooks, loadLooks, picturesToLookAt, type StoredLooks, saveLooks } from './looksTable.ts';

export const picturesCompared = 6;

const atOnce = 100;

/** Set once somebody asks for an order by likeness: from then on the daemon looks at every stored picture. */
export const orderWanted = 'looks-of-all';

/** @param many undefined: all @param signal ends it after the picture under way @returns how many it examined */
export async function lookAtStored(
  db: Db,
  looker: Looker,
  many = Number.POSITIVE_INFINITY,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0;
  while (done < many) {
    const paths = await picturesToLookAt(db, Math.min(atOnce, many - done));
    if (paths.length === 0) break;
    for (const path of paths) {
      if (signal?.aborted) return done;
      await lookAndSave(db, looker, path);
      done += 1;
    }
  }
  return done;
}

async function lookAndSave(db: Db, looker: Looker, path: string): Promise<void> {
  const picture = await loadPicture(db, path);
  if (picture !== undefined) return keepLooks(db, looker, path, picture.bytes);
  await saveLooks(db, path, { vectors: [], reason: 'It is not stored any more.' });
}

/** One that ended Tipstaff twice is left alone. @throws TipstaffError `looks.noDecoder`, `looks.stopped` */
export async function keepLooks(db: Db, looker: Looker, path: string, bytes: Uint8Array): Promise<void> {
  if (!(await beginLooks(db, path))) return;
  try {
    await saveLooks(db, path, await lookAtBytes(looker, bytes));
  } catch (error) {
    await forgetLooks(db, path);
    throw error;
  }
}

async function lookAtBytes(looker: Looker, bytes: Uint8Array): Promise<StoredLooks> {
  try {
    const figures = await looker.lookAt(bytes);
    const vectors = figures.flatMap((looks) => looks.slice(0, 1));
    return { vectors, reason: vectors.length > 0 ? null : 'It shows nothing.' };
  } catch (error) {
    if (isAboutAll(error)) throw error;
    return { vectors: [], reason: messageOf(error) };
  }
}

export async function storedDesigns(db: Db): Promise<DesignLooks[]> {
  const looks = await loadLooks(db);
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

/** Its pictures are examined again: what is stored of them is neither mirrored nor turned. */
export async function lookAtStoredDesign(
  db: Db,
  looker: Looker,
  design: Design,
  known?: KnownLooks,
): Promise<SeenDesign> {
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
