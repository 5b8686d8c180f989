import * as fc from 'fast-check';
import { docketHit, entryHit } from './hits.ts';
import type { DocketHit, EntryHit } from './service.ts';

/** Two watches of one company each. Many cases name both, and are found by both. */
export const watches = ['widget', 'rival'] as const;
export type WatchId = (typeof watches)[number];
export const companies: Readonly<Record<WatchId, string>> = { widget: 'Widget', rival: 'Rival' };

/** What happens in the world between two checks. `pick` chooses a case among those there are. */
export type Happening =
  | { readonly kind: 'filed'; readonly entries: number; readonly parties: number }
  | { readonly kind: 'entries'; readonly pick: number; readonly count: number }
  | { readonly kind: 'copies'; readonly pick: number; readonly copies: Copies }
  | { readonly kind: 'hide'; readonly pick: number; readonly from: readonly WatchId[] }
  | { readonly kind: 'back'; readonly pick: number; readonly to: number }
  | {
      readonly kind: 'receipt' | 'pdf' | 'end' | 'reopen' | 'judge' | 'party' | 'show' | 'forward';
      readonly pick: number;
    };

/** The copies in which the service shows a case. The poorer one has another status, and may lack the first entry. */
type Copies = 'better' | 'both' | 'poorer';

const pick = fc.nat({ max: 1000 });

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    kind: fc.constant('filed' as const),
    entries: fc.integer({ min: 0, max: 4 }),
    parties: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant('entries' as const), pick, count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('copies' as const), pick, copies: fc.constantFrom('better', 'both', 'poorer') }),
  fc.record({ kind: fc.constant('hide' as const), pick, from: fc.subarray([...watches], { minLength: 1 }) }),
  fc.record({ kind: fc.constant('back' as const), pick, to: pick }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('receipt', 'pdf', 'end', 'reopen', 'judge', 'party', 'show', 'forward'),
      pick,
    }),
  },
);

interface ModelCase {
  readonly id: number;
  readonly filed: string;
  judge: number;
  parties: number;
  terminated: string;
  hiddenFrom: readonly WatchId[];
  copies: Copies;
  /** Where the service has gone back to an earlier state of it. */
  earlier?: DocketHit | undefined;
  readonly entries: EntryHit[];
  readonly seenBy: Set<WatchId>;
  /** Every state of it that a watch was shown. */
  readonly seen: DocketHit[];
}

/** A world of cases that knows the truth: what the service may show of it, and what a reader must be told. */
export class ModelWorld {
  readonly #cases: ModelCase[] = [];
  readonly #window: number;
  #texts = 0;

  /** @param window of a case, the service shows so many of its newest entries. */
  constructor(window: number) {
    this.#window = window;
  }

  happen(what: Happening, day: string): void {
    if (what.kind === 'filed') {
      this.#file(what, day);
      return;
    }
    const one = this.#cases[what.pick % Math.max(1, this.#cases.length)];
    if (one === undefined) return;
    switch (what.kind) {
      case 'entries':
        for (let count = 0; count < what.count; count += 1) one.entries.push(this.#entry(one, day));
        return;
      case 'copies':
        // Once it was shown whole, what the poorer copy lacks is known.
        if (one.seen.length > 0) one.copies = what.copies;
        return;
      case 'receipt':
        one.entries.push(receipt(day));
        return;
      case 'pdf': {
        const at = one.entries.findLastIndex((entry) => entry.documentNumber !== '');
        const entry = one.entries[at];
        if (entry !== undefined)
          one.entries[at] = { ...entry, pdfUrl: `https://files.example${entry.documentHref}.pdf` };
        return;
      }
      case 'end':
        one.terminated ||= day;
        return;
      case 'reopen':
        one.terminated = '';
        return;
      case 'judge':
        one.judge += 1;
        return;
      case 'party':
        one.parties += 1;
        return;
      case 'hide':
        one.hiddenFrom = what.from;
        return;
      case 'show':
        one.hiddenFrom = [];
        return;
      case 'back':
        if (this.#isSeenByAll(one)) one.earlier = one.seen[what.to % one.seen.length];
        return;
      case 'forward':
        one.earlier = undefined;
        return;
    }
  }

  /** What the service shows a watch: each of its cases with its newest entries, some in two copies, some in the poorer one. */
  shownTo(watch: WatchId): DocketHit[] {
    return this.#cases
      .filter((one) => !one.hiddenFrom.includes(watch))
      .flatMap((one) => this.#copiesOf(one))
      .filter((hit) => isFoundBy(hit, watch));
  }

  /** A watch was shown these: from now on the service may go back to them. */
  wasSeen(watch: WatchId, hits: readonly DocketHit[]): void {
    for (const hit of hits) {
      const one = this.#cases.find((each) => each.id === hit.docketId);
      one?.seenBy.add(watch);
      one?.seen.push(hit);
    }
  }

  #copiesOf(one: ModelCase): DocketHit[] {
    if (one.earlier !== undefined) return [one.earlier];
    const better = this.#hitOf(one);
    const poorer = poorerCopy(better, one.entries.length <= this.#window);
    return { better: [better], both: [better, poorer], poorer: [poorer] }[one.copies];
  }

  #hitOf(one: ModelCase): DocketHit {
    return docketHit({
      docketId: one.id,
      docketNumber: `1:26-cv-${String(one.id).padStart(5, '0')}`,
      dateFiled: one.filed,
      assignedTo: `${judges[one.judge % judges.length]}`,
      parties: partyNames.slice(one.id % 2, (one.id % 2) + one.parties),
      status: one.terminated === '' ? 'open' : 'terminated',
      dateTerminated: one.terminated,
      entryTotal: one.entries.length,
      entries: one.entries.slice(-this.#window),
    });
  }

  #isSeenByAll(one: ModelCase): boolean {
    return watches.every((watch) => one.seenBy.has(watch) || !isFoundBy(this.#hitOf(one), watch));
  }

  #file({ entries, parties }: { entries: number; parties: number }, day: string): void {
    const one: ModelCase = {
      id: this.#cases.length + 1,
      filed: day,
      judge: 0,
      parties,
      terminated: '',
      hiddenFrom: [],
      copies: 'better',
      entries: [],
      seenBy: new Set(),
      seen: [],
    };
    for (let count = 0; count < entries; count += 1) one.entries.push(this.#entry(one, day));
    this.#cases.push(one);
  }

  #entry(one: ModelCase, day: string): EntryHit {
    this.#texts += 1;
    const number = one.entries.filter((entry) => entry.documentNumber !== '').length + 1;
    return entryHit(number, {
      dateFiled: day,
      documentHref: `/doc1/${one.id}${String(this.#texts).padStart(6, '0')}`,
      description: `${kinds[this.#texts % kinds.length]} concerning exhibit ${this.#texts} filed by counsel for the plaintiff`,
    });
  }
}

function isFoundBy(hit: DocketHit, watch: WatchId): boolean {
  return (hit.parties as string[]).some((party) => party.startsWith(companies[watch]));
}

/** Of a case shown whole it lacks the first entry. The first in a window may be news, so there both copies show as many. */
function poorerCopy(better: DocketHit, isWhole: boolean): DocketHit {
  const isOpen = better.status === 'open';
  return {
    ...better,
    status: isOpen ? 'terminated' : 'open',
    dateTerminated: isOpen ? '2026-11-10' : '',
    entries: (better.entries as EntryHit[]).slice(isWhole ? 1 : 0),
  };
}

function receipt(day: string): EntryHit {
  return entryHit(0, { documentNumber: '', documentHref: null, dateFiled: day, description: 'Filing fee received' });
}

const judges = ['Mary Hollis', 'Alan Reyes', 'Priya Nadkarni', 'Otto Lindqvist'];
const partyNames = Array.from({ length: 80 }, (_, index) => `${index % 2 ? 'Rival' : 'Widget'} Number ${index} Inc.`);
const kinds = ['ORDER', 'MOTION', 'NOTICE', 'BRIEF', 'LETTER', 'STIPULATION', 'DECLARATION'];
