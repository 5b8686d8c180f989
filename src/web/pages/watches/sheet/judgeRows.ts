import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PlacedFinding } from '../../../../base/errors.ts';
import { valueAt } from '../../../../base/json.ts';
import type { SheetRows } from '../../../../base/sheet/rowsOfSheet.ts';
import { counted, withCommas } from '../../../../base/words/sentence.ts';
import { type Config, type WatchBody, type WatchConfig, watchesOfFile } from '../../../../config/config.ts';
import { describeSearch, describeWatch } from '../../../../config/searchWords.ts';
import { isSealedId, sightOf, type Viewer } from '../../../../people/sight.ts';
import { checkCost, costsAhead, isOverBudget, loadCostFacts } from '../../../../schedule/costs.ts';
import { checkBody } from '../../../../schedule/ownWatches.ts';
import { queriesOf } from '../../../../schedule/syncWatches.ts';
import type { Db } from '../../../../store/store.ts';
import { textOfCell } from '../../../lists/list.ts';
import { freeId, idStem } from '../editWatch.ts';
import { fieldName, findingLine } from '../fields.ts';
import { type Columns, readHeadings, settingsOf, withCells } from './columns.ts';

/** `left as it is`: a confidential watch that the file hides. */
type Verdict = 'new' | 'changed' | 'unchanged' | 'left as it is' | 'mistake';

export interface JudgedRow {
  /** The row number in the spreadsheet, where the headings are row 1. */
  readonly row: number;
  readonly watch: string;
  readonly verdict: Verdict;
  /** The changed settings: `schedule: 0 7 * * * → 0 9 * * 5`. */
  readonly differences: readonly string[];
  readonly mistakes: readonly string[];
  readonly warnings: readonly string[];
  /** Why the row is probably a mistake: it can find nothing, or it is there twice. */
  readonly doubts: readonly string[];
  readonly body?: WatchBody | undefined;
  readonly watchConfig?: WatchConfig | undefined;
}

export interface JudgedSheet {
  readonly rows: readonly JudgedRow[];
  readonly mistakes: readonly string[];
  readonly unread: readonly string[];
}

interface Judging {
  readonly config: Config;
  /** All watches by id, and the ids that the viewer may read, all in lower case. */
  readonly known: ReadonlyMap<string, WatchConfig>;
  readonly readable: ReadonlySet<string>;
  readonly columns: Columns;
  readonly taken: Set<string>;
  readonly named: Map<string, string>;
  /** How often an id was made of a stem. Without it, 12,000 rows of one name would take many seconds. */
  readonly made: Map<string, number>;
}

const rowsAtOnce = 100;

/** Skips empty rows. A watch without a row stays unchanged. */
export async function judgeRows([headings = [], ...rows]: SheetRows, config: Config, viewer: Viewer) {
  const columns = readHeadings(headings);
  const { mistakes, unread } = columns;
  if (mistakes.length > 0) return { rows: [], mistakes, unread };
  const seen = sightOf(config, viewer).readable;
  const known = new Map(config.watches.map((watch) => [watch.id.toLowerCase(), watch]));
  const readable = new Set(seen.map(({ id }) => id.toLowerCase()));
  const named = new Map(seen.map(({ id, name }) => [name.toLowerCase(), `the watch ${id}`]));
  const judging: Judging = { config, known, readable, columns, taken: new Set(), named, made: new Map() };
  const judged: JudgedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.some((cell) => cell !== '')) judged.push(judgeRow(row, index + 2, judging));
    // Thousands of rows take seconds, so other work gets a turn.
    if (index % rowsAtOnce === 0) await setImmediate();
  }
  return { rows: judged, mistakes: judged.length === 0 ? ['there is no row below the headings'] : [], unread };
}

function judgeRow(cells: readonly string[], row: number, judging: Judging): JudgedRow {
  const { readable, taken } = judging;
  const id = idOf(cells, judging);
  const known = judging.known.get(id.toLowerCase());
  const base = { row, watch: known?.id ?? id, differences: [], mistakes: [], warnings: [], doubts: [] };
  if (taken.has(id.toLowerCase())) return { ...base, verdict: 'mistake', mistakes: ['a row before it has this id'] };
  taken.add(id.toLowerCase());
  if (isSealedId(id)) return { ...base, verdict: 'left as it is' };
  if (known === undefined) return judgeNew(cells, base, judging);
  if (!readable.has(known.id.toLowerCase())) {
    return { ...base, verdict: 'mistake', mistakes: ['id: a watch has it already; choose another'] };
  }
  return judgeKnown(cells, known, base, judging);
}

type Base = Omit<JudgedRow, 'verdict'>;

function judgeNew(cells: readonly string[], base: Base, { config, columns, named }: Judging): JudgedRow {
  const { body } = withCells({}, {}, columns.columns, cells);
  const row = judged({ ...body, id: base.watch }, base, 'new', config);
  const name = (row.watchConfig?.name ?? '').toLowerCase();
  const other = name === '' ? undefined : named.get(name);
  if (other === undefined) named.set(name, `row ${base.row}`);
  const twice = other === undefined ? [] : [`Name: ${other} has it already; is this a duplicate?`];
  return { ...row, doubts: [...row.doubts, ...twice, ...bothDoubts(body)] };
}

/** Warns that a company and a patent in one row find only cases with both. */
function bothDoubts(body: WatchBody): string[] {
  const has = (key: string) => valueAt(body, ['dockets', key]) !== undefined;
  const narrowing = ['companyName', 'patentNumber', 'caseNumber'].filter(has).map((key) => fieldName(`dockets.${key}`));
  return narrowing.length < 2
    ? []
    : [`${narrowing.join(' and ')}: finds only cases that have ${narrowing.length === 2 ? 'both' : 'all'}`];
}

export function isInDoubt({ verdict, doubts }: JudgedRow): boolean {
  return (verdict === 'new' || verdict === 'changed') && doubts.length > 0;
}

function judgeKnown(cells: readonly string[], known: WatchConfig, base: Base, { config, columns }: Judging): JudgedRow {
  const own = config.ownWatches?.get(known.id);
  const shown = settingsOf(known, own);
  const { body, differences } = withCells(own?.body ?? shown, shown, columns.columns, cells);
  const row = judged({ ...body, id: known.id }, { ...base, differences }, 'changed', config);
  const mistake = (words: string): JudgedRow => ({ ...base, verdict: 'mistake', mistakes: [words] });
  if (searchesDiffer(cells, columns, known))
    return mistake('searches: they are changed in the columns Dockets … and Designs …');
  if (row.watchConfig !== undefined && isDeepStrictEqual(row.watchConfig, known)) {
    return { ...base, verdict: 'unchanged' };
  }
  if (!watchesOfFile(config).includes(known)) return row;
  return mistake(`${config.file} has this watch, and is where to change it`);
}

function judged(body: WatchBody, base: Base, verdict: Verdict, config: Config): JudgedRow {
  const { watch, ...found } = checkBody(config, body, '');
  const mistakes = found.mistakes.map(findingLine);
  const doubts = found.warnings.filter(isDoubt).map(findingLine);
  const warnings = found.warnings.filter((one) => !isDoubt(one)).map(findingLine);
  if (watch === undefined) return { ...base, verdict: 'mistake', mistakes, warnings, doubts };
  return { ...base, verdict, warnings, doubts, body, watchConfig: watch };
}

/** True for a finding about a case number in a format that no court uses, or about an unknown register. */
const isDoubt = ({ path }: PlacedFinding): boolean => /^(?:dockets\.caseNumber|designs\.source)/.test(path);

function searchesDiffer(cells: readonly string[], { searchesAt }: Columns, { searches }: WatchConfig): boolean {
  const cell = searchesAt === undefined ? '' : (cells[searchesAt] ?? '');
  return cell !== '' && cell !== textOfCell(searches.map(describeSearch));
}

function idOf(cells: readonly string[], { columns: { columns }, taken, made }: Judging): string {
  const given = cells[columns.find((one) => one.key === 'id')?.index ?? -1] ?? '';
  if (given !== '') return given;
  const stem = idStem(withCells({}, {}, columns, cells).body) || 'watch';
  const count = (made.get(stem) ?? 0) + 1;
  made.set(stem, count);
  return freeId(stem, taken, count);
}

export function hasMistakes({ rows, mistakes }: JudgedSheet): boolean {
  return mistakes.length > 0 || rows.some(({ verdict }) => verdict === 'mistake');
}

export function whyWords({ mistakes, differences, warnings, doubts, verdict, watchConfig }: JudgedRow): string[] {
  if (verdict === 'left as it is') return ['it is confidential, and the file hides it'];
  if (verdict === 'new' && watchConfig !== undefined) return [...doubts, describeWatch(watchConfig), ...warnings];
  return [...mistakes, ...doubts, ...(mistakes.length > 0 ? [] : differences), ...warnings];
}

type RowsPrice = Awaited<ReturnType<typeof priceOfRows>>;

/** Returns the price in credits for the coming 30 days. */
export async function priceOfRows(db: Db, config: Config, rows: readonly JudgedRow[], now: Date) {
  const facts = await loadCostFacts(db, now);
  const edited = new Map(rows.flatMap(({ watchConfig }) => (watchConfig ? [[watchConfig.id, watchConfig]] : [])));
  const after = [...config.watches.filter(({ id }) => !edited.has(id)), ...edited.values()];
  const costs = costsAhead({ ...config, watches: after }, facts, now);
  const asked = new Set(config.watches.flatMap(queriesOf).map(({ id }) => id));
  const added = new Map([...edited.values()].flatMap(queriesOf).map((query) => [query.id, query]));
  const first = [...added.values()].filter(({ id }) => !asked.has(id));
  const credits = first.map((query) => checkCost(query, facts.lastCosts.get(query.id), config.service.prices).credits);
  return {
    /** Credits of the first checks of new queries, one page each. */
    firstCredits: Math.ceil(credits.reduce((sum, one) => sum + one, 0)),
    /** Negative if the watches will cost less. */
    added: Math.ceil(costs.creditsPerMonth - costsAhead(config, facts, now).creditsPerMonth),
    inAll: Math.ceil(costs.creditsPerMonth),
    limit: config.budget.perMonth,
    isOver: isOverBudget(costs, config.budget),
  };
}

/** @param seesAll whether the reader may know what other matters cost */
export function priceWords({ firstCredits, added, inAll, limit, isOver }: RowsPrice, seesAll: boolean): string {
  const first =
    firstCredits === 0
      ? 'Nothing new is searched.'
      : `The first checks cost ${counted(firstCredits, 'credit')} or more, one page counted for each new search.`;
  const more = added === 0 ? 'the same' : `${withCommas(Math.abs(added))} ${added < 0 ? 'fewer' : 'more'}`;
  const ofLimit = limit === undefined ? '' : `; the budget is ${withCommas(limit)}`;
  const whole = seesAll ? `: about ${withCommas(inAll)} in all${ofLimit}` : '';
  const over = isOver ? ' The budget cannot pay for that: checks will be skipped.' : '';
  return `${first} The coming 30 days cost ${more}${whole}.${over}`;
}

/** `1 with mistakes, 4 in doubt; 12 new, 3 changed, 285 unchanged`. Counts a row in doubt once. */
export function countWords(rows: readonly JudgedRow[]): string {
  const count = (...verdicts: JudgedRow['verdict'][]) =>
    rows.filter((row) => verdicts.includes(row.verdict) && !isInDoubt(row)).length;
  const bad = [
    [count('mistake'), 'with mistakes'],
    [rows.filter(isInDoubt).length, 'in doubt'],
  ] as const;
  const good = [
    [count('new'), 'new'],
    [count('changed'), 'changed'],
    [count('unchanged', 'left as it is'), 'unchanged'],
  ] as const;
  return [bad, good]
    .map((all) => all.flatMap(([some, words]) => (some === 0 ? [] : [`${withCommas(some)} ${words}`])).join(', '))
    .filter(Boolean)
    .join('; ');
}
