import { isMap } from '../base/json.ts';
import { listed } from '../base/words/sentence.ts';
import type { Path, Report } from './fields/finding.ts';
import { showReferences } from './variables.ts';
import type { Node, YamlDocument } from './yamlDocument.ts';

/** A config has five levels; a deeper tree is circular, or not a config. */
const deepest = 12;
/** Aliases that multiply: far more than any config of 10,000 watches has. */
const mostValues = 1_000_000;

interface TreeSource {
  readonly document: YamlDocument;
  /** `line:column` of so many characters from the start. */
  readonly placeOf: (offset: number) => string;
  /** Puts the variables into one text. */
  readonly expand: (text: string, path: Path) => string;
  readonly report: Report;
}

/** Walks a parsed document once and makes its tree, with variables put in and aliases followed. */
export class TreeReader {
  readonly #source: TreeSource;
  readonly #path: (string | number)[] = [];
  #values = 0;

  constructor(source: TreeSource) {
    this.#source = source;
  }

  read(): Tree | undefined {
    const { top } = this.#source.document;
    return top === undefined ? undefined : this.#value(top);
  }

  /** undefined: no value (`key:`, `null`, `""`), so that the default counts. */
  #value(node: Node): Tree | undefined {
    const { document } = this.#source;
    if (this.#isTooMuch()) return undefined;
    const target = document.follow(node);
    if (target === undefined) {
      this.#refuse(`*${document.anchorOf(node)}`, 'an alias whose &anchor comes before it');
      return undefined;
    }
    switch (document.kindOf(target)) {
      case 'map':
        return this.#map(target);
      case 'list':
        return document.within(target).map((item, index) => this.#within(index, () => this.#value(item)) ?? '');
      default:
        return this.#text(target);
    }
  }

  #text(node: Node): string | undefined {
    const { document, expand } = this.#source;
    const text = showReferences(document.textOf(node) ?? '');
    if (document.isPlain(node) && /^(?:~|null|Null|NULL)$/.test(text)) return undefined;
    const expanded = text.includes('${') ? expand(text, this.#path) : text;
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

  #map(map: Node): Tree {
    const { document, placeOf, report } = this.#source;
    const first = new Map<string, number>();
    const entries: [string, Tree | undefined][] = [];
    const pairs = document.pairsOf(map);
    const cutOff = new Set<Node>();
    for (const [index, [keyNode, value]] of pairs.entries()) {
      if (cutOff.has(keyNode)) continue;
      const key = keyText(document, keyNode);
      const offset = document.offsetOf(keyNode) ?? 0;
      const before = first.get(key);
      if (before !== undefined) {
        const found = `a second ${key} (the first is at ${placeOf(before)})`;
        report.mistake({ path: [...this.#path, key], offset, found, accepted: 'each key once' });
        continue;
      }
      first.set(key, offset);
      const read = this.#within(key, () => this.#value(value));
      const rest = document.isInBraces(map) ? pairs.slice(index + 1) : [];
      const groups = groupsCutOff(
        read,
        rest.map(([other, its]) => ({ key: document.textOf(other) ?? '?', isEmpty: document.isEmpty(its) })),
      );
      for (const [other] of rest.slice(0, groups.length)) cutOff.add(other);
      entries.push([
        key,
        groups.length === 0 ? read : this.#within(key, () => this.#rejoin([String(read), ...groups])),
      ]);
    }
    return Object.fromEntries(entries);
  }

  #within<T>(part: string | number, read: () => T): T {
    this.#path.push(part);
    const value = read();
    this.#path.pop();
    return value;
  }

  /** The number that was meant, so that only one mistake is reported. */
  #rejoin([first = '', ...groups]: readonly string[]): string {
    const whole = [first, ...groups].join(',');
    const found = listed([JSON.stringify(first), ...groups]);
    const accepted = `the whole in quotes, ${JSON.stringify(whole)}`;
    this.#source.report.mistake({ path: [...this.#path], found, why: 'inside { } a comma ends a value', accepted });
    return whole;
  }

  #refuse(found: string, accepted: string): void {
    this.#source.report.mistake({ path: [...this.#path], found, accepted });
  }
}

/** `?` for a key that is a map or a list. */
export function keyText(document: YamlDocument, key: Node): string {
  return showReferences(document.textOf(key) ?? '?');
}

/** A key of a map, and whether it has a value. */
interface KeyInMap {
  readonly key: string;
  readonly isEmpty: boolean;
}

/**
 * The three-digit groups that were cut off a number by its commas: inside `{ }`, `n: 7,654,321` is `n: 7` and two keys
 * without a value.
 * @param rest the keys that follow the number's own key in the file
 */
function groupsCutOff(value: unknown, rest: readonly KeyInMap[]): string[] {
  if (typeof value !== 'string' || !/^[a-z]{0,2}\d{1,3}$/i.test(value)) return [];
  const end = rest.findIndex(({ key, isEmpty }) => !isEmpty || !/^\d{3}$/.test(key));
  return rest.slice(0, end < 0 ? rest.length : end).map(({ key }) => key);
}

/**
 * A YAML file as plain values, every scalar by its source text: `patentNumber: 6834603` and `"6834603"` are the same.
 */
export type Tree = string | Tree[] | TreeMap;

/** undefined: a key with nothing after it. It counts as left out, but a mistyped key is still reported. */
export interface TreeMap {
  readonly [key: string]: Tree | undefined;
}

export function isTreeMap(tree: unknown): tree is TreeMap {
  return isMap(tree);
}

/**
 * A map of things by their names, in the order of the file. What is wrong is reported, and left out.
 * @param key where it is in the file
 * @param accepted what it has to be, for the report
 * @param read undefined: it was refused
 */
export function readByName<Read>(
  raw: unknown,
  { key, accepted, report }: { readonly key: string; readonly accepted: string; readonly report: Report },
  read: (name: string, raw: Tree | undefined, path: Path) => Read | undefined,
): Record<string, Read> {
  if (raw === undefined) return {};
  if (!isTreeMap(raw)) report.mistake({ path: [key], accepted });
  const entries = isTreeMap(raw) ? Object.entries(raw) : [];
  return Object.fromEntries(
    entries.flatMap(([name, own]) => {
      const one = read(name, own, [key, name]);
      return one === undefined ? [] : [[name, one] as const];
    }),
  );
}
