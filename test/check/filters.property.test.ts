import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { docketHit } from './hits.ts';
import { openOffice } from './office.ts';

// Several watches share one request and filter its hits. Each record and each change reaches exactly the watches whose
// filter admits the record. A changed filter reports nothing.

const courts = ['ded', 'txed', 'cand'];
const ids = ['a', 'b', 'c'];

const filter = fc.record({
  court: fc.option(fc.subarray(courts, { minLength: 1 }), { nil: undefined }),
  wholeWord: fc.boolean(),
});
type Filter = typeof filter extends fc.Arbitrary<infer One> ? One : never;

const docket = fc.record({
  party: fc.constantFrom('Seltec, Inc.', 'Seltecnology LLC'),
  status: fc.constantFrom('open', 'terminated'),
});
type Case = typeof docket extends fc.Arbitrary<infer One> ? One : never;

const day = fc.record({
  /** Pairs of the number of a case and its content: a new case, or a changed one. */
  shown: fc.array(fc.tuple(fc.nat({ max: 5 }), docket), { maxLength: 3 }),
  refiltered: fc.option(fc.tuple(fc.constantFrom(...ids), filter), { nil: undefined }),
});

const story = fc.record({
  filters: fc.tuple(filter, filter, filter),
  start: fc.array(docket, { maxLength: 4 }),
  days: fc.array(day, { minLength: 1, maxLength: 6 }),
});

const courtOf = (number: number) => courts[number % courts.length] ?? '';

const admits = ({ court, wholeWord }: Filter, number: number, { party }: Case) =>
  (court === undefined || court.includes(courtOf(number))) && (!wholeWord || party.startsWith('Seltec,'));

/** A model of which watch holds which case. */
class Model {
  readonly #filters: Map<string, Filter>;
  readonly #known = new Map<number, Case>();
  /** A party with which a case was once returned remains a party of the case. */
  readonly #parties = new Map<number, Set<Case['party']>>();
  readonly #holders = new Map<number, Set<string>>();

  constructor(filters: Map<string, Filter>, start: ReadonlyMap<number, Case>) {
    this.#filters = filters;
    this.see(start);
  }

  refilter(id: string, changed: Filter): void {
    const isSame = JSON.stringify(this.#filters.get(id)) === JSON.stringify(changed);
    this.#filters.set(id, changed);
    if (isSame) return;
    for (const [number, one] of this.#known) {
      const parties = [...(this.#parties.get(number) ?? new Set<Case['party']>())];
      if (parties.some((party) => admits(changed, number, { ...one, party }))) this.#holders.get(number)?.add(id);
      else this.#holders.get(number)?.delete(id);
    }
  }

  /** Returns what a check reports, as lines `kind number: watches`. */
  see(shown: ReadonlyMap<number, Case>): string[] {
    return [...shown].flatMap(([number, now]) => {
      const before = this.#known.get(number);
      const had = this.#holders.get(number) ?? new Set<string>();
      const joining = ids.filter((id) => !had.has(id) && admits(this.#filters.get(id) as Filter, number, now));
      const changed = before === undefined ? [] : changesOf(before, now);
      const lines = [
        ...changed.flatMap((kind) => line(kind, number, [...had])),
        ...line('docket.new', number, joining),
      ];
      this.#known.set(number, now);
      this.#parties.set(number, (this.#parties.get(number) ?? new Set<Case['party']>()).add(now.party));
      this.#holders.set(number, new Set([...had, ...joining]));
      return lines;
    });
  }
}

function changesOf(before: Case, now: Case): string[] {
  return [
    ...(before.status === now.status ? [] : ['docket.status']),
    ...(before.party === now.party ? [] : ['docket.updated']),
  ];
}

function line(kind: string, number: number, watches: readonly string[]): string[] {
  return watches.length === 0 ? [] : [`${kind} ${number}: ${[...watches].sort().join()}`];
}

const hitOf = (number: number, { party, status }: Case) =>
  docketHit({
    docketId: number,
    courtId: courtOf(number),
    docketNumber: `1:20-cv-0000${number}`,
    dateFiled: '2026-11-20',
    dateTerminated: '',
    parties: [party],
    status,
    entries: [],
    entryTotal: 0,
  });

it('each record and each change reaches the watches whose filter admits the record, whatever changes', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ filters, start, days }) => {
      const inForce = new Map(ids.map((id, index) => [id, filters[index] as Filter]));
      const world = new Map(start.map((one, number) => [number, one]));
      const model = new Model(new Map(inForce), world);
      const watches = () =>
        [...inForce].map(([id, { court, wholeWord }]) => ({
          id,
          announce: false,
          dockets: { companyName: 'Seltec', wholeWord, ...(court && { court }) },
        }));
      const office = await openOffice({ watches: watches() });
      const show = () => {
        office.service.dockets = [...world].map(([number, one]) => hitOf(number, one));
      };
      show();
      await office.check();
      const seen = new Set((await office.changes()).map(({ id }) => id));
      expect(seen.size).toBe(0);
      for (const { shown, refiltered } of days) {
        office.pass(1, 1);
        if (refiltered !== undefined) {
          inForce.set(...refiltered);
          model.refilter(...refiltered);
          await office.configure({ watches: watches() });
        }
        for (const [number, one] of shown) world.set(number, one);
        show();
        const calls = office.service.calls.length;
        await office.check();
        expect(office.service.calls.length - calls).toBe(1);
        const found = (await office.changes()).filter(({ id }) => !seen.has(id));
        for (const { id } of found) seen.add(id);
        const lines = found.flatMap((change) => line(change.kind, Number(change.record.key), change.watches));
        // This test does not promise that a name that comes back is reported, only to which watches.
        const expected = model.see(world).filter((one) => !one.startsWith('docket.updated') || lines.includes(one));
        expect(lines.sort()).toEqual(expected.sort());
      }
      await office.close();
    }),
    { numRuns: runs({ few: 4, many: 15 }) },
  );
});
