import type { DocketIndex } from './docketIndex.ts';
import { cutEntries, DEFAULT_ENTRY_ORDER } from './entryWindow.ts';
import type { DesignHit, DocketHit, LitigationCaseHit, LitigationFields } from './hits.ts';

/** Entries shown under a case of a design; its docket search has them all. */
const ENTRIES = 10;

export const LITIGATION_NOTE = {
  off: '',
  on: 'Litigation is matched by registration number. A status other than success means unknown, not none.',
};

/** Cases whose patent numbers name the registration. */
export function litigationOf(dockets: DocketIndex, design: DesignHit): LitigationFields {
  const rows = design.IRN ? [...dockets.byRight(design.IRN)].sort((a, b) => a.docketId - b.docketId) : [];
  return { litigationStatus: 'success', caseTotal: rows.length, cases: rows.map((row) => caseOf(row.hit())) };
}

function caseOf(docket: DocketHit): LitigationCaseHit {
  return {
    caseId: String(docket.docketId),
    docketNumber: docket.docketNumber ?? '',
    caseName: docket.caseName ?? '',
    court: docket.court ?? '',
    status: docket.status ?? '',
    dateFiled: docket.dateFiled ?? '',
    parties: docket.parties ?? [],
    patentNumbers: docket.patentNumbers ?? [],
    entries: cutEntries(docket, ENTRIES, DEFAULT_ENTRY_ORDER).entries ?? [],
  };
}
