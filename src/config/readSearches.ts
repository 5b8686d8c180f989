import type { DesignSearch, DocketSearch } from './config.ts';
import type { Path, Report } from './schema/finding.ts';
import { readShape } from './schema/readShape.ts';
import { type Verdict, validateDesignSearch, validateDocketSearch } from './searchRules.ts';
import { designFields, docketFields } from './watchSchema.ts';

export interface Searches<Search> {
  readonly searches: readonly Search[];
  readonly wholeWord: boolean;
}

/** `dockets: …` of a watch as its one search. No search when something in it was refused. */
export function readDockets(raw: unknown, path: Path, report: Report): Searches<DocketSearch> {
  const { whole, fields } = readShape(docketFields, raw, path, report);
  const { wholeWord = false, ...filters } = fields;
  const search: DocketSearch = { type: 'dockets', ...filters };
  const asked = { ...refusedTexts(raw, docketFields.shape), ...search };
  tellVerdicts(validateDocketSearch(asked, wholeWord), raw, docketFields.shape, path, report);
  return { searches: whole ? [search] : [], wholeWord };
}

/** `designs: …` of a watch as one search a register. No search when something in it was refused. */
export function readDesigns(raw: unknown, path: Path, report: Report): Searches<DesignSearch> {
  const { whole, fields } = readShape(designFields, raw, path, report);
  const { wholeWord = false, source = [], ...filters } = fields;
  const sources = source.map((name) => name.toUpperCase());
  for (const [index, name] of sources.entries()) {
    if (sources.indexOf(name) === index) continue;
    const place = [...path, 'source', index];
    report.warning({ path: place, why: `${name} is in the list already`, accepted: 'each register once' });
  }
  const searches = [...new Set(sources)].map((name): DesignSearch => ({ type: 'designs', source: name, ...filters }));
  for (const search of searches) {
    const asked = { ...refusedTexts(raw, designFields.shape), ...search };
    const verdicts = validateDesignSearch(asked, wholeWord);
    tellVerdicts(verdicts, raw, designFields.shape, path, report, sources.indexOf(search.source));
  }
  return { searches: whole ? searches : [], wholeWord };
}

/** A filter that was refused is still a filter: without this, "no filter at all" would be a second word on one mistake. */
function refusedTexts(raw: unknown, shape: object): Record<string, string> {
  if (typeof raw !== 'object' || raw === null) return {};
  return Object.fromEntries(
    Object.entries(raw).filter((pair): pair is [string, string] => pair[0] in shape && typeof pair[1] === 'string'),
  );
}

function tellVerdicts(
  verdicts: readonly Verdict[],
  raw: unknown,
  shape: object,
  path: Path,
  report: Report,
  sourceIndex = 0,
): void {
  // With a mistyped key, or no map at all, what seems to be missing may be there under another name.
  const isReadable = typeof raw === 'object' && raw !== null && Object.keys(raw).every((key) => key in shape);
  for (const { level, field, ...words } of verdicts) {
    if (field === undefined && !isReadable) continue;
    const place = field === undefined ? [] : field === 'source' ? [field, sourceIndex] : [field];
    report[level]({ path: [...path, ...place], ...words });
  }
}
