import type { DesignHit, DocketHit, EntryHit } from './service.ts';

/** A patent case as the service returns it, with one entry. `more` overrides fields. */
export function docketHit(more: Partial<DocketHit> = {}): DocketHit {
  return {
    docketId: 7001,
    docketNumber: '1:20-cv-00168',
    pacerCaseId: '7001',
    caseName: 'Widget Co. v. Rival Inc.',
    court: 'District Court, D. Delaware',
    courtId: 'ded',
    assignedTo: 'Mary Hollis',
    suitNature: '830 Patent',
    jurisdiction: 'Federal Question',
    status: 'open',
    dateFiled: '2020-02-03',
    dateTerminated: '',
    parties: ['Widget Co.', 'Rival Inc.'],
    patentNumbers: ['6834603'],
    entryTotal: 1,
    entries: [entryHit(1)],
    ...more,
  };
}

/** The case with these entries. Its `entryTotal` is their number. */
export function docketWith(entries: readonly EntryHit[], more: Partial<DocketHit> = {}): DocketHit {
  return docketHit({ entries, entryTotal: entries.length, ...more });
}

export function entryHit(number: number, more: Partial<EntryHit> = {}): EntryHit {
  return {
    documentNumber: String(number),
    dateFiled: 'Feb 3, 2020',
    description: `${titles[number % titles.length]} number ${number} by the plaintiff`,
    documentHref: `/doc1/0430${number}`,
    pdfUrl: '',
    patentNumbers: [],
    extraDocument: [],
    ...more,
  };
}

const titles = [
  'NOTICE',
  'COMPLAINT',
  'SUMMONS returned',
  'ANSWER',
  'MOTION to compel',
  'ORDER granting the motion',
  'BRIEF',
];

export function designHit(number: number, more: Partial<DesignHit> = {}): DesignHit {
  const irn = `DM/${200_000 + number}`;
  return {
    ID: `HAGUE.${irn}`,
    SOURCE: 'HAGUE',
    IRN: irn,
    HOL: ['Rival Bottles GmbH'],
    PROD: [`Bottle ${number}`],
    LCS: ['09-01'],
    DS: ['FR', 'DE'],
    RD: '2019-05-06T23:59:59Z',
    ED: '2029-05-06',
    STATUS: 'ACT',
    DC: 1,
    DETAIL_URL: `https://register.example/${irn}`,
    IMG: [`/img/${number}-1.jpg`],
    crawledAt: '2026-11-20T01:02:03.456Z',
    PROCESSED_AT: '2026-11-20T02:02:03.456Z',
    version: '1',
    ...more,
  };
}
