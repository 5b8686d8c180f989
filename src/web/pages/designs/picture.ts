import { imagePathOf } from '../../../records/design.ts';
import { movedPictures } from '../../../records/diff/compareDesigns.ts';
import { listChanges } from '../../../store/snapshot/changesTable.ts';
import { loadPicture } from '../../../store/snapshot/picturesTable.ts';
import type { Download, FileContent, PageParts } from '../../frame/page.ts';
import { type SeenRecord, seenRecord } from '../../visit/inWatches.ts';

/** Older changes are not shown, nor their pictures. */
export const changesAtMost = 500;

const keptSeconds = 30 * 86_400;
/** A picture that arrives within this time is shown at once. */
const patienceMs = 300;

/** No picture of these types can contain a script. */
export const pictureTypes = /^image\/(png|jpeg|gif|webp|avif)$/;

export function picturePath(key: string, path: string): string {
  return `/designs/${encodeURIComponent(key)}/picture?path=${encodeURIComponent(path)}`;
}

/** A picture that the design has or had: as kept, else as fetched; meanwhile an empty one, or a stand-in. */
export const picture: Download = {
  path: '/designs/:key/picture',
  async respond(parts, visit, { key = '' }) {
    const path = visit.url.searchParams.get('path') ?? '';
    const seen = await seenRecord(parts, visit, 'design', key);
    const wanted = seen && (await pictureAt(parts, seen, path));
    if (wanted === undefined) return undefined;
    const kept = await loadPicture(parts.store.db, path);
    const isAgain = visit.url.searchParams.has('again');
    const shown = kept === undefined ? await whenItCame(parts, wanted.url, isAgain ? 0 : patienceMs) : contentOf(kept);
    return shown ?? standIn;
  },
};

async function pictureAt(
  { store }: PageParts,
  { id, record: design }: SeenRecord<'design'>,
  path: string,
): Promise<{ url: string | undefined } | undefined> {
  const image = design.images?.find(({ url }) => imagePathOf(url) === path);
  if (image !== undefined) return image;
  const changes = await listChanges(store.db, { recordId: id, limit: changesAtMost, newestFirst: true });
  return changes
    .flatMap((change) => movedPictures(change.fields, design) ?? [])
    .flatMap(({ gone, come }) => [...gone, ...come])
    .find((moved) => moved.path === path);
}

/** It tells the script of the pages to ask again. */
const nothingYet: FileContent = {
  type: 'image/gif',
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

async function whenItCame(
  { pictures }: PageParts,
  url: string | undefined,
  patience: number,
): Promise<FileContent | undefined> {
  if (url === undefined || pictures === undefined) return undefined;
  const come = await pictures.wait(url, patience);
  if (come === 'coming') return nothingYet;
  return come === 'failed' ? undefined : contentOf(come);
}

function contentOf({ contentType, bytes }: { contentType: string; bytes: Uint8Array }): FileContent | undefined {
  if (!pictureTypes.test(contentType)) return undefined;
  return { type: contentType, body: bytes, keptSeconds };
}

/** A grey field of 148 by 148 with the words “Picture not available”, for feeds too. */
const standIn: FileContent = {
  type: 'image/png',
  body: Buffer.from(
    [
      'iVBORw0KGgoAAAANSUhEUgAAAJQAAACUAgMAAAAIUuhHAAAADFBMVEXp7PC6v8eKk51bZnRkEXdJAAABiUlEQVR42u3UMUvDQBiA4UsCHnjD7Q',
      'reLELyC05bHByyuDj7C9wcS5vUobODOnTQvWAWhRNL0k6ul9kllBbELDccktbWSBR0SZNMQvHeJctD7i58OQBUKpVKpVqlUDomVdRiAwBwWqIG',
      'zexxV6Ysovn7qWnwt6FfpIx4NDMNnnZivlTtEuQKaRo8QW60TL0uCK6BTElcFwVf4kelS9UA/KqLwwKV7cuCXCK3SMGY+8TjEsZRgdKCWsseca',
      'kFNTWy/yOdV1FGmcI7zmZC5mWqF7UCNC5TbcFwp3TFupDo6Y8Vw2cV1F5gvJQrlOhzNX+rniYYAMgBtFjdVFEAFCvPlajta4KtJ6jLqT7N/aFn',
      'IsF2PBTM8tC7pNjLu8v1c8nI+kEo2DaxeUItOMhdUjZMYISCAWw7fWrm3gNaKimFaSgYSTNlpXkKTuRWg1yFgjWPv951lLcvNJSYWTAUrP+9Ly',
      '1PwfgBCXI7Eaz52M3O2HPyzjg9gRGa3AtmXT5fc7r2ocZVpVKpVKvUJwSPv7kIIdPgAAAAAElFTkSuQmCC',
    ].join(''),
    'base64',
  ),
};
