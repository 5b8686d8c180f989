import { longestKey } from './fieldForm.ts';

/** A court case that concerns a design, from `enable_litigation` (docs/service.md, section 6.4). */
export interface LitigationCase {
  readonly caseId: string;
  readonly docketNumber: string;
  readonly caseName: string;
  readonly court: string;
  readonly status: string;
  readonly dateFiled: string;
  readonly parties: readonly string[];
  readonly patentNumbers: readonly string[];
}

export interface DesignImage {
  readonly filename: string;
  /** Absolute, on the service's own address; host and query may move without being news. */
  readonly url: string;
}

/**
 * A design registration (docs/service.md, section 6) in normal form. `undefined`: the response has no such field; '' or []: blank.
 */
export type DesignList = 'holders' | 'products' | 'locarno' | 'designated' | 'images';

export interface Design {
  readonly type: 'design';
  /** `ID`, else `SOURCE.IRN`. */
  readonly key: string;
  readonly source: string;
  readonly id?: string | undefined;
  /** IRN */
  readonly registrationNumber?: string | undefined;
  /** HOL */
  readonly holders?: readonly string[] | undefined;
  /** PROD */
  readonly products?: readonly string[] | undefined;
  /** LCS, as `23-01` */
  readonly locarno?: readonly string[] | undefined;
  /** DS, two letters each */
  readonly designated?: readonly string[] | undefined;
  /** RD by its day, `YYYY-MM-DD` */
  readonly registered?: string | undefined;
  /** ED, `YYYY-MM-DD` */
  readonly expires?: string | undefined;
  /** STATUS: ACT, PEND, EXP, DEL …; an open list */
  readonly status?: string | undefined;
  /** DC: how many designs the registration holds */
  readonly designCount?: number | undefined;
  /** DETAIL_URL: to link to, never to fetch (docs/service.md, section 10) */
  readonly detailUrl?: string | undefined;
  readonly images?: readonly DesignImage[] | undefined;
  /** Lists in which the response had a null or blank element: an item that they lack is no news. */
  readonly unread?: readonly DesignList[] | undefined;
  /** DETAIL_DATA.structured, every key that came */
  readonly details?: Readonly<Record<string, string>> | undefined;
  /** undefined unless `litigationStatus` was `success`: `failed` and `skipped` mean unknown, never "no cases". */
  readonly litigation?: readonly LitigationCase[] | undefined;
}

/** The part of an image's address that stays the same: its path. Host, query and fragment change without being news. */
export function imagePathOf(url: string): string {
  const scheme = url.indexOf('://');
  const start = scheme < 0 ? 0 : url.indexOf('/', scheme + 3);
  if (start < 0) return '/';
  const query = url.indexOf('?', start);
  const fragment = url.indexOf('#', start);
  const end = query < 0 || (fragment >= 0 && fragment < query) ? fragment : query;
  return end < 0 ? url.slice(start) : url.slice(start, end);
}

/** One copy of a design with what it leaves out, shows blank or in part, and another copy in the same result shows. */
export function fillBlanks(design: Design, other: Design): Design {
  const partly = design.unread?.filter((list) => isBlank(other[list]) || other.unread?.includes(list)) ?? [];
  const fromOther = other.unread?.filter((list) => isBlank(design[list])) ?? [];
  const whole = design.unread?.filter((list) => !partly.includes(list)).map((list) => [list, other[list]]) ?? [];
  const unread = [...new Set([...partly, ...fromOther])];
  const filled = { ...design, ...onlyFilled(other), ...onlyFilled(design), ...Object.fromEntries(whole) };
  const details = { ...design.details, ...onlyFilled(other.details ?? {}), ...onlyFilled(design.details ?? {}) };
  return {
    ...filled,
    ...(design.details || other.details ? { details } : {}),
    unread: unread.length > 0 ? unread : undefined,
  };
}

function onlyFilled<Fields extends object>(fields: Fields): Partial<Fields> {
  const filled = Object.entries(fields).filter(([, value]) => !isBlank(value));
  return Object.fromEntries(filled) as Partial<Fields>;
}

/** Whether a field has no value: it is absent, or shown blank. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** `SOURCE.IRN`; undefined where one of them is missing, or both are too long to be a key. */
export function composedKey(source: string | undefined, registrationNumber: string | undefined): string | undefined {
  if (!source || !registrationNumber) return undefined;
  const key = `${source}.${registrationNumber}`;
  return key.length <= longestKey ? key : undefined;
}
