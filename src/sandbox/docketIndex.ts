import { nameSpelling, patentSpelling, rightSpelling } from './entryWindow.ts';
import { type DocketHit, docketKey, textIn, textsIn } from './hits.ts';
import { Postings, PrefixIndex } from './postings.ts';
import { CODES, countField, isRefusal, type Refusal, type RequestBody, refuse, textFields } from './request.ts';

/** What the index knows of a docket; the hit with its entries is made when somebody asks for it. */
export interface DocketRow {
  readonly key: string;
  readonly docketId: number;
  readonly caseNumber: string;
  readonly patentNumbers: readonly string[];
  readonly parties: readonly string[];
  readonly dateFiled: string;
  /** Its id, '' where there is none. */
  readonly court: string;
  hit(): DocketHit;
}

/** @param header the hit, with or without entries; `hit` yields it whole */
export function docketRow(header: DocketHit, hit: () => DocketHit): DocketRow {
  return {
    key: docketKey(header),
    docketId: header.docketId,
    caseNumber: nameSpelling(textIn(header.docketNumber)),
    patentNumbers: textsIn(header.patentNumbers).map(patentSpelling),
    parties: textsIn(header.parties).map(nameSpelling),
    dateFiled: textIn(header.dateFiled),
    court: textIn(header.courtId),
    hit,
  };
}

/** Dockets by key, patent number, case number and the beginning of a party's name. No search walks over all of them. */
export class DocketIndex {
  readonly #rows = new Map<string, DocketRow>();
  readonly #patents = new Postings<DocketRow>();
  readonly #rights = new Postings<DocketRow>();
  readonly #caseNumbers = new Postings<DocketRow>();
  readonly #parties = new PrefixIndex<DocketRow>();

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): DocketRow | undefined {
    return this.#rows.get(key);
  }

  keys(): IterableIterator<string> {
    return this.#rows.keys();
  }

  put(row: DocketRow): void {
    this.remove(row.key);
    this.#rows.set(row.key, row);
    for (const patent of row.patentNumbers) {
      this.#patents.add(patent, row);
      this.#rights.add(rightSpelling(patent), row);
    }
    for (const party of row.parties) this.#parties.add(party, row);
    this.#caseNumbers.add(row.caseNumber, row);
  }

  remove(key: string): boolean {
    const row = this.#rows.get(key);
    if (!row) return false;
    this.#rows.delete(key);
    for (const patent of row.patentNumbers) {
      this.#patents.remove(patent, row);
      this.#rights.remove(rightSpelling(patent), row);
    }
    for (const party of row.parties) this.#parties.remove(party, row);
    this.#caseNumbers.remove(row.caseNumber, row);
    return true;
  }

  byPatent(patentNumber: string): ReadonlySet<DocketRow> {
    return this.#patents.get(patentSpelling(patentNumber));
  }

  byCaseNumber(caseNumber: string): ReadonlySet<DocketRow> {
    return this.#caseNumbers.get(nameSpelling(caseNumber));
  }

  byPartyPrefix(companyName: string): ReadonlySet<DocketRow> {
    return this.#parties.startingWith(nameSpelling(companyName));
  }

  /** Cases that assert a registered design, however its number is written. */
  byRight(registrationNumber: string): ReadonlySet<DocketRow> {
    return this.#rights.get(rightSpelling(registrationNumber));
  }
}

/** A docket request (docs/service.md, section 3), defaults and caps applied. */
export interface DocketRequest {
  readonly patentNumber?: string;
  readonly companyName?: string;
  readonly caseNumber?: string;
  readonly from: number;
  readonly size: number;
  readonly entrySize: number;
}

export interface DocketCaps {
  readonly size: number;
  readonly entrySize: number;
}

/** docs/service.md, section 3. */
export const DOCKET_CAPS: DocketCaps = { size: 50, entrySize: 200 };

export function readDocketRequest(body: RequestBody, caps: DocketCaps): DocketRequest | Refusal {
  const filters = textFields(body, ['patentNumber', 'companyName', 'caseNumber']);
  if (isRefusal(filters)) return filters;
  if (Object.keys(filters).length === 0) {
    return refuse(
      CODES.missingParameter,
      'parameter missing: one of patentNumber, companyName, caseNumber is required',
    );
  }
  const from = countField(body, 'from', { preset: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  if (typeof from === 'object') return from;
  const size = countField(body, 'size', { preset: 10, least: 1, most: caps.size });
  if (typeof size === 'object') return size;
  const entrySize = countField(body, 'entrySize', { preset: 50, least: 0, most: caps.entrySize });
  if (typeof entrySize === 'object') return entrySize;
  return { ...filters, from, size, entrySize };
}

/** Every docket that matches all filters given, latest filed first. */
export function searchDockets(index: DocketIndex, request: DocketRequest): DocketRow[] {
  const { patentNumber, companyName, caseNumber } = request;
  const sets: ReadonlySet<DocketRow>[] = [];
  if (patentNumber !== undefined) sets.push(index.byPatent(patentSpelling(patentNumber)));
  if (companyName !== undefined) sets.push(index.byPartyPrefix(nameSpelling(companyName)));
  if (caseNumber !== undefined) sets.push(index.byCaseNumber(caseNumber));
  const [smallest, ...others] = sets.sort((a, b) => a.size - b.size);
  return [...(smallest ?? [])].filter((row) => others.every((set) => set.has(row))).sort(latestFirst);
}

function latestFirst(a: DocketRow, b: DocketRow): number {
  if (a.dateFiled !== b.dateFiled) return a.dateFiled < b.dateFiled ? 1 : -1;
  return b.docketId - a.docketId;
}
