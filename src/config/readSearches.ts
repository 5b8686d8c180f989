import { registerCalled } from '../records/design.ts';
import { asRegistered } from '../records/docket.ts';
import {
  combinationsOf,
  countCombinations,
  type DesignSearch,
  type DocketSearch,
  type OneOfEach,
  type WatchConfig,
} from './config.ts';
import { type Path, type Report, readShape } from './fields/finding.ts';
import { type Verdict, validateCourt, validateDesignSearch, validateDocketSearch } from './searchRules.ts';
import { readCaseNumber } from './searchWords.ts';
import { designFields, docketFields, locarno } from './watchSchema.ts';

export interface Searches<Search> extends Pick<WatchConfig, 'wholeWord' | 'courts'> {
  readonly searches: readonly Search[];
}

/** More must be a mistake in the lists: each is asked at every due time. */
const mostSearches = 1000;

/** One for each combination of what it lists. None when something in it was refused. */
export function readDockets(raw: unknown, path: Path, report: Report): Searches<DocketSearch> {
  const { whole, fields } = readShape(docketFields, raw, path, report);
  const { wholeWord = false, court: courts, ...rest } = fields;
  const caseNumber = rest.caseNumber?.map((text) => readCaseNumber(text, courts).number);
  const lists = { ...rest, ...(caseNumber && { caseNumber }) };
  const part: SearchPart = { raw, shape: docketFields.shape, path, report };
  noteLists({ ...lists, court: courts }, part);
  for (const court of courts ?? []) reportVerdicts(validateCourt(court), part, { court: courts }, { court });
  const searches = combine(lists, part).map((one): DocketSearch => ({ type: 'dockets', ...one }));
  for (const search of searches) {
    const asked = { ...refusedTexts(part, fields), ...search };
    reportVerdicts(validateDocketSearch(asked, { wholeWord, courts }), part, lists, search);
  }
  return { searches: whole ? searches : [], wholeWord, ...(courts && { courts: [...new Set(courts)] }) };
}

/** One for each combination of what it lists, registers first. None when something in it was refused. */
export function readDesigns(raw: unknown, path: Path, report: Report): Searches<DesignSearch> {
  const { whole, fields } = readShape(designFields, raw, path, report);
  const { wholeWord = false, source = [], ...filters } = fields;
  const lists = { source: source.map(registerCalled), ...filters };
  const part: SearchPart = { raw, shape: designFields.shape, path, report };
  noteLists(lists, part);
  const searches = combine(lists, part).map(({ source = '', registrationNumber, ...one }): DesignSearch => {
    // Each register writes numbers in its own way.
    const number = registrationNumber && { registrationNumber: asRegistered(source, registrationNumber) };
    return { type: 'designs', ...one, source, ...number };
  });
  for (const search of searches) {
    const asked = { ...refusedTexts(part, fields), ...search };
    reportVerdicts(validateDesignSearch(asked, wholeWord), part, lists, search);
  }
  return { searches: whole ? searches : [], wholeWord };
}

function combine<Lists extends object>(lists: Lists, { path, report }: SearchPart): OneOfEach<Lists>[] {
  const distinct = Object.entries(lists).map(([field, value]) => {
    return [field, Array.isArray(value) ? [...new Set<unknown>(value)] : value];
  });
  const count = countCombinations(lists);
  if (count <= mostSearches) return combinationsOf(Object.fromEntries(distinct) as Lists);
  const found = `${count} queries, one for each combination of what is listed`;
  report.mistake({ path, found, accepted: `at most ${mostSearches}; several watches where more are meant` });
  return [];
}

/** A refused filter is still a filter: otherwise "no filter" would be a second message about one mistake. */
function refusedTexts(part: SearchPart, read: ReadLists): Record<string, string> {
  const refused = Object.keys(part.shape).filter((field) => read[field] === undefined);
  return Object.fromEntries(
    refused.flatMap((field) => {
      const raw = (part.raw as ReadLists | undefined)?.[field];
      return raw === undefined ? [] : [[field, textsOf(part, field)[0] || 'refused']];
    }),
  );
}

/** Each at the value of the list that it is about. */
function reportVerdicts(verdicts: readonly Verdict[], part: SearchPart, lists: ReadLists, search: ReadLists): void {
  const { raw, shape, path, report } = part;
  // With a mistyped key, or no map at all, a field that seems to be missing may be there under another name.
  const isReadable = typeof raw === 'object' && raw !== null && Object.keys(raw).every((key) => key in shape);
  for (const { level, field, ...words } of verdicts) {
    if (field === undefined && !isReadable) continue;
    report[level]({ path: [...path, ...(field === undefined ? [] : placeOf(field, lists, search))], ...words });
  }
}

function placeOf(field: string, lists: ReadLists, search: ReadLists): Path {
  const values = lists[field];
  const index = Array.isArray(values) && field !== 'locarno' ? values.indexOf(search[field]) : -1;
  return index < 0 ? [field] : [field, index];
}

/** `dockets:` or `designs:` of a watch. */
interface SearchPart {
  readonly raw: unknown; // As the file has it, for comparison with the values that were read.
  readonly shape: object;
  readonly path: Path;
  readonly report: Report;
}

/** Absent where they were refused. */
type ReadLists = Readonly<Record<string, unknown>>;

/** `EUIPO` is read as EMID; what is listed twice is asked for once. */
function noteLists(lists: ReadLists, part: SearchPart): void {
  for (const [field, values] of Object.entries(lists)) {
    if (!Array.isArray(values)) continue;
    // Classes may overlap: a subclass beside its whole class is asked for once.
    if (field !== 'locarno') noteRepeated(field, values, part);
    textsOf(part, field).forEach((text, index) => {
      for (const reading of readingsOf(field, text, values[index], lists)) {
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

/** A whole class costs a query for each subclass; nobody should be surprised by that. */
function locarnoReading(text: string): string[] {
  const codes = locarno.safeParse(text).data ?? [];
  const [code = text] = codes;
  if (codes.length > 1) return [`the whole class ${code.slice(0, 2)}: ${codes.length} queries, one for each subclass`];
  return code === text ? [] : [code];
}

function registeredReadings(text: string, lists: ReadLists): string[] {
  const sources: readonly unknown[] = Array.isArray(lists.source) ? lists.source : [];
  return sources.flatMap((source) => {
    const number = asRegistered(String(source), text);
    return number === text ? [] : [`${number} in ${source}`];
  });
}

function noteRepeated(field: string, values: readonly unknown[], { path, report }: SearchPart): void {
  const known = values.map((value) => String(value).toUpperCase());
  for (const [index, value] of known.entries()) {
    if (known.indexOf(value) === index) continue;
    const accepted = field === 'source' ? 'each register once' : 'each value once';
    report.warning({ path: [...path, field, index], why: `${value} is in the list already`, accepted });
  }
}

/** As the file has them, without blanks around. */
function textsOf({ raw }: SearchPart, field: string): string[] {
  const value = typeof raw === 'object' && raw !== null ? (raw as ReadLists)[field] : undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => (typeof each === 'string' ? [each.trim()] : []));
}
