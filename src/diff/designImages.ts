import { type DesignImage, imagePathOf } from '../records/design.ts';

type Images = readonly DesignImage[] | undefined;

/** Two sets of pictures, by the paths of their addresses. */
interface ImagesNews {
  /** The pictures to keep: addresses rather than mere paths. */
  readonly keep: Images;
  /** The paths to compare, exactly; undefined where the two sets cannot be compared. */
  readonly paths?: { readonly before: readonly string[]; readonly after: readonly string[] };
}

/**
 * A source without addresses of its pictures shows their paths on its own disk (`IMG` of the contract), or their names. Compared with
 * addresses, these are their ends; where none is, nothing is known about added or removed pictures.
 */
export function compareImages(before: Images, after: Images): ImagesNews {
  if (!before?.length || !after?.length) return { keep: after?.length ? after : before };
  const old = before.map(pathOf);
  const all = [...before, ...after];
  if (all.every(isAddress)) return { keep: after, paths: { before: old, after: after.map(pathOf) } };
  const known = after.map((image) => before.find((one) => isSameImage(one, image)));
  if (all.some(isAddress) && known.every((one) => one === undefined))
    return { keep: after.every(isAddress) ? after : before };
  return {
    keep: after.map((image, index) => (isAddress(image) ? image : (known[index] ?? image))),
    paths: { before: old, after: after.map((image, index) => pathOf(known[index] ?? image)) },
  };
}

/** The known images and those that are shown besides, each once, in its place; an address that moved is the one shown now. */
export function allImages(known: Images = [], shown: Images = []): readonly DesignImage[] {
  return [
    ...known.map((image) => shown.find((one) => isAddress(one) && isSameImage(one, image)) ?? image),
    ...shown.filter((image) => !known.some((one) => isSameImage(one, image))),
  ];
}

function isSameImage(one: DesignImage, other: DesignImage): boolean {
  const [path, otherPath] = [pathOf(one), pathOf(other)];
  return path === otherPath || (!(isAddress(one) && isAddress(other)) && isEndOf(path, otherPath));
}

/** Whether one of them is the end of the other. */
function isEndOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.endsWith(short.startsWith('/') ? short : `/${short}`);
}

function pathOf(image: DesignImage): string {
  return imagePathOf(image.url);
}

function isAddress(image: DesignImage): boolean {
  return /^https?:\/\//i.test(image.url);
}
