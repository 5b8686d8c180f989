import { type Copies, companies, type Filing, type Happening, type WatchId } from './happening.ts';
import { docketHit, entryHit } from './hits.ts';
import type { DocketHit, EntryHit } from './service.ts';

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

/** A world of cases that knows the truth, and what the service returns of it. */
export class ModelWorld {
  readonly #cases: ModelCase[] = [];
  readonly #window: number;
  #texts = 0;

  /** @param window the number of newest entries of a case that the service returns */
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

  /** Returns the hits of a watch: its cases with their newest entries, and the poorer copies after the others. */
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

  /** Omits the first entry only where all entries fit the window. The first entry of a full window may be new. */
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
