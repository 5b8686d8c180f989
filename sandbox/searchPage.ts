import { type DesignRequest, type DesignRow, readDesignRequest, searchDesigns } from './designSearch.ts';
import {
  cutEntries,
  type DOCKET_CAPS,
  type DocketIndex,
  type DocketRequest,
  type DocketRow,
  DEFAULT_ENTRY_ORDER as entryOrder,
  readDocketRequest,
  searchDockets,
} from './docketSearch.ts';
import type { Page, Plan } from './faults/fault.ts';
import type { DesignHit, DocketHit, LitigationCaseHit, LitigationFields, Operation } from './hits.ts';
import type { Records } from './records.ts';
import { isRefusal, type Refusal, type RequestBody } from './request.ts';
import { rightSpelling } from './searchIndex.ts';
import { PICTURES } from './world/designView.ts';

/** The largest page sizes. */
export type Caps = typeof DOCKET_CAPS & { readonly num: number };

/** A valid request: its search and its page. */
export interface Readable {
  readonly reading: () => Reading;
  readonly plan: Plan;
  readonly litigation: boolean;
}

/** The result of a search in order, read by page. */
interface Reading {
  /** Key of the first record, for faults that need one. */
  readonly first: string | undefined;
  page(plan: Plan, address: string): Page;
}

const REMEMBERED = 50;

/** Serves both operations. Caches results until the records change, so that later pages of a large result are fast. */
export class SearchPages {
  readonly #records: Records;
  readonly #results = new Map<string, unknown>();
  readonly #asShown: (hit: DocketHit) => DocketHit;
  #version = -1;

  /** @param asShown returns a docket as the service shows it now, without entries that it shows later */
  constructor(records: Records, asShown: (hit: DocketHit) => DocketHit) {
    this.#records = records;
    this.#asShown = asShown;
  }

  read(operation: Operation, body: RequestBody, caps: Caps): Readable | Refusal {
    if (operation === 'pacer') {
      const request = readDocketRequest(body, caps);
      if (isRefusal(request)) return request;
      const { from, size, entrySize } = request;
      return { reading: () => this.#dockets(request), plan: { from, size, entrySize, entryOrder }, litigation: false };
    }
    const request = readDesignRequest(body, caps.num);
    if (isRefusal(request)) return request;
    const { from, num: size, litigation } = request;
    return { reading: () => this.#designs(request), plan: { from, size, entrySize: 0, entryOrder }, litigation };
  }

  #dockets(request: DocketRequest): Reading {
    const rows = this.#remember(`pacer ${JSON.stringify(request.filters)}`, () =>
      searchDockets(this.#records.dockets, request),
    );
    const hit = (row: DocketRow, plan: Plan) => cutEntries(this.#asShown(row.hit()), plan.entrySize, plan.entryOrder);
    return readingOf(rows, hit);
  }

  #designs(request: DesignRequest): Reading {
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
    const rows = (this.#results.get(question) as readonly Row[] | undefined) ?? search();
    this.#results.set(question, rows);
    return rows;
  }
}

function readingOf<Row extends { readonly key: string }>(
  rows: readonly Row[],
  hit: (row: Row, plan: Plan, address: string) => object,
): Reading {
  return {
    first: rows[0]?.key,
    page: (plan, address) => ({
      hits: rows.slice(plan.from, plan.from + plan.size).map((row) => hit(row, plan, address)),
      total: rows.length,
      from: plan.from,
    }),
  };
}

/** Replaces the prefix of the sandbox's pictures by its own address. Other addresses stay. */
function withPictureAddress(hit: DesignHit, address: string): DesignHit {
  if (!Array.isArray(hit.IMG_DATA)) return hit;
  const images = hit.IMG_DATA.map((image) =>
    typeof image?.url === 'string' && image.url.startsWith(PICTURES)
      ? { ...image, url: `${address}/images/${image.url.slice(PICTURES.length)}` }
      : image,
  );
  return { ...hit, IMG_DATA: images };
}

/** Number of entries shown for a case of a design. The docket search shows all. */
const ENTRIES = 10;

export const LITIGATION_NOTE =
  'Litigation is matched by registration number. A status other than success means unknown, not none.';

/** Finds cases whose patent numbers include the registration number. */
function litigationOf(dockets: DocketIndex, design: DesignHit): LitigationFields {
  const found = design.IRN ? [...dockets.by.right.get(rightSpelling(design.IRN))] : [];
  const rows = found.sort((a, b) => a.docketId - b.docketId);
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
    entries: cutEntries(docket, ENTRIES, entryOrder).entries ?? [],
  };
}
