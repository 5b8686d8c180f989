import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EPOCH } from '../../../sandbox/world/day.ts';
import { Population } from '../../../sandbox/world/world.ts';

const sizes = fc.integer({ min: 1, max: 200_000 });
const days = fc.integer({ min: EPOCH - 4000, max: EPOCH + 4000 });

it('a population counts just the members born by a day', () => {
  fc.assert(
    fc.property(sizes, days, (size, day) => {
      const population = new Population(size);
      const count = population.countOn(day);
      if (count > 0) expect(population.bornOn(count - 1)).toBeLessThanOrEqual(day);
      expect(population.bornOn(count)).toBeGreaterThan(day);
    }),
  );
});

it('the members of a population are born one after the other', () => {
  fc.assert(
    fc.property(sizes, fc.nat(300_000), (size, place) => {
      const population = new Population(size);
      expect(population.bornOn(place + 1)).toBeGreaterThanOrEqual(population.bornOn(place));
    }),
  );
});

it('a population has its full size before its regular life begins, and may be empty', () => {
  expect(new Population(400).countOn(EPOCH - 1)).toBe(400);
  expect(new Population(0).countOn(EPOCH + 1000)).toBe(0);
});
