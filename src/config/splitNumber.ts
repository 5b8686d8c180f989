import { isScalar, type Pair } from 'yaml';

/**
 * The three-digit groups that were cut off a number by its commas: inside `{ }`, `n: 7,654,321` is `n: 7` and two keys without a value.
 * @param rest the pairs that follow the number's own, as they stand in the file
 */
export function groupsCutOff(value: unknown, rest: readonly Pair[]): string[] {
  if (typeof value !== 'string' || !/^[a-z]{0,2}\d{1,3}$/i.test(value)) return [];
  const isGroup = ({ key, value: after }: Pair) =>
    isScalar(key) && /^\d{3}$/.test(key.source ?? '') && (after === null || (isScalar(after) && !after.source));
  const end = rest.findIndex((pair) => !isGroup(pair));
  return rest.slice(0, end < 0 ? rest.length : end).map(({ key }) => (isScalar(key) ? (key.source ?? '') : ''));
}
