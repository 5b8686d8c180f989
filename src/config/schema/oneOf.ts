import { field, refuse } from './fields.ts';
import { nearMiss } from './nearMiss.ts';

/** One of a few known words, whatever its case. */
export function oneOf<T extends string>(known: readonly T[]) {
  return field(known.join(', '), (value) => {
    const found = known.find((one) => one === value.toLowerCase());
    return found ?? refuse({ suggestion: nearMiss(value, known) });
  });
}
