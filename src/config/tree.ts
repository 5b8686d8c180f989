import { isMap } from '../base/json.ts';
import type { Path, Report } from './fields/finding.ts';

/**
 * A YAML file as plain values, every scalar by its source text: `patentNumber: 6834603` and `"6834603"` are the same.
 */
export type Tree = string | Tree[] | TreeMap;

/** undefined: a key with nothing after it. It counts as left out, but a mistyped key is still reported. */
export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

export function isTreeMap(tree: unknown): tree is TreeMap {
  return isMap(tree);
}

/**
 * A map of things by their names, in the order of the file. What is wrong is reported, and left out.
 * @param key where it is in the file
 * @param accepted what it has to be, for the report
 * @param read undefined: it was refused
 */
export function readByName<Read>(
  raw: unknown,
  { key, accepted, report }: { readonly key: string; readonly accepted: string; readonly report: Report },
  read: (name: string, raw: Tree | undefined, path: Path) => Read | undefined,
): Record<string, Read> {
  if (raw === undefined) return {};
  if (!isTreeMap(raw)) report.mistake({ path: [key], accepted });
  const entries = isTreeMap(raw) ? Object.entries(raw) : [];
  return Object.fromEntries(
    entries.flatMap(([name, own]) => {
      const one = read(name, own, [key, name]);
      return one === undefined ? [] : [[name, one] as const];
    }),
  );
}
