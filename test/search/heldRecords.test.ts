import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HeldRecords } from '../../src/search/heldRecords.ts';
import { parseHit } from '../../src/search/parse/parseHit.ts';
import { designHit, docketWith, entryHit } from '../check/hits.ts';

function judged(hit: object) {
  const { found } = parseHit('docketId' in hit ? 'pacer' : 'wipo', hit, 'hits[0]');
  if (found === undefined) throw new Error('a hit without a record');
  return found;
}

describe('the records of a reading', () => {
  it('are the same when they are opened, however many there are and in whatever order', () => {
    const text = fc.string({ unit: 'binary' });
    const design = fc.record(
      { STATUS: text, HOL: fc.array(text), DC: fc.nat(), PROD: fc.array(fc.option(text)), IMG_DATA: fc.constant(null) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(design, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 3000 }),
        (some, step) => {
          const held = new HeldRecords();
          const all = Array.from({ length: 2500 }, (_, number) =>
            judged(designHit(number, { ...some[number % some.length], ID: `A.${number}` })),
          );
          const found = all.map((one) => held.hold(one));
          for (let turn = 0, at = 0; turn < 20; turn += 1, at = (at + step) % all.length) {
            expect(found[at]?.open()).toEqual(all[at]?.record);
            expect(found[at]?.shownHash).toBe(all[at]?.shownHash);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('say without being opened what is asked of them often', () => {
    const held = new HeldRecords();
    const docket = held.hold(judged(docketWith([entryHit(1), entryHit(2)], { entryTotal: 9 })));
    expect(docket).toMatchObject({ key: '7001', otherKey: undefined, entryCount: 2, window: [2, 9], path: 'hits[0]' });
    const design = held.hold(judged(designHit(1, { ID: 'HAGUE.1', IRN: 'DM/1' })));
    expect(design).toMatchObject({ key: 'HAGUE.1', otherKey: 'HAGUE.DM/1', entryCount: 0, window: undefined });
  });

  it('are opened as the very record that was read while there are few', () => {
    const held = new HeldRecords();
    const one = judged(docketWith(Array.from({ length: 5000 }, (_, number) => entryHit(number))));
    expect(held.hold(one).open()).toBe(one.record);
  });
});
