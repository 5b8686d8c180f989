import type { MessageChange } from '../../channels/message/content.ts';
import type { Picture } from '../../channels/message/outline.ts';
import { type Design, imagePathOf } from '../../records/design.ts';
import { webLink } from '../../words/webLink.ts';
import { recordTitle } from '../words/recordWords.ts';

/** Pictures of one design, or of one side of a change, that a message shows. */
const mostPictures = 4;

/** What a change of a design shows of it: all of a new one, before and after where its pictures changed, else the first of them. */
export function designPictures(change: MessageChange): Picture[] {
  const { record } = change;
  if (record.type !== 'design') return [];
  const all = record.images?.map((image) => image.url) ?? [];
  if (change.kind === 'design.new') return pictures('', all, record);
  const changed = changedPictures(change, record);
  const reminder = firstPicture(record);
  return changed.length > 0 || reminder === undefined ? changed : [{ ...reminder, small: true }];
}

/** The picture by which a design is recognised; undefined where the register shows none. */
export function firstPicture(design: Design): Picture | undefined {
  return pictures('', design.images?.slice(0, 1).map((image) => image.url) ?? [], design)[0];
}

/** The pictures that a change removed and added; the others are no news. */
function changedPictures({ fields }: MessageChange, record: Design): Picture[] {
  const field = fields.find((one) => one.field === 'images');
  if (field === undefined) return [];
  const before = listOf(field.before);
  const after = listOf(field.after);
  const gone = before.filter((path) => !after.includes(path));
  const come = after.filter((path) => !before.includes(path));
  return [
    ...pictures('Before', addresses(gone, record), record),
    ...pictures('After', addresses(come, record), record),
  ];
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** The addresses of pictures that a change names by path: those of the record as it is now, else beside its other pictures. */
function addresses(paths: readonly string[], design: Design): string[] {
  const known = new Map(design.images?.map((image) => [imagePathOf(image.url), image.url]));
  const beside = design.images?.[0]?.url;
  return paths.flatMap((path) => {
    const url = known.get(path) ?? path;
    if (URL.canParse(url)) return [url];
    return URL.canParse(url, beside) ? [new URL(url, beside).href] : [];
  });
}

function pictures(caption: string, urls: readonly string[], design: Design): Picture[] {
  const safe = urls.map((url) => webLink(caption, url)?.url).filter((url) => url !== undefined);
  return safe.slice(0, mostPictures).map((url, index) => ({
    caption,
    url,
    alt: [caption, recordTitle(design), `picture ${index + 1} of ${safe.length}`].filter(Boolean).join(', '),
  }));
}
