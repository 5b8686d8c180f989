import type { Docket } from './docket.ts';
import type { Entry } from './entry.ts';
import { identifierForm, identifierListForm, listForm, textForm } from './text.ts';

type Shown<T> = T | null | undefined;

/** The case fields of a docket hit (docs/service.md, section 5.1), types checked and dates already read as days. */
export interface ShownCase {
  docketNumber?: Shown<string>;
  pacerCaseId?: Shown<string | number>;
  caseName?: Shown<string>;
  court?: Shown<string>;
  courtId?: Shown<string>;
  assignedTo?: Shown<string>;
  suitNature?: Shown<string>;
  jurisdiction?: Shown<string>;
  status?: Shown<string>;
  dateFiled?: Shown<string>;
  dateTerminated?: Shown<string>;
  parties?: Shown<Shown<string>[]>;
  patentNumbers?: Shown<Shown<string | number>[]>;
  entryTotal?: Shown<number>;
}

/** The key of a docket: its `docketId` as decimal text. undefined when that is no usable number. */
export function docketKey(docketId: unknown): string | undefined {
  // A number beyond 2^53 has lost its last digits on the way in: two cases could become one.
  if (typeof docketId === 'number') return Number.isSafeInteger(docketId) && docketId >= 0 ? `${docketId}` : undefined;
  const digits = typeof docketId === 'string' ? /^\s*0*(\d{1,30})\s*$/.exec(docketId) : null;
  return digits?.[1];
}

export function docketForm(key: string, shown: ShownCase, entries: readonly Entry[] | undefined): Docket {
  return {
    type: 'docket',
    key,
    docketNumber: identifierForm(shown.docketNumber),
    pacerCaseId: identifierForm(shown.pacerCaseId),
    caseName: textForm(shown.caseName),
    court: textForm(shown.court),
    courtId: identifierForm(shown.courtId),
    assignedTo: textForm(shown.assignedTo),
    suitNature: textForm(shown.suitNature),
    jurisdiction: textForm(shown.jurisdiction),
    status: identifierForm(shown.status),
    dateFiled: textForm(shown.dateFiled),
    dateTerminated: textForm(shown.dateTerminated),
    parties: listForm(shown.parties),
    patentNumbers: identifierListForm(shown.patentNumbers),
    // A negative count means that the service did not count, as with `total`.
    entryTotal: shown.entryTotal != null && shown.entryTotal >= 0 ? shown.entryTotal : undefined,
    entries,
  };
}
