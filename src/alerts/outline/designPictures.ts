import type { SearchRecord } from '../../records/record.ts';
import type { ToldChange } from '../content.ts';
import { recordTitle } from '../words/recordWords.ts';
import { webLink } from '../words/webLink.ts';
import type { Picture } from './outline.ts';

/** Pictures of one design that a message shows. */
const mostPictures = 4;

/** The pictures of a new design. */
export function newPictures(record: SearchRecord): Picture[] {
  if (record.type !== 'design') return [];
  return pictures('', record.images?.map((image) => image.url) ?? [], recordTitle(record));
}

/** What the pictures were and are, where a change moved them. */
export function changedPictures(change: ToldChange): Picture[] {
  const field = change.fields.find((one) => one.field === 'images');
  if (field === undefined || change.record.type !== 'design') return [];
  const title = recordTitle(change.record);
  const before = addresses(field.before);
  const after = addresses(field.after);
  const shown = after.length > 0 ? after : (change.record.images ?? []).map((image) => image.url);
  return [...pictures('Before', before, title), ...pictures('After', shown, title)];
}

function addresses(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function pictures(caption: string, urls: readonly string[], title: string): Picture[] {
  const safe = urls.map((url) => webLink(caption, url)?.url).filter((url) => url !== undefined);
  return safe.slice(0, mostPictures).map((url, index) => ({
    caption,
    url,
    alt: [caption, title, `picture ${index + 1} of ${safe.length}`].filter(Boolean).join(', '),
  }));
}
