import type { DesignRow } from './designIndex.ts';
import { type DesignRequest, searchDesigns } from './designSearch.ts';
import { type DocketIndex, type DocketRequest, type DocketRow, searchDockets } from './docketIndex.ts';
import { cutEntries, DEFAULT_ENTRY_ORDER } from './entryWindow.ts';
import type { Page, Plan } from './faults/fault.ts';
import type { DesignHit, DocketHit, LitigationCaseHit, LitigationFields } from './hits.ts';
import type { Records } from './records.ts';
import { PICTURES } from './world/designView.ts';

/** What an operation reads: its result in order, and one page of it. */
export interface Reading {
  /** Keys of the first records found, enough for a fault to know them. */
  readonly first: readonly string[];
  readonly total: number;
  page(plan: Plan, address: string): Page;
}

const REMEMBERED = 50;

/** Serves both operations. Results are remembered until the records change, so that later pages of a large one cost nothing. */
export class SearchPages {
  readonly #records: Records;
  readonly #results = new Map<string, unknown>();
  readonly #asShown: (hit: DocketHit) => DocketHit;
  #version = -1;

  /** @param asShown a docket as the service shows it now: it may be late */
  constructor(records: Records, asShown: (hit: DocketHit) => DocketHit = (hit) => hit) {
    this.#records = records;
    this.#asShown = asShown;
  }

  dockets(request: DocketRequest): Reading {
    const { patentNumber, companyName, caseNumber } = request;
    const rows = this.#remember(`pacer ${JSON.stringify([patentNumber, companyName, caseNumber])}`, () =>
      searchDockets(this.#records.dockets, request),
    );
    const hit = (row: DocketRow, plan: Plan) => cutEntries(this.#asShown(row.hit()), plan.entrySize, plan.entryOrder);
    return readingOf(rows, hit);
  }

  designs(request: DesignRequest): Reading {
    const rows = this.#remember(`wipo ${JSON.stringify([request.source, request.filters])}`, () =>
      searchDesigns(this.#records.designs, request),
    );
    const hit = (row: DesignRow, _plan: Plan, address: string) => {
      const design = row.hit();
      const cases = request.litigation ? litigationOf(this.#records.dockets, design) : {};
      return { ...withPictureAddress(design, address), ...cases };
    };
    return readingOf(rows, hit);
  }

  #remember<Row>(question: string, search: () => Row[]): readonly Row[] {
    if (this.#version !== this.#records.version || this.#results.size >= REMEMBERED) this.#results.clear();
    this.#version = this.#records.version;
    const known = this.#results.get(question) as readonly Row[] | undefined;
    const rows = known ?? search();
    this.#results.set(question, rows);
    return rows;
  }
}

function readingOf<Row extends { readonly key: string }>(
  rows: readonly Row[],
  hit: (row: Row, plan: Plan, address: string) => object,
): Reading {
  return {
    first: rows.slice(0, 1).map(({ key }) => key),
    total: rows.length,
    page: (plan, address) => ({
      hits: rows.slice(plan.from, plan.from + plan.size).map((row) => hit(row, plan, address)),
      total: rows.length,
      from: plan.from,
    }),
  };
}

const PICTURE_PATH = '/images/';

/** Puts the sandbox's own address before its pictures; addresses elsewhere stay. */
function withPictureAddress(hit: DesignHit, address: string): DesignHit {
  if (!Array.isArray(hit.IMG_DATA)) return hit;
  return {
    ...hit,
    IMG_DATA: hit.IMG_DATA.map((image) =>
      typeof image?.url === 'string' && image.url.startsWith(PICTURES)
        ? { ...image, url: `${address}${PICTURE_PATH}${image.url.slice(PICTURES.length)}` }
        : image,
    ),
  };
}

/** Entries shown under a case of a design; its docket search has them all. */
const ENTRIES = 10;

export const LITIGATION_NOTE = {
  off: '',
  on: 'Litigation is matched by registration number. A status other than success means unknown, not none.',
};

/** Cases whose patent numbers name the registration. */
function litigationOf(dockets: DocketIndex, design: DesignHit): LitigationFields {
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
