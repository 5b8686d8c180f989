import { shortText, webLink } from '../../base/words/cleanText.ts';
import type { Design } from '../../records/design.ts';
import { type MovedPicture, movedPictures } from '../../records/diff/movedPictures.ts';
import { recordTitle } from '../../records/record.ts';
import type { Alike, MessageChange } from './content.ts';
import type { Picture } from './outline.ts';

/** Pictures of one design, or of one side of a change, that a message shows. */
const mostPictures = 4;

/**
 * What a change of a design shows of it: all of a new one, before and after where its pictures changed, else the first
 * of them.
 */
export function designPictures(change: MessageChange): Picture[] {
  const { record } = change;
  if (record.type !== 'design') return [];
  const all = record.images?.map((image) => image.url) ?? [];
  if (change.alike?.ownPicture !== undefined) return besideOwn(change.alike, record);
  if (change.kind === 'design.new' || change.kind === 'design.alike') return pictures('', all, record);
  const changed = changedPictures(change, record);
  const reminder = firstPicture(record);
  return changed.length > 0 || reminder === undefined ? changed : [{ ...reminder, small: true }];
}

/** The two pictures that are most alike. */
function besideOwn({ own, picture, ownPicture = '' }: Alike, record: Design): Picture[] {
  const yours = webLink('Yours', ownPicture);
  const ofOwn = yours ? [{ caption: 'Yours', url: yours.url, alt: `Yours, ${shortText(own, 60)}` }] : [];
  return [...pictures('New', [picture], record), ...ofOwn];
}

/** The picture by which a design is recognised; undefined where the register shows none. */
export function firstPicture(design: Design): Picture | undefined {
  return pictures('', design.images?.slice(0, 1).map((image) => image.url) ?? [], design)[0];
}

/** The pictures that a change removed and added; the others are no news. */
export function changedPictures({ fields }: MessageChange, record: Design): Picture[] {
  const moved = movedPictures(fields, record);
  if (moved === undefined) return [];
  const urls = (side: readonly MovedPicture[]) => side.flatMap(({ url }) => url ?? []);
  return [...pictures('Before', urls(moved.gone), record), ...pictures('After', urls(moved.come), record)];
}

function pictures(caption: string, urls: readonly string[], design: Design): Picture[] {
  const safe = urls.map((url) => webLink(caption, url)?.url).filter((url) => url !== undefined);
  return safe.slice(0, mostPictures).map((url, index) => ({
    caption,
    url,
    alt: [caption, recordTitle(design), `picture ${index + 1} of ${safe.length}`].filter(Boolean).join(', '),
  }));
}
