import * as fc from 'fast-check';
import { docketHit, entryHit } from './hits.ts';
import type { DocketHit, EntryHit } from './service.ts';

/** What happens in the world between two checks. `pick` chooses a case among those there are. */
export type Happening =
  | { readonly kind: 'filed'; readonly entries: number }
  | { readonly kind: 'entries'; readonly pick: number; readonly count: number }
  | {
      readonly kind: 'receipt' | 'pdf' | 'end' | 'reopen' | 'judge' | 'party' | 'hide' | 'show';
      readonly pick: number;
    };

const pick = fc.nat({ max: 1000 });

export const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('filed' as const), entries: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constant('entries' as const), pick, count: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    kind: fc.constantFrom('receipt', 'pdf', 'end', 'reopen', 'judge', 'party', 'hide', 'show'),
    pick,
  }),
);

interface ModelCase {
  readonly id: number;
  readonly filed: string;
  judge: number;
  parties: number;
  terminated: string;
  hidden: boolean;
  readonly entries: EntryHit[];
}

/** A world of cases that knows the truth: what the service may show of it, and what a reader must be told. */
export class ModelWorld {
  readonly cases: ModelCase[] = [];
  #texts = 0;

  happen(what: Happening, day: string): void {
    if (what.kind === 'filed') {
      this.#file(what.entries, day);
      return;
    }
    const one = this.cases[what.pick % Math.max(1, this.cases.length)];
    if (one === undefined) return;
    switch (what.kind) {
      case 'entries':
        for (let count = 0; count < what.count; count += 1) one.entries.push(this.#entry(one, day));
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
        one.hidden = true;
        return;
      case 'show':
        one.hidden = false;
        return;
    }
  }

  /** Each visible case with its newest entries, at most `window` of them. */
  shown(window: number): DocketHit[] {
    return this.cases
      .filter((one) => !one.hidden)
      .map((one) =>
        docketHit({
          docketId: one.id,
          docketNumber: `1:26-cv-${String(one.id).padStart(5, '0')}`,
          dateFiled: one.filed,
          assignedTo: `${judges[one.judge % judges.length]}`,
          parties: ['Widget Co.', ...partyNames.slice(0, one.parties)],
          status: one.terminated === '' ? 'open' : 'terminated',
          dateTerminated: one.terminated,
          entryTotal: one.entries.length,
          entries: one.entries.slice(-window),
        }),
      );
  }

  #file(entries: number, day: string): void {
    const one: ModelCase = {
      id: this.cases.length + 1,
      filed: day,
      judge: 0,
      parties: 1,
      terminated: '',
      hidden: false,
      entries: [],
    };
    for (let count = 0; count < entries; count += 1) one.entries.push(this.#entry(one, day));
    this.cases.push(one);
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

function receipt(day: string): EntryHit {
  return entryHit(0, { documentNumber: '', documentHref: null, dateFiled: day, description: 'Filing fee received' });
}

const judges = ['Mary Hollis', 'Alan Reyes', 'Priya Nadkarni', 'Otto Lindqvist'];
const partyNames = Array.from({ length: 60 }, (_, index) => `Rival Number ${index} Inc.`);
const kinds = ['ORDER', 'MOTION', 'NOTICE', 'BRIEF', 'LETTER', 'STIPULATION', 'DECLARATION'];

/** What a watch knows of the world, told by comparing truths, not answers. */
export class Reader {
  readonly #known = new Map<number, { hit: DocketHit; missed: number }>();
  readonly #goneAfterChecks: number;

  constructor(goneAfterChecks: number) {
    this.#goneAfterChecks = goneAfterChecks;
  }

  /** What is to be told after a check that showed these cases, a line each, sorted. Only a complete one proves absences. */
  tell(shown: readonly DocketHit[], complete: boolean): string[] {
    const lines: string[] = [];
    for (const hit of shown) {
      const known = this.#known.get(hit.docketId);
      if (known === undefined)
        lines.push(`docket.new ${hit.docketNumber}${countOf(hit) > 0 ? ` entries=${countOf(hit)}` : ''}`);
      else {
        if (known.missed >= this.#goneAfterChecks) lines.push(`docket.back ${hit.docketNumber}`);
        lines.push(...news(known.hit, hit));
      }
      this.#known.set(hit.docketId, { hit, missed: 0 });
    }
    const ids = new Set(shown.map((hit) => hit.docketId));
    for (const [id, known] of this.#known) {
      if (ids.has(id) || !complete) continue;
      known.missed += 1;
      if (known.missed === this.#goneAfterChecks) lines.push(`docket.gone ${known.hit.docketNumber}`);
    }
    return lines.sort();
  }
}

function countOf(hit: DocketHit): number {
  return Number(hit.entryTotal);
}

function entriesOf(hit: DocketHit): EntryHit[] {
  return hit.entries as EntryHit[];
}

function news(before: DocketHit, after: DocketHit): string[] {
  const label = String(after.docketNumber);
  const lines: string[] = [];
  const status = ['status', 'dateTerminated'].filter((field) => before[field] !== after[field]);
  if (status.length > 0) lines.push(`docket.status ${label} ${status.join(' ')}`);
  const fields = ['assignedTo', 'parties'].filter((field) => String(before[field]) !== String(after[field]));
  if (fields.length > 0) lines.push(`docket.updated ${label} ${fields.join(' ')}`);
  const came = countOf(after) - countOf(before);
  const fresh = entriesOf(after).slice(Math.max(0, entriesOf(after).length - came), came === 0 ? 0 : undefined);
  for (const entry of fresh) lines.push(`entry.new ${label} #${entry.documentNumber || entry.description}`);
  if (came > fresh.length) lines.push(`entry.unseen ${label} entries=${came - fresh.length}`);
  for (const entry of entriesOf(before)) {
    const now = entriesOf(after).find((each) => each.documentHref !== null && each.documentHref === entry.documentHref);
    if (now !== undefined && now.pdfUrl !== entry.pdfUrl) lines.push(`entry.updated ${label} pdfUrl`);
  }
  return lines;
}
