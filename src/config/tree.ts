/** A YAML file as plain values, every scalar by its source text: `patentNumber: 6834603` and `"6834603"` are one. */
export type Tree = string | Tree[] | { [key: string]: Tree };

export function isTreeMap(tree: unknown): tree is { [key: string]: Tree } {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}
