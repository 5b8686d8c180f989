/** A key of a map, and whether it has a value. */
export interface KeyInMap {
  readonly key: string;
  readonly isEmpty: boolean;
}

/**
 * The three-digit groups that were cut off a number by its commas: inside `{ }`, `n: 7,654,321` is `n: 7` and two keys without a value.
 * @param rest the keys that follow the number's own key in the file
 */
export function groupsCutOff(value: unknown, rest: readonly KeyInMap[]): string[] {
  if (typeof value !== 'string' || !/^[a-z]{0,2}\d{1,3}$/i.test(value)) return [];
  const end = rest.findIndex(({ key, isEmpty }) => !isEmpty || !/^\d{3}$/.test(key));
  return rest.slice(0, end < 0 ? rest.length : end).map(({ key }) => key);
}
