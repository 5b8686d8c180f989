import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Design } from '../../../src/records/design.ts';
import { compareDesigns } from '../../../src/records/diff/compareDesigns.ts';
import { runs } from '../../runs.ts';

const states = ['CH', 'FR', 'JP', 'TR'];
const pictures = ['a.jpg', 'b.jpg', 'c.jpg'];

/** A response: which of the states and pictures there are, and how the response writes them. */
const showing = fc.record({
  states: fc.subarray(states, { minLength: 1 }),
  // The first picture stays. If no path is known, the comparison cannot know anything about paths.
  pictures: fc.subarray(pictures.slice(1)).map((others) => ['a.jpg', ...others]),
  repeated: fc.nat({ max: 3 }),
  turned: fc.boolean(),
  form: fc.constantFrom('address', 'other host', 'path', 'name', 'some of both'),
  lacks: fc.subarray(['designated', 'images'] as const),
});

type Showing = typeof showing extends fc.Arbitrary<infer T> ? T : never;

function listOf(items: readonly string[], { repeated, turned }: Showing): string[] {
  const list = [...items, ...items.slice(0, repeated)];
  return turned ? list.reverse() : list;
}

function imageOf(filename: string, form: Showing['form'], index: number): { filename: string; url: string } {
  const isPath = form === 'path' || (form === 'some of both' && filename === 'b.jpg');
  const host = form === 'other host' ? 'http://cdn.example:81' : 'https://images.example';
  const url = isPath ? `hague/${filename}` : `${host}/img/hague/${filename}?signed=${index}`;
  return { filename, url: form === 'name' ? filename : url };
}

function designOf(shown: Showing): Design {
  const whole: Design = {
    type: 'design',
    key: 'HAGUE.1',
    source: 'HAGUE',
    designated: listOf(shown.states, shown),
    images: listOf(shown.pictures, shown).map((filename, index) => imageOf(filename, shown.form, index)),
  };
  return { ...whole, ...Object.fromEntries(shown.lacks.map((field) => [field, undefined])) };
}

it('additions and removals of a list are reported once, whatever the order, repeats, hosts and gaps', () => {
  fc.assert(
    fc.property(showing, fc.array(showing, { minLength: 1, maxLength: 6 }), (first, others) => {
      let stored = designOf({ ...first, lacks: [] });
      const known = { designated: [...first.states].sort().join(), images: [...first.pictures].sort().join() };
      for (const shown of others) {
        const truth = { designated: [...shown.states].sort().join(), images: [...shown.pictures].sort().join() };
        const expected = (['designated', 'images'] as const).filter(
          (field) => !shown.lacks.includes(field) && truth[field] !== known[field],
        );
        const { changes, record } = compareDesigns(stored, designOf(shown));
        expect(changes.flatMap(({ fields }) => fields.map(({ field }) => field))).toEqual(expected);
        expect(compareDesigns(record, designOf(shown)).changes).toEqual([]);
        for (const field of expected) known[field] = truth[field];
        stored = record;
      }
    }),
    { numRuns: runs({ few: 60, many: 150 }) },
  );
});
