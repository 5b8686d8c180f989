/** A YAML file as plain values, every scalar by its source text: `patentNumber: 6834603` and `"6834603"` are the same. */
export type Tree = string | Tree[] | TreeMap;

/** undefined: a key with nothing after it. It counts as left out, but a mistyped key is still reported. */
export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

export function isTreeMap(tree: unknown): tree is TreeMap {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}
