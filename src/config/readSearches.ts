import { courtCalled, courtIds } from '../records/courts.ts';
import { registerCalled } from '../records/design.ts';
import { asRegistered, splitNumbers } from '../records/docket.ts';
import {
  combinationsOf,
  countCombinations,
  type DesignSearch,
  type DocketSearch,
  type OneOfEach,
  type WatchConfig,
} from './config.ts';
import { type Finding, nearMiss, type Path, type Report, readShape } from './fields/finding.ts';
import { doubtsAbout, ignoredBy, readCaseNumber } from './searchWords.ts';
import { designFields, docketFields, locarno } from './watchSchema.ts';

export interface Searches<Search> extends Pick<WatchConfig, 'wholeWord' | 'courts'> {
  readonly searches: readonly Search[];
}

/** A larger number must be a mistake in the lists, because each search is a query at every due time. */
const mostSearches = 1000;

/** Returns a search for each combination of the lists, or none after a mistake. */
export function readDockets(raw: unknown, path: Path, report: Report): Searches<DocketSearch> {
  const { whole, fields } = readShape(docketFields, raw, path, report);
  if (!whole) return noSearches;
  const { wholeWord = false, court: courts, ...rest } = fields;
  const caseNumber = rest.caseNumber?.map((text) => readCaseNumber(text, courts).number);
  const lists = { ...rest, ...(caseNumber && { caseNumber }) };
  const part: SearchPart = { raw: raw as ReadLists, lists: { ...lists, court: courts }, path, report };
  noteLists(part);
  for (const court of courts ?? []) reportVerdicts(validateCourt(court), part, { court });
  const searches = combine(lists, part).map((one): DocketSearch => ({ type: 'dockets', ...one }));
  for (const search of searches) reportVerdicts(validateDocketSearch(search, { wholeWord, courts }), part, search);
  return { searches, wholeWord, ...(courts && { courts: [...new Set(courts)] }) };
}

/** Returns a search for each combination of the lists, registers first, or none after a mistake. */
export function readDesigns(raw: unknown, path: Path, report: Report): Searches<DesignSearch> {
  const { whole, fields } = readShape(designFields, raw, path, report);
  if (!whole) return noSearches;
  const { wholeWord = false, source: sources, ...filters } = fields;
  const lists = { source: sources.map(registerCalled), ...filters };
  const part: SearchPart = { raw: raw as ReadLists, lists, path, report };
  noteLists(part);
  const searches = combine(lists, part).map(({ source = '', registrationNumber, ...one }): DesignSearch => {
    // Each register writes numbers in its own way.
    const number = registrationNumber && { registrationNumber: asRegistered(source, registrationNumber) };
    return { type: 'designs', ...one, source, ...number };
  });
  for (const search of searches) reportVerdicts(validateDesignSearch(search, wholeWord), part, search);
  return { searches, wholeWord };
}

const noSearches = { searches: [], wholeWord: false };

/** The `dockets:` or `designs:` part of a watch. */
interface SearchPart {
  readonly raw: ReadLists; // As in the file, for comparison with the values read.
  readonly lists: ReadLists;
  readonly path: Path;
  readonly report: Report;
}

type ReadLists = Readonly<Record<string, unknown>>;

function combine<Lists extends object>(lists: Lists, { path, report }: SearchPart): OneOfEach<Lists>[] {
  const distinct = Object.entries(lists).map(([field, value]) => {
    return [field, Array.isArray(value) ? [...new Set<unknown>(value)] : value];
  });
  const count = countCombinations(lists);
  if (count <= mostSearches) return combinationsOf(Object.fromEntries(distinct) as Lists);
  const found = `${count} queries, one for each combination of the listed values`;
  report.mistake({ path, found, accepted: `at most ${mostSearches}; for more, several watches` });
  return [];
}

/** Reports each verdict at the value in the list that it is about. */
function reportVerdicts(verdicts: readonly Verdict[], part: SearchPart, search: ReadLists): void {
  for (const { level, field, ...words } of verdicts) {
    const place = field === undefined ? [] : placeOf(field, part, search);
    part.report[level]({ path: [...part.path, ...place], ...words });
  }
}

function placeOf(field: string, part: SearchPart, search: ReadLists): Path {
  const values = part.lists[field];
  return Array.isArray(values) ? placeAt(field, values.indexOf(search[field]), part, values) : [field];
}

/** A text of the file may stand for several values, which then have no place of their own. */
function placeAt(field: string, index: number, part: SearchPart, values: readonly unknown[]): Path {
  return index < 0 || values.length !== textsOf(part, field).length ? [field] : [field, index];
}

/** Notes that `EUIPO` is read as EMID, and warns of repeated values. */
function noteLists(part: SearchPart): void {
  for (const [field, values] of Object.entries(part.lists)) {
    if (!Array.isArray(values)) continue;
    // Classes may overlap. A subclass beside its whole class is one query.
    if (field !== 'locarno') noteRepeated(field, values, part);
    textsOf(part, field).forEach((text, index) => {
      for (const reading of readingsOf(field, text, values[index], part.lists)) {
        part.report.reading({ path: [...part.path, field, index], why: `read as ${reading}` });
      }
    });
  }
}

function readingsOf(field: string, text: string, value: unknown, lists: ReadLists): string[] {
  if (field === 'locarno') return locarnoReading(text);
  if (field === 'registrationNumber') return registeredReadings(text, lists);
  return typeof value === 'string' && value.toUpperCase() !== text.toUpperCase() ? [value] : [];
}

/** Notes the cost of a whole class, which is one query for each subclass. */
function locarnoReading(text: string): string[] {
  const codes = locarno.safeParse(text).data ?? [];
  const [code = text] = codes;
  if (codes.length > 1) return [`the whole class ${code.slice(0, 2)}: ${codes.length} queries, one for each subclass`];
  return code === text ? [] : [code];
}

function registeredReadings(text: string, lists: ReadLists): string[] {
  const sources: readonly unknown[] = Array.isArray(lists.source) ? lists.source : [];
  return sources.flatMap((source) => {
    const number = splitNumbers(text)
      .map((one) => asRegistered(String(source), one))
      .join(' or ');
    return number === text ? [] : [`${number} in ${source}`];
  });
}

function noteRepeated(field: string, values: readonly unknown[], part: SearchPart): void {
  const known = values.map((value) => String(value).toUpperCase());
  for (const [index, value] of known.entries()) {
    if (known.indexOf(value) === index) continue;
    const accepted = field === 'source' ? 'each register once' : 'each value once';
    const path = [...part.path, ...placeAt(field, index, part, values)];
    part.report.warning({ path, why: `${value} is in the list already`, accepted });
  }
}

/** Returns the texts as in the file, trimmed. */
function textsOf({ raw }: SearchPart, field: string): string[] {
  return [raw[field]].flat().flatMap((each) => (typeof each === 'string' ? [each.trim()] : []));
}

/** What the service would refuse or not do as requested. Without `field`, it is about the whole search. */
interface Verdict extends Pick<Finding, 'found' | 'why' | 'accepted' | 'suggestion'> {
  readonly level: 'mistake' | 'warning';
  readonly field?: string;
}

function warned(field: string, why: string, accepted?: string, suggestion?: string): Verdict[] {
  return [{ level: 'warning', field, why, accepted, suggestion }];
}

function warnedOfDoubts(search: DocketSearch | DesignSearch, courts?: readonly string[]): Verdict[] {
  return doubtsAbout(search, courts).map((doubt) => ({ level: 'warning', ...doubt }));
}

/** Registers where a holder or product alone can exceed the service's own timeout. */
const slowSources = ['DEID', 'JPID', 'USID', 'KRID', 'EMID'];
const narrowing = ['id', 'idPrefix', 'registrationNumber', 'registered', 'status', 'locarno'] as const;
const narrowingForCnid = ['id', 'idPrefix', 'registered', 'status', 'locarno'] as const;
const filters = [...narrowing, 'holder', 'product', 'designated', 'expires'] as const;

/** Rules of docs/service.md, section 3. */
export function validateDocketSearch(
  search: DocketSearch,
  { wholeWord, courts }: Pick<WatchConfig, 'wholeWord' | 'courts'>,
): Verdict[] {
  const accepted = 'at least one of patentNumber, companyName, caseNumber';
  if (!search.patentNumber && !search.companyName && !search.caseNumber) {
    const why = `the service refuses a search ${courts === undefined ? 'without any' : 'by court alone'}`;
    return [{ level: 'mistake', found: 'no filter', why, accepted }];
  }
  return [...validateShortNames({ companyName: search.companyName }, wholeWord), ...warnedOfDoubts(search, courts)];
}

/** Rules of docs/service.md, section 4, for one register. */
export function validateDesignSearch(search: DesignSearch, wholeWord: boolean): Verdict[] {
  const { source } = search;
  const ignored = filters.filter((name) => search[name] && !accepts(source).includes(name));
  const effective = filters.filter((name) => search[name] && !ignored.includes(name));
  const who = (field: string) => (field === 'expires' ? 'the service' : source);
  return [
    ...ignored.flatMap((field) =>
      warned(field, `${who(field)} ignores it: leave it out, and narrow the search by another filter`),
    ),
    ...(effective.length === 0 ? [nothingNarrows(source, ignored)] : []),
    ...warnedOfDoubts(search),
    ...validateBreadth(search, ignored),
    ...validateShortNames({ holder: search.holder, product: search.product }, wholeWord),
  ];
}

/** Returns a mistake, because the service refuses a register alone and ignored filters leave the whole register. */
function nothingNarrows(source: string, ignored: readonly string[]): Verdict {
  const accepted = `at least one more of ${accepts(source).join(', ')}`;
  return ignored.length === 0
    ? { level: 'mistake', found: 'no filter', why: `the service refuses ${source} alone`, accepted }
    : { level: 'mistake', found: 'no filter that counts', why: `${source} ignores ${ignored.join(', ')}`, accepted };
}

function accepts(source: string): (typeof filters)[number][] {
  return filters.filter((name) => !ignoredBy(source).includes(name));
}

/** Holder and product are searched inside every value of a register, which is too much for some registers. */
function validateBreadth(search: DesignSearch, ignored: readonly string[]): Verdict[] {
  const { source } = search;
  const field = search.holder ? 'holder' : search.product ? 'product' : undefined;
  if (field === undefined || ignored.includes(field)) return [];
  if (source === 'CNID' && !narrowingForCnid.some((name) => search[name])) {
    const why = `CNID refuses it alone: add at least one of ${narrowingForCnid.join(', ')}`;
    return [{ level: 'mistake', field, why }];
  }
  const narrowed = narrowing.some((name) => search[name] && !ignored.includes(name));
  if (narrowed || !slowSources.includes(source)) return [];
  const others = narrowing.filter((name) => accepts(source).includes(name)).join(', ');
  const remedy = `You are then notified, and can narrow it by one of ${others}`;
  return warned(field, `the service may time out on ${source} if it is alone. ${remedy}`);
}

/** The service matches names as a prefix (company) or substring (holder, product): "DOK" also finds "Hatsudoki". */
function validateShortNames(names: Readonly<Record<string, string | undefined>>, wholeWord: boolean): Verdict[] {
  if (wholeWord) return [];
  const short = Object.entries(names).filter(([, name]) => name !== undefined && [...name].length < 5);
  const why = 'a name this short is also found inside longer words: add wholeWord: true, or write a longer name';
  return short.flatMap(([field]) => warned(field, why));
}

/** Warns about an unknown court, which may exist. A mistyped id would filter out every case. */
function validateCourt(court: string): Verdict[] {
  if (courtCalled(court) !== undefined) return [];
  const why = `${court} is not a court known to this version: only cases whose court has exactly this id count`;
  return warned('court', why, 'the id of a court like ded, txed, cafc', nearMiss(court, courtIds()));
}
