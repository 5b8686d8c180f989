import { expect, it } from 'vitest';
import { Dice } from '../../sandbox/world/dice.ts';
import { lookLength } from '../../src/looks/histogram.ts';
import { cosineOf, indexLooks, nearestDesigns } from '../../src/looks/likeness.ts';

const dice = new Dice('vectors');
const vector = () => Int8Array.from({ length: lookLength }, () => Math.round(dice.real(-127, 127)));

it('the search of many designs finds what comparing each of them finds', () => {
  const designs = Array.from({ length: 3000 }, (_, at) => ({ vectors: at % 7 === 0 ? [] : [vector(), vector()] }));
  const queries = [vector(), vector()];
  const best = designs.map(({ vectors }) =>
    Math.max(-1, ...vectors.flatMap((one) => queries.map((query) => cosineOf(query, one)))),
  );
  const expected = [...best.keys()].sort((a, b) => (best[b] ?? 0) - (best[a] ?? 0)).slice(0, 20);
  expect(nearestDesigns(indexLooks(designs), queries, 20).toSorted()).toEqual(expected.toSorted());
});

it('nothing is near where nothing was looked at', () => {
  expect(nearestDesigns(indexLooks([{ vectors: [] }]), [vector()], 5)).toEqual([]);
});
