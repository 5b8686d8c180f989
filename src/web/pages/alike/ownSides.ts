import { loadOwnLooks } from '../../../looks/looksTable.ts';
import { loadOwnPicture } from '../../../looks/ownDesignsTable.ts';
import { type Design, imagePathOf } from '../../../records/design.ts';
import { folderName, ownCopyPath, ownPictureId } from '../../../records/ownPicture.ts';
import { findDesignsNumbered } from '../../../store/snapshot/namedRecordsQueries.ts';
import { loadPicture } from '../../../store/snapshot/picturesTable.ts';
import type { Db } from '../../../store/store.ts';
import { watchActionPath } from '../../frame/links.ts';
import type { Download } from '../../frame/page.ts';
import { picturePath } from '../designs/picture.ts';
import { comparingWatch } from './finds.ts';
import type { Side } from './sides.ts';

/**
 * An own design of a watch: as it is stored, as its pictures were uploaded, or of a folder, of which small copies are
 * kept.
 */
export async function ownSide(db: Db, watchId: string, own: string): Promise<Side> {
  const looks = (await loadOwnLooks(db, watchId)).find(({ key }) => key === own);
  const stored = await findDesignsNumbered(db, [own]);
  const views = new Map<string, Int8Array[]>();
  for (const { name, variants } of looks?.pictures ?? []) views.set(name, [...(views.get(name) ?? []), ...variants]);
  const [design] = stored;
  return {
    title: `Yours, ${own}`,
    design,
    views: [...views].map(([name, vectors]) => ({ name, vectors })),
    addressOf: (view) => ownPicturePath(watchId, view, stored),
  };
}

/** Where a picture of an own design is shown; undefined where no stored design has it. */
export function ownPicturePath(watchId: string, name: string, stored: readonly Design[]): string | undefined {
  const id = ownPictureId(name);
  if (id !== undefined) return watchActionPath(watchId, `own/${id}`);
  const design = stored.find(({ images = [] }) => images.some(({ url }) => imagePathOf(url) === name));
  return design && picturePath(design.key, name);
}

/** Only these are shown: a picture of these types can contain no script. */
const pictureTypes = /^image\/(png|jpeg|gif|webp|avif)$/;

/** `/watches/ID/own/NUMBER`: an uploaded picture; with its digest, the copy of one of the folder. */
export const ownPicture: Download = {
  path: '/watches/:id/own/:picture',
  async respond(parts, visit, { id = '', picture = '' }) {
    const watch = comparingWatch(visit, id);
    if (watch === undefined) return undefined;
    const { db } = parts.store;
    const found = /^\d+$/.test(picture)
      ? await loadOwnPicture(db, watch.id, Number(picture))
      : await loadPicture(db, ownCopyPath(watch.id, folderName(picture, '')) ?? '');
    if (found === undefined || !pictureTypes.test(found.contentType)) return undefined;
    return { type: found.contentType, body: found.bytes, keptSeconds: 3600 };
  },
};
