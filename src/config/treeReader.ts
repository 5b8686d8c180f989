import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type LineCounter, type YAMLMap } from 'yaml';
import { listed } from '../words/counted.ts';
import type { Path, Report } from './schema/finding.ts';
import { groupsCutOff } from './splitNumber.ts';
import type { Tree } from './tree.ts';
import { showReferences } from './variables.ts';

/** The config nests five deep; what goes deeper is circular, or not a config. */
const deepest = 12;
/** Aliases that multiply: far more than any config of 10,000 watches holds. */
const mostValues = 1_000_000;

interface TreeSource {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  /** Puts the variables into one text. */
  readonly expand: (text: string, path: Path) => string;
  readonly report: Report;
}

/** Walks a parsed document once and makes the tree of it, with variables put in and aliases followed. */
export class TreeReader {
  readonly #source: TreeSource;
  readonly #path: (string | number)[] = [];
  /** Alias.resolve searches the whole document each time; an anchor always comes before its aliases, so one walk will do. */
  readonly #anchors = new Map<string, unknown>();
  readonly #targets = new Map<unknown, unknown>();
  #values = 0;

  constructor(source: TreeSource) {
    this.#source = source;
  }

  get top(): unknown {
    return this.#source.document.contents;
  }

  read(): Tree | undefined {
    return this.#value(this.#source.document.contents);
  }

  /** What an alias stands for (once read), and any other node itself. */
  follow(node: unknown): unknown {
    return isAlias(node) ? this.#targets.get(node) : node;
  }

  /** undefined: no value (`key:`, `null`, `""`), so that the default holds. */
  #value(node: unknown): Tree | undefined {
    if (isAlias(node)) this.#targets.set(node, this.#targets.get(node) ?? this.#anchors.get(node.source));
    else if (isNode(node) && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    const target = this.follow(node);
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
    const expanded = text.includes('${') ? this.#source.expand(text, this.#path) : text;
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
    const entries: [string, Tree | undefined][] = [];
    const cutOff = new Set<number>();
    for (const [index, pair] of map.items.entries()) {
      if (cutOff.has(index)) continue;
      const key = keyText(pair.key);
      const offset = offsetOf(pair.key);
      const before = first.get(key);
      if (before !== undefined) {
        const { line, col } = this.#source.lines.linePos(before);
        this.#source.report.mistake({
          path: [...this.#path, key],
          offset,
          found: `a second ${key} (the first is at ${line}:${col})`,
          accepted: 'each key once',
        });
        continue;
      }
      first.set(key, offset);
      const value = this.#within(key, () => this.#value(pair.value));
      const groups = map.flow ? groupsCutOff(value, map.items.slice(index + 1)) : [];
      groups.forEach((_, group) => {
        cutOff.add(index + 1 + group);
      });
      entries.push([
        key,
        groups.length === 0 ? value : this.#within(key, () => this.#rejoin([String(value), ...groups])),
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

  /** The number that was meant, so that its mistake is the only one. */
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

export function keyText(key: unknown): string {
  return isScalar(key) ? showReferences(key.source ?? String(key.value)) : '?';
}

export function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
