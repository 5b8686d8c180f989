import { TipstaffError } from '../../base/errors.ts';
import type { DueFind } from '../../looks/findsTable.ts';
import type { Looker } from '../../looks/lookAt.ts';
import { begunReasons, loadLooksOf } from '../../looks/looksTable.ts';
import { keepLooks, pathsOf } from '../../looks/storedLooks.ts';
import { imagePathOf } from '../../records/design.ts';
import { type FetchPicture, NoPicture } from '../../service/pictures.ts';
import { loadPicture } from '../../store/snapshot/picturesTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';

interface LookAheadParts {
  readonly db: Db;
  readonly looker: Looker;
  /** Keeps nothing. */
  readonly fetchPicture: FetchPicture;
}

/** What became of one design: how many pictures were asked for, how many the service does not have. */
export interface LookedAhead {
  readonly asked: number;
  readonly missing: number;
}

/**
 * Looks at the pictures of a new design, also at those that are not stored: of these only how they look is kept, not
 * their bytes, because most such designs are never shown.
 * @throws what says that the service cannot be asked now
 */
export async function lookAhead(
  { db, looker, fetchPicture }: LookAheadParts,
  { recordId }: Pick<DueFind, 'recordId'>,
  signal: AbortSignal,
): Promise<LookedAhead> {
  const design = (await loadRecords(db, [recordId])).get(recordId)?.record;
  if (design?.type !== 'design') return { asked: 0, missing: 0 };
  const paths = pathsOf(design);
  const looks = await loadLooksOf(db, paths);
  const isDone = (path: string) => looks.has(path) && looks.get(path)?.reason !== begunReasons[0];
  let [asked, missing] = [0, 0];
  for (const { url } of design.images ?? []) {
    const path = imagePathOf(url);
    if (!paths.includes(path) || isDone(path) || !URL.canParse(url)) continue;
    const kept = await loadPicture(db, path);
    if (kept === undefined) asked += 1;
    try {
      const { bytes } = kept ?? (await fetchPicture(url, signal));
      await keepLooks(db, looker, path, bytes);
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      missing += 1;
    }
  }
  return { asked, missing };
}

/** Whether an error says that pictures cannot be decoded here at all. */
export function isWithoutDecoder(error: unknown): error is TipstaffError {
  return error instanceof TipstaffError && error.code === 'looks.noDecoder';
}
