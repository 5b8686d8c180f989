import type { PlacedFinding } from '../base/errors.ts';
import { secretFieldNames } from './channels.ts';
import { type Finding, type Path, type Report, type Tree, wordFinding, writePath } from './fields/finding.ts';
import type { YamlFile } from './yaml.ts';

const secretKeys = new Set(['token', 'metricsToken', ...secretFieldNames]);
const openVariables = new Set(['TIPSTAFF_BASE_URL', 'TIPSTAFF_DATABASE', 'TIPSTAFF_HTTP_HOST', 'LOG_LEVEL']);
const mostCharacters = 60;
const saidOnceFrom = 3;
const mostNamed = 20;
/** Any other id is a mistake of its own and is not shown as a name. */
const plainId = /^[\w-]{1,60}$/;

interface Found {
  readonly words: string;
  /** `reasons`: a secret, so show only reasons that quote no part of it. `nothing`: the value of a variable. */
  readonly mayQuote: 'all' | 'reasons' | 'nothing';
  readonly path: Path; // Ends at a text that stands for a list of one.
}

/** Describes a value in words that are safe for a log. Secrets and values of variables are not shown. */
function describeFound(tree: Tree | undefined, path: Path, variablesAt: (path: Path) => readonly string[]): Found {
  let value: Tree | undefined = tree;
  for (const [depth, part] of path.entries()) {
    if (typeof value === 'string') return describeFound(tree, path.slice(0, depth), variablesAt);
    value = step(value, part);
  }
  return { ...describeValue(value, path, variablesAt(path)), path };
}

function step(value: Tree | undefined, part: string | number): Tree | undefined {
  if (Array.isArray(value)) return typeof part === 'number' ? value[part] : undefined;
  if (typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined;
  return value[part];
}

function describeValue(value: Tree | undefined, path: Path, variables: readonly string[]): Omit<Found, 'path'> {
  const from = variables.length === 0 ? '' : ` (from ${variables.join(', ')})`;
  const secret = path.some((part) => secretKeys.has(String(part)));
  const foreign = variables.some((name) => !openVariables.has(name));
  const mayQuote = secret ? 'reasons' : foreign ? 'nothing' : 'all';
  if (value === undefined || value === '') return { words: `nothing${from}`, mayQuote };
  if (Array.isArray(value)) return { words: value.length === 0 ? 'an empty list' : 'a list', mayQuote };
  if (typeof value === 'object') return { words: 'a map', mayQuote };
  const words = secret || foreign ? `a value of ${value.length} characters, not shown here` : quote(value);
  return { words: `${words}${from}`, mayQuote };
}

function quote(value: string): string {
  const shown = withoutUrlSecrets(value);
  return JSON.stringify(shown.length <= mostCharacters ? shown : `${shown.slice(0, mostCharacters)}…`);
}

/** Hides parts of URLs, because a webhook's or mail server's URL in the wrong place is still a secret. */
function withoutUrlSecrets(value: string): string {
  return value
    .replaceAll(/\/\/\S*@/g, '//…@')
    .replaceAll(/(https?:\/\/[^\s/]+\/)[^\s]*/g, (whole, origin) =>
      /\/api(\/v\d+)?\/?$/.test(whole) ? whole : `${origin}…`,
    );
}

export type Placed = Readonly<Record<'mistakes' | 'warnings' | 'readings', readonly PlacedFinding[]>>;

function byPlace(a: PlacedFinding, b: PlacedFinding): number {
  return a.line - b.line || a.column - b.column;
}

/** Keeps one mistake per place. `placed` adds line numbers. */
export class Findings implements Report {
  readonly #mistakes = new Map<string, Finding>();
  readonly #warnings = new Map<string, Finding>();
  readonly #readings: Finding[] = [];
  readonly #variables = new Map<string, readonly string[]>();

  mistake(finding: Finding): void {
    const place = `${finding.offset ?? ''} ${writePath(finding.path)}`;
    // Later mistakes follow from the first: an unset variable also leaves a key missing.
    if (!this.#mistakes.has(place)) this.#mistakes.set(place, finding);
  }

  warning(finding: Finding): void {
    // Several registers of one watch often have the same warning.
    this.#warnings.set(wordFinding(finding, finding.path), finding);
  }

  reading(finding: Finding): void {
    // A hidden value of a variable must not appear as a reading.
    const isHidden = finding.path.some((_, index) => this.#variables.has(writePath(finding.path.slice(0, index + 1))));
    if (!isHidden) this.#readings.push(finding);
  }

  /** Hides a value that came from variables, because the value may be a secret. */
  cameFrom(path: Path, names: readonly string[]): void {
    this.#variables.set(writePath(path), names);
  }

  /** Returns findings in the order of the file. @param file as messages name it @param yaml undefined: not a text */
  placed(file: string, yaml: YamlFile | undefined, tree: Tree | undefined): Placed {
    const place = (findings: readonly Finding[]) =>
      findings.map((finding) => this.#placeOne(finding, file, yaml, tree)).sort(byPlace);
    return {
      mistakes: place([...this.#mistakes.values()]),
      warnings: this.#warningsPlaced(place, tree),
      readings: place(this.#readings),
    };
  }

  #warningsPlaced(place: (same: readonly Finding[]) => PlacedFinding[], tree: Tree | undefined): PlacedFinding[] {
    const alike = Map.groupBy(this.#warnings.values(), (one) =>
      one.path[0] === 'watches' && one.suggestion === undefined
        ? `${one.why} ${one.accepted}`
        : wordFinding(one, one.path),
    );
    return [...alike.values()].flatMap((same) => this.#once(same, place(same), tree)).sort(byPlace);
  }

  /** Returns one warning, of the first watch, with the names of the others. */
  #once(same: readonly Finding[], placed: PlacedFinding[], tree: Tree | undefined): PlacedFinding[] {
    const watches = [...new Set(same.map(({ path }) => writePath(this.#namedPath(tree, path.slice(0, 2)))))];
    const [first] = placed;
    if (first === undefined || watches.length < saidOnceFrom) return placed;
    const others = watches.filter((name) => !first.text.includes(` ${name}.`));
    const named = others.slice(0, mostNamed).map((name) => name.slice('watches['.length, -1));
    const more = others.length - named.length;
    const rest = more > 0 ? ` and ${more} more` : '';
    return [{ ...first, text: `${first.text} (the same of ${named.join(', ')}${rest})` }];
  }

  #placeOne(finding: Finding, file: string, yaml: YamlFile | undefined, tree: Tree | undefined): PlacedFinding {
    const found = describeFound(tree, finding.path, (place) => this.#variables.get(writePath(place)) ?? []);
    const { line, column } = yaml?.locate(finding) ?? { line: 0, column: 0 };
    const { path } = found;
    const inFile = finding.offset === undefined ? found.words : undefined;
    const said = {
      ...finding,
      found: finding.found ?? inFile,
      // The message about a hidden value must not reveal the value.
      why: found.mayQuote === 'nothing' ? undefined : finding.why,
      suggestion: found.mayQuote === 'all' ? finding.suggestion : undefined,
    };
    const place = yaml === undefined ? file && `${file}: ` : `${file}:${line}:${column} `;
    const text = `${place}${wordFinding(said, this.#namedPath(tree, path))}`;
    return { file, line, column, path: writePath(path), words: wordFinding(said, []), text };
  }

  /** Returns `watches[cn].schedule`, because people know their watches by id. */
  #namedPath(tree: Tree | undefined, path: Path): Path {
    const [top, index, ...rest] = path;
    if (top !== 'watches' || typeof index !== 'number') return path;
    const id = step(step(step(tree, top), index), 'id');
    const isShown = typeof id === 'string' && plainId.test(id) && !this.#variables.has(writePath([top, index, 'id']));
    return isShown ? [`watches[${id}]`, ...rest] : path;
  }
}
