import { courtCalled, courtIds } from '../records/courts.ts';
import { knownSources } from '../records/design.ts';
import type { DesignSearch, DocketSearch, WatchConfig } from './config.ts';
import { nearMiss } from './fields/finding.ts';
import { legalFormOf, readCaseNumber } from './searchWords.ts';

/** What the service would refuse, or not do as requested. Without `field` it is about the whole search. */
export interface Verdict {
  readonly level: 'mistake' | 'warning';
  readonly field?: string;
  readonly found?: string;
  readonly why: string;
  readonly accepted?: string;
  readonly suggestion?: string | undefined;
}

function warned(field: string, why: string, accepted: string, suggestion?: string): Verdict[] {
  return [{ level: 'warning', field, why, accepted, suggestion }];
}

/** There a holder or product alone can run into the service's own time-out. */
const slowSources = ['DEID', 'JPID', 'USID', 'KRID', 'EMID'];
const narrowing = ['id', 'idPrefix', 'registrationNumber', 'registered', 'status', 'locarno'] as const;
const narrowingForCnid = ['id', 'idPrefix', 'registered', 'status', 'locarno'] as const;
const filters = [...narrowing, 'holder', 'product', 'designated', 'expires'] as const;

/** Rules of docs/service.md, section 3. */
export function validateDocketSearch(
  search: DocketSearch,
  { wholeWord, courts = [] }: Pick<WatchConfig, 'wholeWord' | 'courts'>,
): Verdict[] {
  const accepted = 'at least one of patentNumber, companyName, caseNumber';
  if (!search.patentNumber && !search.companyName && !search.caseNumber) {
    return [{ level: 'mistake', found: 'no filter', why: 'the service refuses a search without any', accepted }];
  }
  return [
    ...validateShortNames({ companyName: search.companyName }, wholeWord),
    ...validateCompany(search.companyName),
    ...validateCaseNumber(search.caseNumber, courts),
  ];
}

/** Rules of docs/service.md, section 4, for one register. */
export function validateDesignSearch(search: DesignSearch, wholeWord: boolean): Verdict[] {
  const { source } = search;
  const ignored = filters.filter((name) => search[name] && !accepts(source).includes(name));
  const effective = filters.filter((name) => search[name] && !ignored.includes(name));
  const who = (field: string) => (field === 'expires' ? 'the service' : source);
  return [
    ...ignored.flatMap((field) =>
      warned(field, `${who(field)} ignores it, so that the result is wider than asked`, 'leave it out'),
    ),
    ...(effective.length === 0 ? [nothingNarrows(source, ignored)] : []),
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

/** The filters that a register applies. */
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
  const why = `${source} is not a register known to this version, and is requested as written`;
  return warned('source', why, knownSources.join(', '), nearMiss(source, knownSources));
}

/** Holder and product are searched inside every value of a register: too much for some of them. */
function validateBreadth(search: DesignSearch, ignored: readonly string[]): Verdict[] {
  const { source } = search;
  const field = search.holder ? 'holder' : search.product ? 'product' : undefined;
  if (field === undefined || ignored.includes(field)) return [];
  if (source === 'CNID' && !narrowingForCnid.some((name) => search[name])) {
    const accepted = `with it one of ${narrowingForCnid.join(', ')}`;
    return [{ level: 'mistake', field, why: 'CNID refuses it alone', accepted }];
  }
  const narrowed = narrowing.some((name) => search[name] && !ignored.includes(name));
  if (narrowed || !slowSources.includes(source)) return [];
  const accepted = `better with one of ${narrowing.filter((name) => accepts(source).includes(name)).join(', ')}`;
  return warned(field, `${source} may run into the service's time-out when nothing narrows it`, accepted);
}

/** Names are matched as prefix (company) or substring (holder, product): "DOK" also finds "Hatsudoki". */
function validateShortNames(names: Readonly<Record<string, string | undefined>>, wholeWord: boolean): Verdict[] {
  if (wholeWord) return [];
  const short = Object.entries(names).filter(([, name]) => name !== undefined && [...name].length < 5);
  const why = 'so short a name is also found inside longer words';
  return short.flatMap(([field]) => warned(field, why, 'wholeWord: true beside it, or a longer name'));
}

/** Compared as a prefix with its comma: "Rival Inc" is not the beginning of "Rival, Inc.". */
function validateCompany(companyName = ''): Verdict[] {
  const form = legalFormOf(companyName);
  if (form === undefined) return [];
  const why = "it is compared as the beginning of the party's name, including the comma";
  const suggestion = companyName.slice(0, -form.length).trim();
  return warned('companyName', why, `the name without ${JSON.stringify(form)}`, suggestion);
}

/** Numbers are compared exactly, and nothing shows that courts write a number differently. */
function validateCaseNumber(caseNumber: string | undefined, courts: readonly string[]): Verdict[] {
  const { candidates } = caseNumber === undefined ? {} : readCaseNumber(caseNumber, courts);
  if (candidates === undefined) return [];
  const isTrial = /^(IPR|PGR|CBM|DER|PTAB)/i.test(caseNumber ?? '');
  const court = courts.length > 0 ? '' : ', or with court: beside it what that court writes';
  const why = isTrial
    ? 'trials of the PTAB are in no court docket, and the service compares the number exactly'
    : 'the service compares it exactly, and district courts write it differently';
  const accepted = `like 1:20-cv-00168, the number of the office first${court}`;
  return warned('caseNumber', why, accepted, candidates.join(' or ') || undefined);
}

/** A court with an unknown id may exist; a mistyped id filters out every case. */
export function validateCourt(court: string): Verdict[] {
  if (courtCalled(court) !== undefined) return [];
  const why = `${court} is not a court known to this version: only cases whose court has exactly this id count`;
  return warned('court', why, 'the id of a court like ded, txed, cafc', nearMiss(court, courtIds()));
}
