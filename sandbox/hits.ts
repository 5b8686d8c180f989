/** The shapes of docs/service.md, sections 5 and 6. Only identity is certain; any other field may be absent. */

export type Operation = 'pacer' | 'wipo';

/** docs/service.md, section 5.3. The misspelled `patent_sumbers` is the service's name. */
export interface ExtraDocumentHit {
  document_number: number;
  document_href: string;
  pdf_url: string;
  patent_sumbers: string[];
}

/** docs/service.md, section 5.2. `dateFiled` has the form `Nov 16, 2017`. */
export interface EntryHit {
  documentNumber: string;
  dateFiled: string;
  description: string;
  documentHref: string | null;
  pdfUrl: string;
  patentNumbers: string[];
  extraDocument: ExtraDocumentHit[];
}

/** docs/service.md, section 5.1. */
export interface DocketHit {
  docketId: number;
  docketNumber?: string;
  pacerCaseId?: string;
  caseName?: string;
  court?: string;
  courtId?: string;
  assignedTo?: string;
  suitNature?: string;
  jurisdiction?: string;
  status?: string;
  dateFiled?: string;
  dateTerminated?: string;
  parties?: string[];
  patentNumbers?: string[];
  entryTotal?: number;
  entries?: EntryHit[];
}

/** docs/service.md, section 6.3. */
export interface ImageReference {
  filename: string;
  url: string;
}

/** docs/service.md, section 6.1. Either `ID` may be blank, or `SOURCE` and `IRN`. */
export interface DesignHit {
  SOURCE: string;
  ID?: string;
  IRN?: string;
  workerId?: string;
  WORKER_ID?: string;
  IMG?: string[];
  HOL?: string[];
  DETAIL_DATA?: { structured: Record<string, string> };
  version?: string;
  DS?: string[];
  RD?: string;
  STATUS?: string;
  PROD?: string[];
  crawledAt?: string;
  PROCESSED_AT?: string;
  DOC?: string;
  DETAIL_URL?: string;
  LCS?: string[];
  IMG_DATA?: ImageReference[];
  DC?: number;
  ED?: string;
}

/** A case under a design, from `enable_litigation`. */
export interface LitigationCaseHit {
  caseId: string;
  docketNumber: string;
  caseName: string;
  court: string;
  status: string;
  dateFiled: string;
  parties: string[];
  patentNumbers: string[];
  entries: EntryHit[];
}

/** What `enable_litigation` adds to a design hit. */
export interface LitigationFields {
  litigationStatus: 'success' | 'skipped' | 'failed';
  caseTotal: number;
  cases: LitigationCaseHit[];
}

export function isDocketHit(value: unknown): value is DocketHit {
  return typeof value === 'object' && value !== null && 'docketId' in value && Number.isInteger(value.docketId);
}

export function isDesignHit(value: unknown): value is DesignHit {
  if (typeof value !== 'object' || value === null) return false;
  if (!('SOURCE' in value) || typeof value.SOURCE !== 'string' || value.SOURCE === '') return false;
  return isText(value, 'ID') || isText(value, 'IRN');
}

function isText(value: object, field: string): boolean {
  const found: unknown = Reflect.get(value, field);
  return typeof found === 'string' && found !== '';
}

/** Returns a field as text; '' if it is anything else, since files and patches may contain any value. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the texts of a list; [] if it is no list. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function docketKey(hit: DocketHit): string {
  return String(hit.docketId);
}

/** Returns `ID`, else `SOURCE.IRN`: the same identity as everywhere in Tipstaff. */
export function designKey(hit: DesignHit): string {
  return hit.ID || `${hit.SOURCE}.${hit.IRN ?? ''}`;
}
