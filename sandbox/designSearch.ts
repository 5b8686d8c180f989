import { type DesignHit, designKey, textIn, textsIn } from './hits.ts';
import { CODES, countField, isRefusal, type Refusal, type RequestBody, refuse, textFields } from './request.ts';
import { inAll, nameSpelling, type Row, rightSpelling, SearchIndex } from './searchIndex.ts';

/** `right`: the number as in a picture's folder, without slashes and dots. */
const FIELDS = ['source', 'irn', 'right', 'id', 'hol', 'prod', 'lcs', 'ds', 'rd', 'status'] as const;

export type DesignRow = Row<(typeof FIELDS)[number], DesignHit>;

/** @param header the current hit @param hit returns the hit for a response */
export function designRow(header: DesignHit, hit: () => DesignHit): DesignRow {
  return {
    key: designKey(header),
    values: {
      source: [header.SOURCE],
      irn: [textIn(header.IRN)],
      right: [rightSpelling(textIn(header.IRN))],
      id: [textIn(header.ID)],
      hol: textsIn(header.HOL).map(nameSpelling),
      prod: textsIn(header.PROD).map(nameSpelling),
      lcs: textsIn(header.LCS),
      ds: textsIn(header.DS).map((state) => state.toUpperCase()),
      rd: [textIn(header.RD).slice(0, 10)],
      status: [textIn(header.STATUS).toUpperCase()],
    },
    hit,
  };
}

export class DesignIndex extends SearchIndex<(typeof FIELDS)[number], DesignRow> {
  constructor() {
    super(FIELDS);
  }
}

const APPLIED = ['irn', 'ds', 'hol', 'id', 'id_search', 'lcs', 'prod', 'rd', 'status'] as const;
type Applied = (typeof APPLIED)[number];
/** `ed` is accepted but never applied, so the result is wider than requested. */
const FILTERS = [...APPLIED, 'ed'] as const;
type Filter = (typeof FILTERS)[number];

/** A design request (docs/service.md, section 4) with defaults and caps applied. */
export interface DesignRequest {
  readonly source: string;
  /** As sent, without blank ones. Some sources ignore some of these. */
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly from: number;
  readonly num: number;
  readonly litigation: boolean;
}

/** Cap of docs/service.md, section 4, which adds that some say 1000. */
export const DESIGN_CAP = 100;

/** CNID applies `hol` and `prod` only together with one of these. */
const CNID_NARROWING: readonly Filter[] = ['id', 'id_search', 'rd', 'status', 'lcs'];

export function readDesignRequest(body: RequestBody, cap: number): DesignRequest | Refusal {
  const texts = textFields(body, ['source', ...FILTERS]);
  if (isRefusal(texts)) return texts;
  const { source, ...filters } = texts;
  if (source === undefined) return refuse(CODES.missingParameter, 'parameter missing: source is required');
  const refusal = refuseFilters(source, filters);
  if (refusal) return refusal;
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

function refuseFilters(source: string, filters: DesignRequest['filters']): Refusal | undefined {
  if (/[\s,;|]/.test(source)) return refuse(CODES.badParameter, 'parameter error: one source per call');
  if (Object.keys(filters).length === 0) {
    return refuse(CODES.missingParameter, 'parameter missing: at least one filter beside source is required');
  }
  const byName = filters.hol !== undefined || filters.prod !== undefined;
  if (source.toUpperCase() === 'CNID' && byName && !CNID_NARROWING.some((name) => filters[name] !== undefined)) {
    const message = `parameter error: CNID takes hol or prod only with one of ${CNID_NARROWING.join(', ')}`;
    return refuse(CODES.badParameter, message);
  }
  if (filters.rd !== undefined && !/^\d{4}(-\d{2}-\d{2})?$/.test(filters.rd)) {
    return refuse(CODES.badParameter, 'parameter error: rd is a year (2026) or a day (2026-11-20)');
  }
  return undefined;
}

/** These registers accept filters for fields that they lack, and ignore these. */
function isIgnored(source: string, filter: Applied): boolean {
  if (filter === 'status') return source === 'USID';
  return source === 'JPID' && (filter === 'hol' || filter === 'prod');
}

export function searchDesigns(index: DesignIndex, { source, filters }: DesignRequest): DesignRow[] {
  const sets = [index.by.source.get(source)];
  for (const filter of APPLIED) {
    const value = filters[filter];
    if (value !== undefined && !isIgnored(source, filter)) sets.push(matching(index, filter, value));
  }
  return inAll(sets).sort(latestFirst);
}

function matching({ by }: DesignIndex, filter: Applied, value: string): ReadonlySet<DesignRow> {
  switch (filter) {
    case 'irn':
    case 'id':
    case 'lcs':
      return by[filter].get(value);
    case 'ds':
    case 'status':
      return by[filter].get(value.toUpperCase());
    case 'id_search':
      return by.id.where((id) => id.startsWith(value));
    case 'rd':
      return by.rd.where((day) => day.startsWith(value));
    case 'hol':
    case 'prod': {
      const phrase = nameSpelling(value);
      return by[filter].where((name) => name.includes(phrase));
    }
  }
}

function latestFirst(a: DesignRow, b: DesignRow): number {
  const [one = '', other = ''] = [a.values.rd[0], b.values.rd[0]];
  if (one !== other) return one < other ? 1 : -1;
  return a.key < b.key ? 1 : -1;
}
