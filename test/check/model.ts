import * as fc from 'fast-check';
import { docketHit, entryHit } from './hits.ts';
import type { DocketHit, EntryHit } from './service.ts';

/** Two watches of one company each. Many cases name both, and are found by both. */
export const watches = ['widget', 'rival'] as const;
export type WatchId = (typeof watches)[number];
export const companies: Readonly<Record<WatchId, string>> = { widget: 'Widget', rival: 'Rival' };

/** What happens in the world between two checks. `pick` chooses a case among those there are. */
export type Happening =
  | Filing
  | { readonly kind: 'entries'; readonly pick: number; readonly count: number }
  | { readonly kind: 'copies'; readonly pick: number; readonly copies: Copies }
  | { readonly kind: 'hide'; readonly pick: number; readonly from: readonly WatchId[] }
  | {
      readonly kind: 'receipt' | 'pdf' | 'end' | 'reopen' | 'judge' | 'party' | 'show';
      readonly pick: number;
    };

interface Filing {
  readonly kind: 'filed';
  readonly entries: number;
  readonly parties: number;
}

/** The copies in which the service shows a case. The poorer one has another status, and may lack the first entry. */
type Copies = 'better' | 'both' | 'poorer';

export const filing: fc.Arbitrary<Filing> = fc.record({
  kind: fc.constant('filed' as const),
  entries: fc.integer({ min: 0, max: 7 }),
  parties: fc.integer({ min: 1, max: 2 }),
});

const pick = fc.nat({ max: 20 });

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  filing,
  fc.record({ kind: fc.constant('entries' as const), pick, count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('copies' as const), pick, copies: fc.constantFrom('better', 'both', 'poorer') }),
  fc.record({ kind: fc.constant('hide' as const), pick, from: fc.subarray([...watches], { minLength: 1 }) }),
  fc.record({ kind: fc.constantFrom('receipt', 'pdf', 'end', 'reopen', 'judge', 'party', 'show'), pick }),
);

interface ModelCase {
  readonly id: number;
  readonly filed: string;
  judge: number;
  parties: number;
  terminated: string;
  hiddenFrom: readonly WatchId[];
  copies: Copies;
  readonly entries: EntryHit[];
}

/** A world of cases that knows the truth: what the service may show of it. */
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
        one.copies = what.copies;
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
    }
  }

  /** What the service shows a watch: each of its cases with its newest entries; the poorer copies behind the others. */
  shownTo(watch: WatchId): DocketHit[] {
    const shown = this.#cases.filter((one) => !one.hiddenFrom.includes(watch));
    const better = shown.filter((one) => one.copies !== 'poorer').map((one) => this.#hitOf(one));
    const poorer = shown.filter((one) => one.copies !== 'better').map((one) => this.#poorerHitOf(one));
    return [...better, ...poorer].filter((hit) => isFoundBy(hit, watch));
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

  /** Of a case shown whole it lacks the first entry. The first in a window may be news, so there both copies show as many. */
  #poorerHitOf(one: ModelCase): DocketHit {
    const better = this.#hitOf(one);
    const isOpen = better.status === 'open';
    return {
      ...better,
      status: isOpen ? 'terminated' : 'open',
      dateTerminated: isOpen ? '2026-11-10' : '',
      entries: (better.entries as EntryHit[]).slice(one.entries.length <= this.#window ? 1 : 0),
    };
  }

  #file({ entries, parties }: Filing, day: string): void {
    const one: ModelCase = {
      id: this.#cases.length + 1,
      filed: day,
      judge: 0,
      parties,
      terminated: '',
      hiddenFrom: [],
      copies: 'better',
      entries: [],
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

function receipt(day: string): EntryHit {
  return entryHit(0, { documentNumber: '', documentHref: null, dateFiled: day, description: 'Filing fee received' });
}

const judges = ['Mary Hollis', 'Alan Reyes', 'Priya Nadkarni', 'Otto Lindqvist'];
const partyNames = Array.from({ length: 80 }, (_, index) => `${index % 2 ? 'Rival' : 'Widget'} Number ${index} Inc.`);
const kinds = ['ORDER', 'MOTION', 'NOTICE', 'BRIEF', 'LETTER', 'STIPULATION', 'DECLARATION'];
