import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/records/docket.ts';
import { runs } from '../../runs.ts';
import { aDocket, caseFields, entries, freshEntry, shuffled } from './dockets.ts';
import { applyComparison, compareStored, type StoredDocket, storeDocket } from './store.ts';

const context = { lastCheckedOn: '2026-03-30' };
const docketOf = (list: readonly Entry[], entryTotal = list.length) => aDocket({ entries: list, entryTotal });
const asMultiset = (stored: StoredDocket) => stored.entries.map(({ entry }) => JSON.stringify(entry)).sort();
const tries = { numRuns: runs({ few: 30, many: 150 }) };

describe('comparing dockets with any entries', () => {
  it('reports nothing when nothing happened, in any order of the entries', () => {
    const cases = entries.chain((list) => fc.tuple(fc.constant(list), shuffled(list)));
    fc.assert(
      fc.property(cases, ([list, reordered]) => {
        const result = compareStored(storeDocket(docketOf(list)), docketOf(reordered), context);
        expect(result).toMatchObject({ changes: [], entryUpdates: [], newEntries: [], outgrewWindow: false });
      }),
      tries,
    );
  });

  it('reports nothing about a window of a docket that is known as a whole', () => {
    const cases = entries.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list)));
    fc.assert(
      fc.property(cases, ([list, window]) => {
        const result = compareStored(storeDocket(docketOf(list)), docketOf(window, list.length), context);
        expect(result).toMatchObject({ changes: [], entryUpdates: [], newEntries: [] });
      }),
      tries,
    );
  });

  it('reports each added entry exactly once, alone or in a backfill', () => {
    const cases = fc
      .tuple(entries, fc.array(freshEntry, { minLength: 1, maxLength: 40 }))
      .chain(([list, added]) => fc.tuple(fc.constant(list), fc.constant(added), shuffled([...list, ...added])));
    fc.assert(
      fc.property(cases, ([list, added, shown]) => {
        const stored = storeDocket(docketOf(list));
        const result = compareStored(stored, docketOf(shown), context);
        const alone = result.changes.filter((change) => change.kind === 'entry.new').length;
        const together = result.changes.find((change) => change.kind === 'entry.backfill')?.fields[0]?.after ?? 0;
        expect(alone + Number(together)).toBe(added.length);
        expect(result.newEntries).toHaveLength(added.length);
        expect(applyComparison(stored, result).entries).toHaveLength(list.length + added.length);
      }),
      tries,
    );
  });

  it('reports no change twice when the same response comes again', () => {
    fc.assert(
      fc.property(entries, entries, (before, after) => {
        const stored = storeDocket(docketOf(before));
        const first = compareStored(stored, docketOf(after), context);
        const again = compareStored(applyComparison(stored, first), docketOf(after), context);
        expect(again).toMatchObject({ changes: [], entryUpdates: [], newEntries: [], outgrewWindow: false });
        expect(again.record).toEqual(first.record);
      }),
      tries,
    );
  });

  it('reports no change of a field twice, and never loses what was known', () => {
    fc.assert(
      fc.property(caseFields, caseFields, entries, (before, after, list) => {
        const stored = storeDocket(aDocket({ ...before, entries: list }));
        const shown = aDocket({ ...after, entries: list });
        const first = compareStored(stored, shown, context);
        const again = compareStored(applyComparison(stored, first), shown, context);
        expect(again).toMatchObject({ changes: [], outgrewWindow: false });
        expect(again.record).toEqual(first.record);
        for (const field of ['caseName', 'assignedTo', 'docketNumber', 'status', 'dateFiled'] as const) {
          if (before[field]) expect(first.record[field]).toBeTruthy();
        }
        expect(first.record.parties).toEqual(expect.arrayContaining([...(before.parties ?? [])]));
      }),
      tries,
    );
  });

  it('stores and reports the same, whatever the order of the entries in a response', () => {
    const cases = fc
      .tuple(entries, entries)
      .chain(([a, b]) => fc.tuple(fc.constant(a), shuffled(a), fc.constant(b), shuffled(b)));
    fc.assert(
      fc.property(cases, ([before, beforeToo, after, afterToo]) => {
        const outcomes = [
          [before, after],
          [beforeToo, afterToo],
        ].map(([known = [], shown = []]) => {
          const stored = storeDocket(docketOf(known));
          const result = compareStored(stored, docketOf(shown), context);
          return {
            reported: result.changes.map((change) => JSON.stringify(change)).sort(),
            store: asMultiset(applyComparison(stored, result)),
          };
        });
        expect(outcomes[0]).toEqual(outcomes[1]);
      }),
      tries,
    );
  });

  it('ends with the same store, whichever new entries arrive first', () => {
    const cases = fc
      .tuple(entries, fc.uniqueArray(freshEntry, { maxLength: 12, selector: (each) => each.description }))
      .chain(([list, added]) => fc.tuple(fc.constant(list), fc.constant(added), shuffled(added)));
    fc.assert(
      fc.property(cases, ([list, added, otherOrder]) => {
        const stores = [added, otherOrder].map((arrivals) => {
          let stored = storeDocket(docketOf(list));
          for (const each of arrivals) {
            const shown = [...stored.entries.map(({ entry }) => entry), each];
            stored = applyComparison(stored, compareStored(stored, docketOf(shown), context));
          }
          return asMultiset(stored);
        });
        expect(stores[0]).toEqual(stores[1]);
      }),
      tries,
    );
  });
});
