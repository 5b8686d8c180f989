import { type DesignImage, imagePathOf } from '../records/design.ts';

type Images = readonly DesignImage[] | undefined;

/** Two sets of pictures, by the paths of their addresses. */
export interface ImagesNews {
  /** What to keep: addresses rather than mere paths. */
  readonly keep: Images;
  /** Paths to compare, word for word; undefined where the two sets say nothing of one another. */
  readonly paths?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/**
 * A source that has no addresses of its pictures shows their paths on its own disk (`IMG` of the contract), or their names. Beside
 * addresses these are the ends of theirs; where none is, no picture has come or gone.
 */
export function compareImages(before: Images, after: Images): ImagesNews {
  if (!before?.length || !after?.length) return { keep: after?.length ? after : before };
  const known = before.map(pathOf);
  const hasAddresses = after.every(isAddress);
  if (before.every(isAddress) === hasAddresses)
    return { keep: after, paths: { before: known, after: after.map(pathOf) } };
  const shown = after.map(pathOf).map((path) => known.find((one) => isEndOf(one, path)) ?? path);
  const came = shown.filter((path) => !known.includes(path));
  if (came.length === after.length) return { keep: hasAddresses ? after : before };
  return { keep: hasAddresses || came.length > 0 ? after : before, paths: { before: known, after: shown } };
}

/** One of them is the end of the other. */
function isEndOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long === short || long.endsWith(short.startsWith('/') ? short : `/${short}`);
}

function pathOf(image: DesignImage): string {
  return imagePathOf(image.url);
}

function isAddress(image: DesignImage): boolean {
  return /^https?:\/\//i.test(image.url);
}
