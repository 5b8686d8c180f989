/** One value of each list. */
export type OneOfEach<Fields> = {
  [Key in keyof Fields]: Fields[Key] extends readonly (infer One)[] | undefined ? One | undefined : Fields[Key];
};

/** How many combinations there are of the lists' values. */
export function countCombinations(fields: object): number {
  return Object.values(fields).reduce<number>((count, value) => count * (Array.isArray(value) ? value.length : 1), 1);
}

/** Every combination of one value of each list, the first list varying slowest: `{ a: [1, 2], b: 3 }` → `{ a: 1, b: 3 }`, `{ a: 2, b: 3 }`. */
export function combinationsOf<Fields extends object>(fields: Fields): OneOfEach<Fields>[] {
  const none: Record<string, unknown>[] = [{}];
  const made = Object.entries(fields).reduce((combinations, [key, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return combinations.flatMap((each) => values.map((one) => ({ ...each, [key]: one })));
  }, none);
  // Each has the keys of `fields`, with one value of each list.
  return made as OneOfEach<Fields>[];
}
