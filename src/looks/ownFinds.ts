import { createHash } from 'node:crypto';
import type { Design } from '../records/design.ts';
import { looksVersion } from './histogram.ts';
import { compareLooks, type Find, type OwnLooks } from './likeness.ts';
import type { StoredLooks } from './looksTable.ts';
import { looksOf, pathsOf } from './storedLooks.ts';

export interface Compared {
  /** The own design that is most similar; `rank` is its likeness and what the class adds. Undefined: not compared. */
  readonly find: RankedFind | undefined;
  /** Why it was not compared, in a sentence. */
  readonly whyNot: string | undefined;
  readonly waiting: number;
}

export interface RankedFind extends Find {
  readonly rank: number;
}

/** What a class among the `classes` of the watch, or of the same main class, adds to the likeness. */
const bonus = { subclass: 0.05, mainClass: 0.02 };

/** Compares a design by those of its pictures that were examined. @param classes those of `similarTo` */
export function compareWithOwn(
  design: Design,
  own: readonly OwnLooks[],
  looks: ReadonlyMap<string, StoredLooks>,
  classes: readonly string[] = [],
): Compared {
  const paths = pathsOf(design);
  const waiting = paths.filter((path) => !looks.has(path)).length;
  const seen = looksOf(design, looks);
  const finds = own.flatMap((each) => compareLooks(each, seen) ?? []);
  const [best] = finds.sort((a, b) => b.likeness - a.likeness || (a.own < b.own ? -1 : 1));
  if (best !== undefined) {
    return { find: { ...best, rank: best.likeness + bonusOf(design, classes) }, whyNot: undefined, waiting };
  }
  return { find: undefined, whyNot: whyNot(paths, own, looks, waiting), waiting };
}

function whyNot(
  paths: readonly string[],
  own: readonly OwnLooks[],
  looks: ReadonlyMap<string, StoredLooks>,
  waiting: number,
): string {
  if (paths.length === 0) return hidden;
  if (waiting === paths.length) return 'Its pictures have not come yet.';
  if (own.length === 0) return 'No own design of the watch has a picture that can be compared.';
  if (waiting > 0) return 'Not all of its pictures have come yet.';
  return paths.map((path) => looks.get(path)?.reason).find(Boolean) ?? 'Its pictures show nothing.';
}

export const hidden = 'Still hidden: the register shows no picture of it yet.';

function bonusOf({ locarno = [] }: Design, classes: readonly string[]): number {
  if (locarno.some((code) => classes.includes(code))) return bonus.subclass;
  const main = new Set(classes.map((code) => code.slice(0, 2)));
  return locarno.some((code) => main.has(code.slice(0, 2))) ? bonus.mainClass : 0;
}

/** Tells one portfolio from another, and from the same one as another version of the program sees it. */
export function ownSeen(own: readonly OwnLooks[]): string {
  const figures = own.flatMap(({ key, pictures }) => pictures.map(({ name }) => `${key}\t${name}`));
  return createHash('sha256')
    .update([looksVersion, ...figures].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

export type KnownFind = Pick<Find, 'own' | 'likeness'>;

const leastRise = 0.1;

/**
 * Whether a find is told by itself, after the message of the new design: it could not be compared then, or now looks
 * like another own design, or much more like the same. @param place among the watch's finds of the last weeks, from 1
 */
export function isToldLate(
  said: KnownFind | null,
  find: Find,
  { place, top, toldOf }: { readonly place: number; readonly top: number; readonly toldOf: ReadonlySet<string> },
): boolean {
  if (place > top || toldOf.has(find.own)) return false;
  return said?.own !== find.own || find.likeness >= said.likeness + leastRise;
}
