import type { Picture } from './outline.ts';

/** A picture before a change and the one that took its place; undefined where there was none, or there is none any more. */
export interface PicturePair {
  readonly before: Picture | undefined;
  readonly after: Picture | undefined;
}

/** Pictures before and after a change, each beside the other, in the order in which the register shows them. */
export function pairsOf(pictures: readonly Picture[]): PicturePair[] {
  const before = pictures.filter((picture) => picture.caption === 'Before');
  const after = pictures.filter((picture) => picture.caption === 'After');
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => ({
    before: before[index],
    after: after[index],
  }));
}
