import type { DesignIndex, DesignRow, SourceIndex } from './designIndex.ts';
import { nameSpelling } from './entryWindow.ts';
import { CODES, countField, isRefusal, type Refusal, type RequestBody, refuse, textFields } from './request.ts';

const FILTERS = ['irn', 'ds', 'ed', 'hol', 'id', 'id_search', 'lcs', 'prod', 'rd', 'status'] as const;
type Filter = (typeof FILTERS)[number];

/** A design request (docs/service.md, section 4), defaults and caps applied. */
export interface DesignRequest {
  readonly source: string;
  /** As given, blank ones left out; some of them count for nothing with this source. */
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly from: number;
  readonly num: number;
  readonly litigation: boolean;
}

/** docs/service.md, section 4 (some say 1000). */
export const DESIGN_CAP = 100;

/** CNID applies `hol` and `prod` only beside one of these. */
const CNID_NARROWING: readonly Filter[] = ['id', 'id_search', 'rd', 'status', 'lcs'];

export function readDesignRequest(body: RequestBody, cap: number): DesignRequest | Refusal {
  const texts = textFields(body, ['source', ...FILTERS]);
  if (isRefusal(texts)) return texts;
  const { source, ...filters } = texts;
  const refusal = refuseFilters(source, filters);
  if (refusal || source === undefined) return refusal ?? refuse(CODES.missingParameter, 'source is required');
  const from = countField(body, 'from', { preset: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
  if (typeof from === 'object') return from;
  const num = countField(body, 'num', { preset: 10, least: 1, most: cap });
  if (typeof num === 'object') return num;
  const litigation = body.enable_litigation ?? false;
  if (typeof litigation !== 'boolean') {
    return refuse(CODES.badParameter, 'parameter error: enable_litigation must be true or false');
  }
  return { source: source.toUpperCase(), filters, from, num, litigation };
}

function refuseFilters(source: string | undefined, filters: DesignRequest['filters']): Refusal | undefined {
  if (source === undefined) return refuse(CODES.missingParameter, 'parameter missing: source is required');
  if (/[\s,;|]/.test(source)) return refuse(CODES.badParameter, 'parameter error: one source per call');
  if (Object.keys(filters).length === 0) {
    return refuse(CODES.missingParameter, 'parameter missing: at least one filter beside source is required');
  }
  const byName = filters.hol !== undefined || filters.prod !== undefined;
  if (source.toUpperCase() === 'CNID' && byName && !CNID_NARROWING.some((name) => filters[name] !== undefined)) {
    return refuse(
      CODES.badParameter,
      `parameter error: CNID takes hol or prod only with one of ${CNID_NARROWING.join(', ')}`,
    );
  }
  if (filters.rd !== undefined && !/^\d{4}(-\d{2}-\d{2})?$/.test(filters.rd)) {
    return refuse(CODES.badParameter, 'parameter error: rd is a year (2026) or a day (2026-11-20)');
  }
  return undefined;
}

/** Filters that the service takes without a word and does not apply, so that the result is wider than asked. */
function isIgnored(source: string, filter: Filter): boolean {
  if (filter === 'ed') return true;
  if (filter === 'status') return source === 'USID';
  return source === 'JPID' && (filter === 'hol' || filter === 'prod');
}

/** Every registration of the source that matches all filters it applies, latest registered first. */
export function searchDesigns(index: DesignIndex, request: DesignRequest): DesignRow[] {
  const source = index.source(request.source);
  if (!source) return [];
  const sets: ReadonlySet<DesignRow>[] = FILTERS.flatMap((filter) => {
    const value = request.filters[filter];
    return value === undefined || isIgnored(request.source, filter) ? [] : [matching(source, filter, value)];
  });
  const [smallest, ...others] = sets.sort((a, b) => a.size - b.size);
  return [...(smallest ?? source.rows)].filter((row) => others.every((set) => set.has(row))).sort(latestFirst);
}

function matching(source: SourceIndex, filter: Filter, value: string): ReadonlySet<DesignRow> {
  switch (filter) {
    case 'irn':
      return source.irn.get(value);
    case 'id':
      return source.id.exactly(value);
    case 'id_search':
      return source.id.startingWith(value);
    case 'hol':
      return source.holders.containing(nameSpelling(value));
    case 'prod':
      return source.products.containing(nameSpelling(value));
    case 'lcs':
      return source.locarno.get(value);
    case 'ds':
      return source.designated.get(value.toUpperCase());
    case 'rd':
      return source.registered.startingWith(value);
    case 'status':
      return source.status.get(value.toUpperCase());
    case 'ed':
      return source.rows;
  }
}

function latestFirst(a: DesignRow, b: DesignRow): number {
  if (a.registered !== b.registered) return a.registered < b.registered ? 1 : -1;
  return a.key < b.key ? 1 : -1;
}
