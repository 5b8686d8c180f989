import { field, refuse } from './fields.ts';
import { nearMiss } from './nearMiss.ts';

/** One of a few known words, whatever its case. */
export function oneOf<T extends string>(known: readonly T[]) {
  const read = (value: string) =>
    known.find((one) => one === value.toLowerCase()) ?? refuse({ suggestion: nearMiss(value, known) });
  return field(known.join(', '), read, { values: known });
}
