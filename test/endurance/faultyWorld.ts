import * as fc from 'fast-check';
import type { FaultOrder } from '../../sandbox/faults/fault.ts';
import { FAULT_NAMES } from '../../sandbox/faults/ledger.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { design, docket, entry } from '../sandbox/asking.ts';

/** Events of the world on a day. `pick` of the day chooses among the records to which the event can happen. */
export const eventKinds = [
  'entries',
  'end',
  'judge',
  'party',
  'case',
  'design',
  'holder',
  'status',
  'removal',
] as const;

export const aDay = fc.record({
  events: fc.array(fc.record({ kind: fc.constantFrom(...eventKinds), pick: fc.nat({ max: 1000 }) }), { maxLength: 5 }),
  // Each fault once: if two damaged one value, the second could restore it in another form, which is a change.
  faults: fc.uniqueArray(
    fc.record(
      {
        name: fc.constantFrom(...FAULT_NAMES.filter((name) => !isLeftOut(name))),
        skip: fc.nat({ max: 3 }),
        times: fc.integer({ min: 1, max: 4 }),
        operation: fc.constantFrom('pacer' as const, 'wipo' as const),
      },
      { requiredKeys: ['name'] },
    ),
    { maxLength: 3, selector: ({ name }) => name },
  ),
});

export type Day = typeof aDay extends fc.Arbitrary<infer Value> ? Value : never;

/** True for faults that change the truth, take long, or show a part of a docket (test/check/truth.property). */
function isLeftOut(name: string): boolean {
  return /-between-pages$|^entries-(clamped|keep)|^http-busy|^http-server$|^litigation-/.test(name);
}

/** Values for the faults that would take long otherwise. */
const values: Readonly<Record<string, number>> = { drip: 1, slow: 5, huge: 1 };

export function ordersOf({ faults }: Day): FaultOrder[] {
  return faults.map((fault) => ({ ...fault, value: values[fault.name] }));
}

const baselineDockets = 16;
const baselineDesigns = 11;

/** A world in a sandbox that knows what each watch must report, once, whenever the event is seen. */
export class FaultyWorld {
  readonly #sandbox: Sandbox;
  /** `watch kind key what`, each to be reported exactly once. */
  readonly truth: string[] = [];
  readonly #done = new Set<string>();
  #number = 0;

  constructor(sandbox: Sandbox, day: string) {
    this.#sandbox = sandbox;
    for (let id = 1; id <= baselineDockets; id += 1) {
      const entries = [this.#entry(day), this.#entry(day)];
      sandbox.put(docket(id, { assignedTo: 'Mary Hollis', parties: partiesOf(id), entryTotal: 2, entries }));
    }
    for (let number = 1; number <= baselineDesigns; number += 1) sandbox.put(design(`DM/1000${number + 10}`));
  }

  happen({ kind, pick }: Day['events'][number], day: string): void {
    const id = 1 + (pick % baselineDockets);
    const number = `DM/1000${11 + (pick % baselineDesigns)}`;
    switch (kind) {
      case 'entries':
        for (let count = pick % 3; count >= 0; count -= 1) this.#addEntry(id, day);
        return;
      case 'end':
      case 'judge':
      case 'party':
        this.#changeOnce(kind, id, day);
        return;
      case 'case':
        this.#fileCase(day);
        return;
      case 'design':
        this.#number += 1;
        this.#sandbox.put(design(`DM/2${String(this.#number).padStart(5, '0')}`, { RD: `${day}T23:59:59Z` }));
        this.truth.push(`designs design.new HAGUE.DM/2${String(this.#number).padStart(5, '0')}`);
        return;
      case 'holder':
        this.#changeDesign(number, 'design.updated', 'holders', { HOL: ['Alder Design AG', 'Birch Works SA'] });
        return;
      case 'status':
        this.#changeDesign(number, 'design.status', 'status', { STATUS: 'EXP' });
        return;
      case 'removal':
        this.#remove(id);
        return;
    }
  }

  #addEntry(id: number, day: string): void {
    if (this.#done.has(`removed ${id}`)) return;
    const added = this.#entry(day);
    this.#touch(id);
    this.#sandbox.patch({ type: 'docket', key: `${id}`, addEntries: [added] });
    this.#report(id, `entry.new ${id} ${added.description}`);
  }

  #changeOnce(kind: 'end' | 'judge' | 'party', id: number, day: string): void {
    if (this.#done.has(`removed ${id}`) || this.#done.has(`${kind} ${id}`)) return;
    this.#done.add(`${kind} ${id}`);
    this.#touch(id);
    const set = {
      end: { status: 'terminated', dateTerminated: day },
      judge: { assignedTo: 'Alan Reyes' },
      party: { parties: [...partiesOf(id), 'Dogwood Ltd.'] },
    }[kind];
    this.#sandbox.patch({ type: 'docket', key: `${id}`, set });
    const reported = {
      end: ['docket.status', 'status'],
      judge: ['docket.updated', 'assignedTo'],
      party: ['docket.updated', 'parties'],
    }[kind];
    this.#report(id, `${reported[0]} ${id} ${reported[1]}`);
    if (kind === 'end') this.#report(id, `docket.status ${id} dateTerminated`);
  }

  #fileCase(day: string): void {
    this.#number += 1;
    const id = 1000 + this.#number;
    this.#sandbox.put(docket(id, { dateFiled: day, parties: partiesOf(id) }));
    this.#report(id, `docket.new ${id}`);
  }

  #changeDesign(number: string, kind: string, field: string, set: Readonly<Record<string, unknown>>): void {
    if (this.#done.has(`${field} ${number}`)) return;
    this.#done.add(`${field} ${number}`);
    this.#sandbox.patch({ type: 'design', key: `HAGUE.${number}`, set });
    this.truth.push(`designs ${kind} HAGUE.${number} ${field}`);
  }

  /** Removes only a record without other events, whose report would depend on when they are seen. */
  #remove(id: number): void {
    if (this.#done.has(`touched ${id}`) || this.#done.has(`removed ${id}`)) return;
    this.#done.add(`removed ${id}`);
    this.#sandbox.remove('docket', `${id}`);
    this.#report(id, `docket.gone ${id}`);
  }

  #touch(id: number): void {
    this.#done.add(`touched ${id}`);
  }

  #report(id: number, what: string): void {
    this.truth.push(`patent ${what}`);
    if (partiesOf(id).includes('Alder Co.')) this.truth.push(`company ${what}`);
  }

  #entry(day: string) {
    this.#number += 1;
    const number = this.#number;
    return entry(`${number}`, day, `${papers[number % papers.length]} about exhibit ${number}, as filed by counsel`);
  }
}

const papers = ['ORDER', 'MOTION', 'NOTICE', 'BRIEF', 'LETTER', 'STIPULATION', 'DECLARATION'];

function partiesOf(id: number): string[] {
  return id % 2 === 0 ? ['Alder Co.', 'Birch LLC'] : ['Cedar Inc.', 'Birch LLC'];
}
