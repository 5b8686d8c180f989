import { type DocketHit, docketKey, type EntryHit, textIn, textsIn } from './hits.ts';
import { CODES, countField, isRefusal, type Refusal, type RequestBody, refuse, textFields } from './request.ts';
import { inAll, nameSpelling, patentSpelling, type Row, rightSpelling, SearchIndex } from './searchIndex.ts';

/** `right`: numbers of patents and registered designs, in any spelling. */
const FIELDS = ['patent', 'right', 'caseNumber', 'party'] as const;

export interface DocketRow extends Row<(typeof FIELDS)[number], DocketHit> {
  readonly docketId: number;
  readonly dateFiled: string;
  /** Court id; '' if there is none. */
  readonly court: string;
}

/** @param header the hit, with or without entries @param hit returns the whole hit */
export function docketRow(header: DocketHit, hit: () => DocketHit): DocketRow {
  const patents = textsIn(header.patentNumbers).map(patentSpelling);
  return {
    key: docketKey(header),
    docketId: header.docketId,
    dateFiled: textIn(header.dateFiled),
    court: textIn(header.courtId),
    values: {
      patent: patents,
      right: patents.map(rightSpelling),
      caseNumber: [nameSpelling(textIn(header.docketNumber))],
      party: textsIn(header.parties).map(nameSpelling),
    },
    hit,
  };
}

export class DocketIndex extends SearchIndex<(typeof FIELDS)[number], DocketRow> {
  constructor() {
    super(FIELDS);
  }
}

/** A docket request (docs/service.md, section 3) with defaults and caps applied. */
export interface DocketRequest {
  readonly filters: Readonly<Partial<Record<'patentNumber' | 'companyName' | 'caseNumber', string>>>;
  readonly from: number;
  readonly size: number;
  readonly entrySize: number;
}

/** Caps of docs/service.md, section 3. */
export const DOCKET_CAPS = { size: 50, entrySize: 200 };

export function readDocketRequest(body: RequestBody, caps: typeof DOCKET_CAPS): DocketRequest | Refusal {
  const filters = textFields(body, ['patentNumber', 'companyName', 'caseNumber']);
  if (isRefusal(filters)) return filters;
  if (Object.keys(filters).length === 0) {
    const message = 'parameter missing: one of patentNumber, companyName, caseNumber is required';
    return refuse(CODES.missingParameter, message);
  }
  const from = countField(body, 'from', { preset: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  if (typeof from === 'object') return from;
  const size = countField(body, 'size', { preset: 10, least: 1, most: caps.size });
  if (typeof size === 'object') return size;
  const entrySize = countField(body, 'entrySize', { preset: 50, least: 0, most: caps.entrySize });
  if (typeof entrySize === 'object') return entrySize;
  return { filters, from, size, entrySize };
}

export function searchDockets({ by }: DocketIndex, { filters }: DocketRequest): DocketRow[] {
  const { patentNumber, companyName, caseNumber } = filters;
  const sets: ReadonlySet<DocketRow>[] = [];
  if (patentNumber !== undefined) sets.push(by.patent.get(patentSpelling(patentNumber)));
  if (caseNumber !== undefined) sets.push(by.caseNumber.get(nameSpelling(caseNumber)));
  if (companyName !== undefined) {
    const prefix = nameSpelling(companyName);
    sets.push(by.party.where((party) => party.startsWith(prefix)));
  }
  return inAll(sets).sort(latestFirst);
}

function latestFirst(a: DocketRow, b: DocketRow): number {
  if (a.dateFiled !== b.dateFiled) return a.dateFiled < b.dateFiled ? 1 : -1;
  return b.docketId - a.docketId;
}

/** Which entries of a long docket a response shows, and in which order. The service does not say (section 11). */
export interface EntryOrder {
  readonly keep: 'newest' | 'oldest';
  /** `stored`: the order of the record. */
  readonly order: 'stored' | 'oldest-first' | 'newest-first';
}

export const DEFAULT_ENTRY_ORDER: EntryOrder = { keep: 'newest', order: 'stored' };

/** Returns the hit with at most `entrySize` entries. `entryTotal` does not change. */
export function cutEntries(hit: DocketHit, entrySize: number, { keep, order }: EntryOrder): DocketHit {
  if (!Array.isArray(hit.entries)) return hit;
  const newestFirst = isNewestFirst(hit.entries);
  const fromTheEnd = (keep === 'newest') !== newestFirst;
  const kept = fromTheEnd ? hit.entries.slice(-entrySize || hit.entries.length) : hit.entries.slice(0, entrySize);
  const turned = order !== 'stored' && (order === 'newest-first') !== newestFirst;
  return { ...hit, entries: turned ? kept.toReversed() : kept };
}

function isNewestFirst(entries: readonly EntryHit[]): boolean {
  const days = entries.map((entry) => Date.parse(entry?.dateFiled)).filter(Number.isFinite);
  return (days[0] ?? 0) > (days.at(-1) ?? 0);
}
