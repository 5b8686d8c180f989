import { hash } from 'node:crypto';
import { listedUpTo } from '../base/words/sentence.ts';
import { isDistrictCourt, officesOf, shortCourt } from '../records/courts.ts';
import { knownSources, registerCalled, wholeClasses } from '../records/design.ts';
import { readDocketNumber, readPatentNumber, writeDocketNumber } from '../records/docket.ts';
import type { Operation, Query } from '../records/query.ts';
import type { DesignSearch, DocketSearch, WatchConfig } from './config.ts';

export function queryOf(search: DocketSearch | DesignSearch): Query {
  return search.type === 'dockets'
    ? build('pacer', {
        patentNumber: search.patentNumber?.replace(/[\s,]/g, '').toUpperCase(),
        companyName: search.companyName?.trim(),
        caseNumber: search.caseNumber?.trim(),
      })
    : build('wipo', {
        source: search.source,
        hol: search.holder,
        lcs: search.locarno,
        prod: search.product,
        irn: search.registrationNumber,
        id: search.id,
        id_search: search.idPrefix,
        ds: search.designated,
        rd: search.registered,
        ed: search.expires,
        status: search.status,
        enable_litigation: search.litigation,
      });
}

function build(operation: Operation, fields: Record<string, string | boolean | undefined>): Query {
  const body: Record<string, string | true> = {};
  for (const name of Object.keys(fields).sort()) {
    const value = fields[name];
    // Blank and false mean "no filter" (docs/service.md, section 4). Without them, equal searches have equal bodies.
    if (value !== undefined && value !== '' && value !== false) body[name] = value;
  }
  return { id: hash('sha256', JSON.stringify([operation, body]), 'hex').slice(0, 16), operation, body };
}

/** Returns sentences on what courts and registers write instead; none when the search seems right. */
export function whyWatchFindsNothing({ searches, courts }: Pick<WatchConfig, 'searches' | 'courts'>): string[] {
  return [...new Set(searches.flatMap((search) => whyNothing(search, courts)))];
}

export function whyNothing(search: DocketSearch | DesignSearch, courts: readonly string[] = []): string[] {
  return search.type === 'dockets'
    ? [...ofCaseNumber(search.caseNumber, courts), ...ofCompany(search.companyName), ...ofPatent(search.patentNumber)]
    : [...ofSource(search.source), ...ofHolder(search.holder)];
}

function ofCaseNumber(caseNumber: string | undefined, courts: readonly string[]): string[] {
  if (caseNumber === undefined) return [];
  const { number, candidates = number === caseNumber ? undefined : [number] } = readCaseNumber(caseNumber, courts);
  if (candidates === undefined) return [];
  const examples = candidates.length > 0 ? candidates.join(' or ') : '1:20-cv-00168';
  return [`Courts write ${examples}, with the number of the office first: the service compares it exactly.`];
}

function ofCompany(companyName = ''): string[] {
  const form = legalFormOf(companyName);
  return [
    ...(form === undefined
      ? []
      : [`It is compared as the beginning of the party's name, including the comma: leave "${form}" out.`]),
    ...(/^the\s/i.test(companyName) ? ['Parties are often entered without "The": leave it out.'] : []),
  ];
}

function ofPatent(patentNumber = ''): string[] {
  const number = readPatentNumber(patentNumber);
  return number === undefined || number === patentNumber.replaceAll(/[\s,]/g, '').toUpperCase()
    ? []
    : [`Patent numbers are kept without country, kind code and leading zeros: ${number}.`];
}

function ofSource(source: string): string[] {
  if (knownSources.some((known) => known === source)) return [];
  const register = registerCalled(source);
  return [
    register !== source.toUpperCase()
      ? `The service calls that register ${register}.`
      : `Registers are ${knownSources.join(', ')}.`,
  ];
}

function ofHolder(holder = ''): string[] {
  const form = legalFormOf(holder);
  const umlaut = holder.replace(/([aou])e/gi, (_, vowel: string) => ({ a: 'ä', o: 'ö', u: 'ü' })[vowel] ?? `${vowel}e`);
  return [
    ...(form === undefined ? [] : [`Holders are entered with and without their legal form: leave "${form}" out.`]),
    ...(umlaut === holder ? [] : [`Registers may write ${umlaut}.`]),
  ];
}

const legalForm =
  /(,?\s+(&\s+)?(inc|incorporated|llc|llp|lp|ltd|limited|corp|corporation|co|gmbh|ag|kg|plc|s\.?a|b\.?v|n\.?v)\.?)+$/i;

/** Returns the whole legal form, such as `, Inc.` or `Co., Ltd.`; undefined without one. */
export function legalFormOf(name: string): string | undefined {
  return legalForm.exec(name)?.[0].trim();
}

const written = /^\d:\d{2}-[a-z]{2}-\d{5}$/;

/** `1:2020cv00168` is complete. `20-168` lacks the office, which is certain only for courts with a single office. */
export function readCaseNumber(text: string, courts: readonly string[] = []) {
  const isElsewhere = courts.length > 0 && courts.every((court) => !isDistrictCourt(court));
  if (written.test(text) || isElsewhere) return { number: text };
  const parts = readDocketNumber(text);
  if (parts === undefined || parts.serial.length > 5) return { number: text, candidates: [] };
  const known = [...new Set(courts.flatMap(officesOf))];
  const [office, another] = parts.office === undefined ? known : [parts.office];
  const isCertain = office !== undefined && another === undefined && (parts.type !== undefined || courts.length > 0);
  if (isCertain) return { number: writeDocketNumber(parts, office) };
  const offices = parts.office === undefined ? (known.length > 0 ? known : ['1']) : [parts.office];
  return { number: text, candidates: offices.map((one) => writeDocketNumber(parts, one)) };
}

const docketWords = [
  ['patentNumber', 'patent number'],
  ['companyName', 'company'],
  ['caseNumber', 'case number'],
] as const;

const designWords = [
  ['holder', 'holder'],
  ['product', 'product'],
  ['locarno', 'Locarno class'],
  ['registrationNumber', 'registration number'],
  ['id', 'id'],
  ['idPrefix', 'id beginning with'],
  ['designated', 'designating'],
  ['status', 'status'],
  ['registered', 'registered'],
  ['expires', 'expiring'],
] as const;

const mostNamed = 4;

type Described = Pick<WatchConfig, 'searches' | 'courts' | 'wholeWord'>;

/** Returns text like `designs in HAGUE or EMID: holder Rival, Locarno class 09-01 or 09-03, only whole words`. */
export function describeWatch({ searches, courts = [], wholeWord }: Described): string {
  const whole = wholeWord ? ', only whole words' : '';
  const narrowed = courts.length === 0 ? '' : `, court ${either(courts.map((court) => shortCourt(court, undefined)))}`;
  return `${describeSearches(searches)}${whole}${narrowed}`;
}

/** Returns text like `dockets: patent number 6,834,603` or `designs in HAGUE: holder Rival, status ACT`. */
export function describeSearch(search: DocketSearch | DesignSearch): string {
  return describeSearches([search]);
}

function describeSearches(searches: readonly (DocketSearch | DesignSearch)[]): string {
  const dockets = searches.filter((search) => search.type === 'dockets');
  const designs = searches.filter((search) => search.type === 'designs');
  const inDesigns = () => {
    const registers = either(designs.map((search) => search.source));
    const litigation = designs.some((search) => search.litigation) ? ', with their litigation' : '';
    return `designs in ${registers}: ${filtersIn(designs, designWords)}${litigation}`;
  };
  return [
    ...(dockets.length > 0 ? [`dockets: ${filtersIn(dockets, docketWords)}`] : []),
    ...(designs.length > 0 ? [inDesigns()] : []),
  ].join('; ');
}

function filtersIn<Field extends string>(
  searches: readonly { readonly [Key in Field]?: string | undefined }[],
  words: readonly (readonly [field: Field, word: string])[],
): string {
  return words
    .flatMap(([field, word]) => {
      const values = searches.flatMap((search) => search[field] || []);
      return values.length === 0 ? [] : [`${word} ${either(asSpoken(field, values))}`];
    })
    .join(', ');
}

function asSpoken(field: string, values: readonly string[]): string[] {
  if (field === 'locarno') return wholeClasses(values);
  return field === 'patentNumber' ? values.map(withCommas) : [...values];
}

/** Returns `A`, `A or B`, or `A, B, C, D or 3 more`. */
function either(values: readonly string[]): string {
  return listedUpTo(mostNamed, [...new Set(values)], undefined, 'or');
}

/** 6834603 → 6,834,603; D1234567 → D1,234,567. Longer numbers (applications) stay unchanged. */
function withCommas(number: string): string {
  const parts = /^([A-Z]*)(\d{4,8})$/.exec(number.replaceAll(/[\s,]/g, '').toUpperCase());
  return parts === null ? number : `${parts[1]}${parts[2]?.replaceAll(/\B(?=(\d{3})+$)/g, ',')}`;
}
