import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Postings } from '../../sandbox/searchIndex.ts';

interface Row {
  readonly number: number;
}

const rows: readonly Row[] = Array.from({ length: 6 }, (_, number) => ({ number }));
const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '\u{1f600}'), maxLength: 6 });
const steps = fc.array(fc.record({ add: fc.boolean(), value: text, row: fc.constantFrom(...rows) }), { maxLength: 40 });

/** Applies the steps to the index and to a plain list. @returns a full search of the list */
function play(index: Postings<Row>, script: readonly { add: boolean; value: string; row: Row }[]) {
  const plain: { value: string; row: Row }[] = [];
  for (const { add, value, row } of script) {
    const place = plain.findIndex((pair) => pair.value === value && pair.row === row);
    if (add) index.add(value, row);
    else index.remove(value, row);
    if (add && place < 0) plain.push({ value, row });
    if (!add && place >= 0) plain.splice(place, 1);
  }
  return (matches: (value: string) => boolean) =>
    [...new Set(plain.filter(({ value }) => matches(value)).map(({ row }) => row.number))].sort();
}

const numbers = (found: Iterable<Row>) => [...found].map(({ number }) => number).sort();

it('an index finds the same as a full search, by a value or by a part of it', () => {
  fc.assert(
    fc.property(steps, text, (script, wanted) => {
      const index = new Postings<Row>();
      const look = play(index, script);
      expect(numbers(index.get(wanted))).toEqual(look((value) => value === wanted));
      expect(numbers(index.where((value) => value.includes(wanted)))).toEqual(look((value) => value.includes(wanted)));
    }),
  );
});
