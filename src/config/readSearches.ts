import type { Path, Report } from '../fields/finding.ts';
import { readShape } from '../fields/readShape.ts';
import { asRegistered } from '../records/patentNumber.ts';
import { readCaseNumber } from './caseNumbers.ts';
import { combinationsOf, countCombinations, type OneOfEach } from './combine.ts';
import type { DesignSearch, DocketSearch, WatchConfig } from './config.ts';
import { noteReadings, noteRepeated, type ReadLists, type SearchPart, textsOf } from './howRead.ts';
import { registerCalled } from './registers.ts';
import { type Verdict, validateCourt, validateDesignSearch, validateDocketSearch } from './searchRules.ts';
import { designFields, docketFields } from './watchSchema.ts';

/** What a watch asks for, and which of the hits count. */
export interface Searches<Search> extends Pick<WatchConfig, 'wholeWord' | 'courts'> {
  readonly searches: readonly Search[];
}

/** Each one is asked at every due time: more of them must be a mistake in the lists. */
const mostSearches = 1000;

/** `dockets: …` of a watch as one search for each combination of what it lists. No search when something in it was refused. */
export function readDockets(raw: unknown, path: Path, report: Report): Searches<DocketSearch> {
  const { whole, fields } = readShape(docketFields, raw, path, report);
  const { wholeWord = false, court: courts, ...rest } = fields;
  const caseNumber = rest.caseNumber?.map((text) => readCaseNumber(text, courts).number);
  const lists = { ...rest, ...(caseNumber && { caseNumber }) };
  const part: SearchPart = { raw, shape: docketFields.shape, path, report };
  noteLists(courts === undefined ? lists : { ...lists, court: courts }, part);
  for (const court of courts ?? []) reportVerdicts(validateCourt(court), part, { court: courts }, { court });
  const searches = combine(lists, part).map((one): DocketSearch => ({ type: 'dockets', ...one }));
  for (const search of searches) {
    const asked = { ...refusedTexts(part, fields), ...search };
    reportVerdicts(validateDocketSearch(asked, { wholeWord, courts }), part, lists, search);
  }
  return { searches: whole ? searches : [], wholeWord, ...(courts && { courts: [...new Set(courts)] }) };
}

/** `designs: …` of a watch as one search for each combination of what it lists, registers first. No search when something in it was refused. */
export function readDesigns(raw: unknown, path: Path, report: Report): Searches<DesignSearch> {
  const { whole, fields } = readShape(designFields, raw, path, report);
  const { wholeWord = false, source = [], ...filters } = fields;
  const lists = { source: source.map(registerCalled), ...filters };
  const part: SearchPart = { raw, shape: designFields.shape, path, report };
  noteLists(lists, part);
  const searches = combine(lists, part).map((one) => inOneRegister({ type: 'designs', ...one }));
  for (const search of searches) {
    const asked = { ...refusedTexts(part, fields), ...search };
    reportVerdicts(validateDesignSearch(asked, wholeWord), part, lists, search);
  }
  return { searches: whole ? searches : [], wholeWord };
}

/** Each register writes numbers in its own way. */
function inOneRegister({ source = '', registrationNumber, ...rest }: OneRegister): DesignSearch {
  const number =
    registrationNumber === undefined ? {} : { registrationNumber: asRegistered(source, registrationNumber) };
  return { ...rest, source, ...number };
}

type OneRegister = Omit<DesignSearch, 'source'> & { readonly source: string | undefined };

function noteLists(lists: ReadLists, part: SearchPart): void {
  noteReadings(lists, part);
  noteRepeated(lists, part);
}

function combine<Lists extends object>(lists: Lists, { path, report }: SearchPart): OneOfEach<Lists>[] {
  const distinct = Object.entries(lists).map(([field, value]) => [
    field,
    Array.isArray(value) ? [...new Set<unknown>(value)] : value,
  ]);
  const count = countCombinations(lists);
  if (count <= mostSearches) return combinationsOf(Object.fromEntries(distinct) as Lists);
  const found = `${count} queries, one for each combination of what is listed`;
  report.mistake({ path, found, accepted: `at most ${mostSearches}; several watches where more are meant` });
  return [];
}

/** A refused filter is still a filter: otherwise "no filter" would be a second message about one mistake. */
function refusedTexts(part: SearchPart, read: object): Record<string, string> {
  const refused = Object.keys(part.shape).filter(
    (field) => !(field in read) || read[field as keyof typeof read] === undefined,
  );
  return Object.fromEntries(
    refused.flatMap((field) => {
      const raw = (part.raw as ReadLists | undefined)?.[field];
      return raw === undefined ? [] : [[field, textsOf(part, field)[0] || 'refused']];
    }),
  );
}

/** Reports what the rules say about one search, at the value of the list that each verdict is about. */
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
