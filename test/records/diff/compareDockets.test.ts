import { describe, expect, it } from 'vitest';
import type { Docket, Entry } from '../../../src/records/docket.ts';
import { aDocket, anEntry } from './dockets.ts';
import { applyComparison, compareStored, storeDocket } from './store.ts';

const context = { lastCheckedOn: '2026-03-30' };
const first = anEntry({
  documentNumber: '1',
  dateFiled: '2026-01-10',
  description: 'COMPLAINT by Widget Co.',
  documentHref: null,
});
const known = aDocket({ entries: [first, anEntry()], entryTotal: 2 });
const fresh = anEntry({
  documentNumber: '13',
  dateFiled: '2026-04-01',
  description: 'Answer by Rival Inc.',
  documentHref: null,
});
const compare = (after: Partial<Docket>, before: Docket = known) =>
  compareStored(storeDocket(before), { ...before, ...after }, context);

describe('a docket', () => {
  it('stores an entry again if its unreadable fields change, and not if it has none before and after', () => {
    const unreadable = (...unread: string[]) => anEntry({ description: '', unread });
    const updates = (before: Entry, after: Entry) =>
      compareStored(storeDocket(aDocket({ entries: [before] })), aDocket({ entries: [after] }), context).entryUpdates;
    const both = unreadable('description', 'pdfUrl');
    expect(updates(both, unreadable('description')).map(({ entry }) => entry)).toEqual([unreadable('description')]);
    expect(updates(anEntry({ unread: [] }), anEntry({ documentHref: '/doc1/04511234567' }))).toEqual([]);
  });

  it('reports all that happened in the order of importance for the reader', () => {
    const edited = anEntry({
      description: 'MOTION to Compel Discovery WITHDRAWN by Rival Inc. (Doe, Jane) (Entered: 03/05/2026)',
    });
    const { changes } = compare({
      status: 'terminated',
      dateTerminated: '2026-04-02',
      assignedTo: 'Grace H. Other',
      entries: [fresh, edited],
      entryTotal: 9,
    });
    expect(changes.map(({ kind, entry }) => [kind, entry?.documentNumber])).toEqual([
      ['docket.status', undefined],
      ['docket.updated', undefined],
      ['entry.new', '13'],
      ['entry.updated', '12'],
      ['entry.unseen', undefined],
    ]);
    expect(changes.at(-1)?.fields).toEqual([{ field: 'entries', before: null, after: 6 }]);
    expect(changes.map(({ rule }) => rule)).toEqual([
      'status',
      'fields',
      'entry not known',
      'entry recognized: same number and date',
      'entryTotal rose by more than the entries shown',
    ]);
  });

  it('reports nothing about entries when the response has no list of them', () => {
    const { changes, newEntries, record } = compare({ entries: undefined, entryTotal: 7 });
    expect([changes, newEntries]).toEqual([[], []]);
    expect(record.entryTotal).toBe(2);
  });

  it('reports the first entries of a case that began without entries', () => {
    const begun = aDocket({ entries: [], entryTotal: 0 });
    expect(compare({ entries: [fresh], entryTotal: 1 }, begun).changes.map((each) => each.kind)).toEqual(['entry.new']);
  });

  it('reports the old entries of a case first seen without entries as one change', () => {
    const old = Array.from({ length: 30 }, (_, index) =>
      anEntry({
        documentNumber: String(index + 1),
        dateFiled: '2026-02-01',
        description: `Exhibit ${index + 1}`,
        documentHref: null,
      }),
    );
    const { changes, newEntries } = compare({ entries: [...old, fresh], entryTotal: 31 }, aDocket());
    expect(changes).toMatchObject([
      { kind: 'entry.new', fields: [] },
      {
        kind: 'entry.backfill',
        fields: [{ field: 'entries', before: null, after: 30 }],
        note: '30 older entries turned up, dated 2026-02-01',
        rule: 'burst of entries that the court had before the last check',
      },
    ]);
    expect(changes.map(({ note, entries }) => [note === undefined, entries])).toEqual([
      [true, undefined],
      [false, undefined],
    ]);
    expect(newEntries).toHaveLength(31);
  });

  it.each([3, 5, 6])('shows up to five old entries that appeared, and names their days: %i', (count) => {
    const old = Array.from({ length: count }, (_, index) =>
      anEntry({ documentNumber: `${20 - index}`, dateFiled: `2026-02-0${9 - index}`, description: `Exhibit ${index}` }),
    );
    const [change] = compare({ entries: old, entryTotal: count }, aDocket()).changes;
    expect(change?.note).toBe(`${count} older entries turned up, dated 2026-02-0${10 - count} to 2026-02-09`);
    expect(change?.entries?.length).toBe(count > 5 ? undefined : count);
  });

  it('names one old entry that the total of a known window had already counted', () => {
    const old = anEntry({ documentNumber: '5', dateFiled: '2026-02-01', description: 'Summons', documentHref: null });
    const window = { ...known, entryTotal: 3 };
    expect(compare({ entries: [...(known.entries ?? []), old] }, window).changes).toMatchObject([
      { kind: 'entry.backfill', note: '1 older entry turned up, dated 2026-02-01', entries: [old] },
    ]);
    expect(compare({ entries: [...(known.entries ?? []), old], entryTotal: 4 }, window).changes[0]?.kind).toBe(
      'entry.new',
    );
  });

  it('adds a note to one old entry that appears', () => {
    const old = anEntry({ documentNumber: '5', dateFiled: '2026-02-01', description: 'Summons', documentHref: null });
    expect(compare({ entries: [...(known.entries ?? []), old], entryTotal: 3 }).changes).toMatchObject([
      {
        kind: 'entry.new',
        fields: [],
        entry: { documentNumber: '5' },
        note: 'newly visible, dated 2026-02-01',
        rule: 'entry not known, dated earlier',
      },
    ]);
  });

  it('stores richer texts of known entries without a report', () => {
    const bare = anEntry({ description: 'Motion to Compel', documentHref: null });
    const { changes, entryUpdates } = compare({}, { ...known, entries: [first, bare] });
    expect([changes, entryUpdates]).toEqual([[], []]);
    const richer = compareStored(storeDocket({ ...known, entries: [first, bare] }), known, context);
    expect(richer).toMatchObject({ changes: [], entryUpdates: [{ seq: 2, entry: anEntry() }] });
  });

  it('reports once that it outgrew the window', () => {
    const stored = storeDocket(known);
    const grown = { ...known, entries: [anEntry(), fresh], entryTotal: 3 };
    const result = compareStored(stored, grown, context);
    expect(result.outgrewWindow).toBe(true);
    expect(compareStored(applyComparison(stored, result), grown, context)).toMatchObject({
      outgrewWindow: false,
      changes: [],
    });
  });

  it('has not outgrown the window when an entry could not be read', () => {
    const result = compareStored(
      storeDocket(known),
      { ...known, entries: [first] },
      { ...context, entriesUnreadable: 1 },
    );
    expect(result).toMatchObject({ outgrewWindow: false, changes: [] });
  });

  it('reports unseen entries once', () => {
    const long = { ...known, entryTotal: 300 };
    const stored = storeDocket(long);
    const result = compareStored(stored, { ...long, entryTotal: 304 }, context);
    expect(result.changes.map((each) => each.kind)).toEqual(['entry.unseen']);
    expect(compareStored(applyComparison(stored, result), { ...long, entryTotal: 304 }, context).changes).toEqual([]);
  });
});
