import type { DocketIndex, DocketRow } from './docketIndex.ts';
import { nameSpelling, patentSpelling } from './entryWindow.ts';
import { CODES, isRefusal, type Refusal, refuse } from './refusal.ts';
import { countField, type RequestBody, textFields } from './requestFields.ts';

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
