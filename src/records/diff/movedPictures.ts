import { type Design, imagePathOf } from '../design.ts';
import type { FieldChange } from './change.ts';

export interface MovedPicture {
  /** What identifies it (see `imagePathOf`). */
  readonly path: string;
  /** Where the service has it, or had it; undefined where that is not known. */
  readonly url: string | undefined;
}

export interface MovedPictures {
  readonly gone: readonly MovedPicture[];
  readonly come: readonly MovedPicture[];
}

/** The pictures that a change of a design took away and brought; undefined where it is about something else. */
export function movedPictures(fields: readonly FieldChange[], design: Design): MovedPictures | undefined {
  const field = fields.find((one) => one.field === 'images');
  if (field === undefined) return undefined;
  const [before, after] = [pathsOf(field.before), pathsOf(field.after)];
  const known = new Map(design.images?.map((image) => [imagePathOf(image.url), image.url]));
  const sibling = design.images?.[0]?.url;
  const withAddress = (path: string) => ({ path, url: known.get(path) ?? addressOf(path, sibling) });
  return {
    gone: before.filter((path) => !after.includes(path)).map(withAddress),
    come: after.filter((path) => !before.includes(path)).map(withAddress),
  };
}

/** A picture that the record no longer shows is beside those that it does. */
function addressOf(path: string, sibling: string | undefined): string | undefined {
  if (URL.canParse(path)) return path;
  return URL.canParse(path, sibling) ? new URL(path, sibling).href : undefined;
}

function pathsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is string => typeof one === 'string').map(imagePathOf);
}
