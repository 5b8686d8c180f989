import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { Path, Report } from './finding.ts';
import { hideReferences, showReferences } from './variables.ts';

/** A YAML file as plain values, every scalar by its source text: `patentNumber: 6834603` and `"6834603"` are one. */
export type Tree = string | Tree[] | { [key: string]: Tree };

export function isTreeMap(tree: unknown): tree is { [key: string]: Tree } {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

export interface Place {
  readonly line: number;
  readonly column: number;
  /** The part of the path that exists in the file. */
  readonly depth: number;
}

export interface YamlFile {
  /** The text is no YAML, so that nothing in it can be trusted. */
  readonly isBroken: boolean;
  /** undefined: the file is empty, or broken. */
  readonly tree: Tree | undefined;
  /** The place of a value, or of the nearest thing round it that exists. For mistakes only: it walks the tree. */
  locate(path: Path, atKey: boolean): Place;
  locateOffset(offset: number): Place;
}

/** The config nests five deep; what goes deeper is circular, or not a config. */
const deepest = 12;
/** Aliases that multiply: far more than any config of 10,000 watches holds. */
const mostValues = 2_000_000;

/** @param expand puts the variables into one text; called once a scalar, with its path. */
export function readYaml(text: string, expand: (text: string, path: Path) => string, report: Report): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(hideReferences(text), {
    lineCounter: lines,
    // With snippets of the file a message could show a secret.
    prettyErrors: false,
    // Its own check compares each key with each other; ours also says where the first one is.
    uniqueKeys: false,
  });
  // Unknown tags and other warnings change what a value is: as bad as an error.
  const broken = [...document.errors, ...document.warnings];
  for (const { message, pos } of broken) {
    report.mistake({ path: [], offset: pos[0], why: `not YAML: ${showReferences(message)}` });
  }
  const place = (offset: number, depth: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col, depth };
  };
  const isBroken = broken.length > 0;
  return {
    isBroken,
    tree: isBroken ? undefined : new TreeReader(document, expand, report, lines).read(),
    locate: (path, atKey) => locate(document, path, atKey, place),
    locateOffset: (offset) => place(offset, 0),
  };
}

class TreeReader {
  readonly #document: Document.Parsed;
  readonly #expand: (text: string, path: Path) => string;
  readonly #report: Report;
  readonly #lines: LineCounter;
  readonly #path: (string | number)[] = [];
  #values = 0;

  constructor(
    document: Document.Parsed,
    expand: (text: string, path: Path) => string,
    report: Report,
    lines: LineCounter,
  ) {
    this.#document = document;
    this.#expand = expand;
    this.#report = report;
    this.#lines = lines;
  }

  read(): Tree | undefined {
    return this.#value(this.#document.contents);
  }

  /** undefined: no value (`key:`, `null`, `""`), so that the default holds. */
  #value(node: unknown): Tree | undefined {
    const target = isAlias(node) ? node.resolve(this.#document) : node;
    if (this.#isTooMuch()) return undefined;
    if (isMap(target)) return this.#map(target);
    if (isSeq(target)) return target.items.map((item, index) => this.#within(index, () => this.#value(item)) ?? '');
    if (!isScalar(target)) {
      if (isAlias(node)) this.#refuse(`*${node.source}`, 'an alias whose &anchor comes before it');
      return undefined;
    }
    if (target.value === null) return undefined;
    const source = typeof target.value === 'string' ? target.value : (target.source ?? String(target.value));
    const text = showReferences(source);
    const expanded = text.includes('${') ? this.#expand(text, this.#path) : text;
    return expanded === '' ? undefined : expanded;
  }

  #isTooMuch(): boolean {
    this.#values++;
    if (this.#values > mostValues) {
      if (this.#values === mostValues + 1) this.#refuse(`more than ${mostValues} values`, 'fewer, or fewer aliases');
      return true;
    }
    if (this.#path.length <= deepest) return false;
    this.#refuse('values nested too deep', 'no alias inside what its own anchor names');
    return true;
  }

  #map(map: YAMLMap): Tree {
    const first = new Map<string, number>();
    const entries: [string, Tree][] = [];
    for (const pair of map.items) {
      const key = keyText(pair.key);
      const offset = offsetOf(pair.key);
      const before = first.get(key);
      if (before !== undefined) {
        const { line, col } = this.#lines.linePos(before);
        this.#report.mistake({
          path: [...this.#path, key],
          offset,
          found: `a second ${key} (the first is at ${line}:${col})`,
          accepted: 'each key once',
        });
        continue;
      }
      first.set(key, offset);
      const value = this.#within(key, () => this.#value(pair.value));
      if (value !== undefined) entries.push([key, value]);
    }
    return Object.fromEntries(entries);
  }

  #within<T>(part: string | number, read: () => T): T {
    this.#path.push(part);
    const value = read();
    this.#path.pop();
    return value;
  }

  #refuse(found: string, accepted: string): void {
    this.#report.mistake({ path: [...this.#path], found, accepted });
  }
}

function keyText(key: unknown): string {
  return isScalar(key) ? showReferences(key.source ?? String(key.value)) : '?';
}

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

function locate(
  document: Document.Parsed,
  path: Path,
  atKey: boolean,
  place: (offset: number, depth: number) => Place,
): Place {
  let node: unknown = document.contents;
  let offset = (document.contents as ParsedNode | null)?.range[0] ?? 0;
  for (const [depth, part] of path.entries()) {
    const target = isAlias(node) ? node.resolve(document) : node;
    const last = depth === path.length - 1;
    if (isMap(target)) {
      const pair = target.items.find((item) => keyText(item.key) === part);
      if (pair === undefined) return place(offset, depth);
      node = pair.value;
      offset = (last && atKey) || !isPlaced(node) ? offsetOf(pair.key) : offsetOf(node);
    } else if (isSeq(target) && typeof part === 'number' && part < target.items.length) {
      node = target.items[part];
      offset = offsetOf(node);
    } else {
      return place(offset, depth);
    }
  }
  return place(offset, path.length);
}

/** `key:` with nothing after it has an empty value whose place is of no help. */
function isPlaced(node: unknown): boolean {
  return !(isScalar(node) && node.value === null && !node.source);
}
