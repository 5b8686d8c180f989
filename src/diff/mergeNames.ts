import { foldText } from './foldText.ts';

/** A list as a set: what is there, and whether something came to it. */
export interface MergedNames {
  /** What was known, in its spelling and order, then what came. */
  readonly names: readonly string[];
  readonly added: boolean;
}

/** Adds the names that are not known in some spelling. What this answer leaves out stays: lists come and go with the report. */
export function mergeNames(
  before: readonly string[],
  after: readonly string[],
  fold: (name: string) => string = foldText,
): MergedNames {
  const known = new Set(before.map(fold));
  const names = [...before];
  for (const name of after) {
    const folded = fold(name);
    if (folded === '' || known.has(folded)) continue;
    known.add(folded);
    names.push(name);
  }
  return { names, added: names.length > before.length };
}
