import type { DesignSearch, DocketSearch } from './config.ts';
import { nearMiss } from './schema/nearMiss.ts';

/** Registers known to the service (docs/service.md, section 4); the list may grow. */
export const knownSources = [
  'HAGUE',
  'USID',
  'CNID',
  'EMID',
  'JPID',
  'KRID',
  'DEID',
  'FRID',
  'INID',
  'ITID',
  'ESID',
  'CHID',
] as const;

/** What the service would make of a search: refuse it, or return something else than was requested. */
export interface Verdict {
  readonly level: 'mistake' | 'warning';
  /** The field of the search that it is about; undefined = the search. */
  readonly field?: string;
  readonly found?: string;
  readonly why: string;
  readonly accepted?: string;
  readonly suggestion?: string | undefined;
}

/** Registers on which a holder or product alone can run into the service's own time-out. */
const slowSources = ['DEID', 'JPID', 'USID', 'KRID', 'EMID'];
const narrowing = ['id', 'idPrefix', 'registrationNumber', 'registered', 'status', 'locarno'] as const;
const narrowingForCnid = ['id', 'idPrefix', 'registered', 'status', 'locarno'] as const;
const filters = [...narrowing, 'holder', 'product', 'designated', 'expires'] as const;

/** Rules of docs/service.md, section 3. */
export function validateDocketSearch(search: DocketSearch, wholeWord: boolean): Verdict[] {
  const accepted = 'at least one of patentNumber, companyName, caseNumber';
  if (!search.patentNumber && !search.companyName && !search.caseNumber) {
    return [{ level: 'mistake', found: 'no filter', why: 'the service refuses a search without any', accepted }];
  }
  return [
    ...validateShortNames({ companyName: search.companyName }, wholeWord),
    ...validateCaseNumber(search.caseNumber),
  ];
}

/** Rules of docs/service.md, section 4, for one register. */
export function validateDesignSearch(search: DesignSearch, wholeWord: boolean): Verdict[] {
  const { source } = search;
  const ignored = ignoredFields(search);
  const effective = filters.filter((name) => search[name] && !ignored.includes(name));
  const verdicts: Verdict[] = ignored.map((field) => ({
    level: 'warning',
    field,
    why: `${field === 'expires' ? 'the service' : source} ignores it, so that the result is wider than asked`,
    accepted: 'leave it out',
  }));
  if (effective.length === 0) {
    verdicts.push(nothingNarrows(source, ignored));
  }
  return [
    ...verdicts,
    ...validateSource(source),
    ...validateBreadth(search, ignored),
    ...validateShortNames({ holder: search.holder, product: search.product }, wholeWord),
  ];
}

/** The service refuses a register alone; filters that it ignores leave the whole register. */
function nothingNarrows(source: string, ignored: readonly string[]): Verdict {
  const accepted = `at least one more of ${accepts(source).join(', ')}`;
  return ignored.length === 0
    ? { level: 'mistake', found: 'no filter', why: `the service refuses ${source} alone`, accepted }
    : { level: 'mistake', found: 'no filter that counts', why: `${source} ignores ${ignored.join(', ')}`, accepted };
}

function ignoredFields(search: DesignSearch): (typeof filters)[number][] {
  return filters.filter((name) => search[name] && !accepts(search.source).includes(name));
}

/** The filters that a register heeds. */
function accepts(source: string): (typeof filters)[number][] {
  return filters.filter(
    (name) =>
      name !== 'expires' &&
      !(source === 'USID' && name === 'status') &&
      !(source === 'JPID' && (name === 'holder' || name === 'product')),
  );
}

function validateSource(source: string): Verdict[] {
  if (knownSources.some((known) => known === source)) return [];
  return [
    {
      level: 'warning',
      field: 'source',
      why: `${source} is not a register known to this version, and is asked for as it stands`,
      accepted: knownSources.join(', '),
      suggestion: nearMiss(source, knownSources),
    },
  ];
}

/** Holder and product are looked for inside every value of a register: too much for some of them. */
function validateBreadth(search: DesignSearch, ignored: readonly string[]): Verdict[] {
  const { source } = search;
  const field = search.holder ? 'holder' : search.product ? 'product' : undefined;
  if (field === undefined || ignored.includes(field)) return [];
  if (source === 'CNID' && !narrowingForCnid.some((name) => search[name])) {
    return [
      {
        level: 'mistake',
        field,
        why: 'CNID refuses it alone',
        accepted: `with it one of ${narrowingForCnid.join(', ')}`,
      },
    ];
  }
  const narrowed = narrowing.some((name) => search[name] && !ignored.includes(name));
  if (narrowed || !slowSources.includes(source)) return [];
  return [
    {
      level: 'warning',
      field,
      why: `${source} may run into the service's time-out when nothing narrows it`,
      accepted: `better with one of ${narrowing.filter((name) => accepts(source).includes(name)).join(', ')}`,
    },
  ];
}

/** Names are matched as prefix (company) or substring (holder, product): "DOK" also finds "Hatsudoki". */
function validateShortNames(names: Readonly<Record<string, string | undefined>>, wholeWord: boolean): Verdict[] {
  if (wholeWord) return [];
  return Object.entries(names).flatMap(([field, name]): Verdict[] =>
    name !== undefined && [...name].length < 5
      ? [
          {
            level: 'warning',
            field,
            why: 'so short a name is also found inside longer words',
            accepted: 'wholeWord: true beside it, or a longer name',
          },
        ]
      : [],
  );
}

/** Courts write 1:20-cv-00168; docket pages also show 1:20-CV-168-ABC, which matches nothing. */
function validateCaseNumber(caseNumber: string | undefined): Verdict[] {
  const parts = /^(\d+:\d{2})-([A-Za-z]{2,4})-(\d{1,5})(-[A-Za-z]{2,}.*)?$/.exec(caseNumber ?? '');
  if (parts === null) return [];
  const [, before = '', kind = '', number = ''] = parts;
  const suggestion = `${before}-${kind.toLowerCase()}-${number.padStart(5, '0')}`;
  if (suggestion === caseNumber) return [];
  const why = 'the service compares it exactly, and courts write it otherwise';
  return [{ level: 'warning', field: 'caseNumber', why, suggestion }];
}
