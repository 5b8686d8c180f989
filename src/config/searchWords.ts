import { hash } from 'node:crypto';
import { capitalized, listed, listedUpTo } from '../base/words/sentence.ts';
import { isDistrictCourt, officesOf, shortCourt } from '../records/courts.ts';
import { knownSources, wholeClasses } from '../records/design.ts';
import { isDigitsAlone, readDocketNumber, writeDocketNumber } from '../records/docket.ts';
import type { Operation, Query } from '../records/query.ts';
import type { DesignSearch, DocketSearch, WatchConfig } from './config.ts';
import { nearMiss } from './fields/finding.ts';

const docketFields = [
  ['patentNumber', 'patent number'],
  ['companyName', 'company'],
  ['caseNumber', 'case number'],
] as const;

/** The fields, their words, and how the service names them. */
const designFields = [
  ['holder', 'holder', 'hol'],
  ['product', 'product', 'prod'],
  ['locarno', 'Locarno class', 'lcs'],
  ['registrationNumber', 'registration number', 'irn'],
  ['id', 'id', 'id'],
  ['idPrefix', 'id beginning with', 'id_search'],
  ['designated', 'designating', 'ds'],
  ['status', 'status', 'status'],
  ['registered', 'registered', 'rd'],
  ['expires', 'expiring', 'ed'],
] as const;

export function queryOf(search: DocketSearch | DesignSearch): Query {
  const { type, ...fields } = search;
  if (type === 'dockets') {
    const patentNumber = search.patentNumber?.replace(/[\s,]/g, '').toUpperCase();
    return build('pacer', { ...fields, patentNumber });
  }
  const named = designFields.map(([field, , name]) => [name, search[field]]);
  const { source, litigation } = search;
  return build('wipo', { ...Object.fromEntries(named), source, enable_litigation: litigation });
}

function build(operation: Operation, fields: Record<string, string | boolean | undefined>): Query {
  const body: Record<string, string | true> = {};
  for (const name of Object.keys(fields).sort()) {
    const given = fields[name];
    const value = typeof given === 'string' ? given.trim() : given;
    // Blank and false mean "no filter" (docs/service.md, section 4). Without them, equal searches have equal bodies.
    if (value !== undefined && value !== '' && value !== false) body[name] = value;
  }
  return { id: hash('sha256', JSON.stringify([operation, body]), 'hex').slice(0, 16), operation, body };
}

/** A search that differs from what courts and registers write, and what to write instead. */
export interface Doubt {
  readonly field: 'source' | 'registrationNumber' | 'companyName' | 'caseNumber';
  readonly why: string;
  readonly accepted: string;
  readonly suggestion?: string | undefined;
}

type Courts = readonly string[] | undefined;

export function doubtsAbout(search: DocketSearch | DesignSearch, courts: Courts): Doubt[] {
  if (search.type === 'designs') return [...doubtsAboutSource(search.source), ...doubtsAboutNumber(search)];
  return [...doubtsAboutCompany(search.companyName), ...doubtsAboutCaseNumber(search.caseNumber, courts)];
}

function doubtsAboutSource(source: string): Doubt[] {
  if (knownSources.some((known) => known === source)) return [];
  const why = `${source} is not a register known to this version, and is requested as written`;
  return [{ field: 'source', why, accepted: knownSources.join(', '), suggestion: nearMiss(source, knownSources) }];
}

function doubtsAboutNumber({ source, registrationNumber = '' }: DesignSearch): Doubt[] {
  if (source !== 'HAGUE' || !isDigitsAlone(registrationNumber)) return [];
  const why = 'the service compares it exactly, and HAGUE writes DM/ before the digits';
  const suggestion = `DM/${registrationNumber.replaceAll(/\D/g, '')}`;
  return [{ field: 'registrationNumber', why, accepted: 'a number like DM/214567', suggestion }];
}

/** The service compares a prefix: "Rival Inc" is not the beginning of "Rival, Inc.". */
function doubtsAboutCompany(companyName = ''): Doubt[] {
  const form = legalFormOf(companyName);
  if (form === undefined) return [];
  const why = "a party's name must begin with exactly this, and courts write legal forms in different ways";
  const suggestion = companyName.slice(0, -form.length).trim();
  return [{ field: 'companyName', why, accepted: `the name without ${JSON.stringify(form)}`, suggestion }];
}

/** The service compares numbers exactly, and nothing shows that courts write a number differently. */
function doubtsAboutCaseNumber(caseNumber: string | undefined, courts: Courts = []): Doubt[] {
  const { candidates } = caseNumber === undefined ? {} : readCaseNumber(caseNumber, courts);
  if (candidates === undefined) return [];
  const written = candidates.length === 0 ? 'none so' : 'this one differently';
  const isTrial = /^(IPR|PGR|CBM|DER|PTAB)/i.test(caseNumber ?? '');
  const court = courts.length > 0 || candidates.length === 0 ? '' : ', or add the court to the watch';
  const why = isTrial
    ? 'trials of the PTAB are in no court docket, and the service compares the number exactly'
    : `the service compares case numbers exactly, and district courts write ${written}`;
  const accepted = `the whole number from the docket, such as 1:20-cv-00168${court}`;
  return [{ field: 'caseNumber', why, accepted, suggestion: candidates.join(' or ') || undefined }];
}

/** Returns sentences on why a watch may find nothing; none when the search seems right. */
export function whyWatchFindsNothing({ searches, courts }: Pick<WatchConfig, 'searches' | 'courts'>): string[] {
  return [...new Set(searches.flatMap((search) => whyNothing(search, courts)))];
}

export function whyNothing(search: DocketSearch | DesignSearch, courts?: Courts): string[] {
  return [
    ...doubtsAbout(search, courts).map(({ field, why, accepted, suggestion = accepted }) => {
      // Without a court nobody knows the office that a case number begins with.
      const isGuess = field === 'caseNumber' && !courts?.length;
      return `${capitalized(why)}: write ${isGuess ? accepted : suggestion}.`;
    }),
    ...(search.type === 'designs' ? ofHolder(search.holder) : []),
    ...(search.type === 'dockets' && /^the\s/i.test(search.companyName ?? '')
      ? ['Parties are often entered without "The": leave it out.']
      : []),
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

const asCourtsWrite = /^\d:\d{2}-[a-z]{2}-\d{5}$/;

/** `1:2020cv00168` is complete. `20-168` lacks the office, which is certain only for courts with a single office. */
export function readCaseNumber(text: string, courts: readonly string[] = []) {
  const isElsewhere = courts.length > 0 && courts.every((court) => !isDistrictCourt(court));
  if (asCourtsWrite.test(text) || isElsewhere) return { number: text };
  const parts = readDocketNumber(text);
  if (parts === undefined || parts.serial.length > 5) return { number: text, candidates: [] };
  const known = [...new Set(courts.flatMap(officesOf))];
  const [office, another] = parts.office === undefined ? known : [parts.office];
  const isCertain = office !== undefined && another === undefined && (parts.type !== undefined || courts.length > 0);
  if (isCertain) return { number: writeDocketNumber(parts, office) };
  const offices = parts.office === undefined ? (known.length > 0 ? known : ['1']) : [parts.office];
  return { number: text, candidates: offices.map((one) => writeDocketNumber(parts, one)) };
}

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
    return `designs in ${registers}: ${filtersIn(designs, designFields)}${litigation}${ignoredWords(designs)}`;
  };
  return [
    ...(dockets.length > 0 ? [`dockets: ${filtersIn(dockets, docketFields)}`] : []),
    ...(designs.length > 0 ? [inDesigns()] : []),
  ].join('; ');
}

export function ignoredBy(source: string): (keyof DesignSearch)[] {
  return ['expires', ...(source === 'USID' ? ['status' as const] : []), ...(source === 'JPID' ? ofJpid : [])];
}

const ofJpid = ['holder', 'product'] as const;

/** Returns ` (JPID ignores holder)`, or '' if every register applies every filter. */
function ignoredWords(searches: readonly DesignSearch[]): string {
  const words = searches.flatMap((search) => {
    const ignored = designFields.filter(([field]) => ignoredBy(search.source).includes(field) && search[field]);
    return ignored.length === 0 ? [] : [`${search.source} ignores ${listed(ignored.map(([field]) => field))}`];
  });
  return words.length === 0 ? '' : ` (${[...new Set(words)].join('; ')})`;
}

function filtersIn<Field extends string>(
  searches: readonly { readonly [Key in Field]?: string | undefined }[],
  fields: readonly (readonly [field: Field, words: string, ...unknown[]])[],
): string {
  return fields
    .flatMap(([field, words]) => {
      const values = searches.flatMap((search) => search[field] || []);
      return values.length === 0 ? [] : [`${words} ${either(asSpoken(field, values))}`];
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
