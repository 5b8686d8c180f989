import {
  type Alias,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import type { Finding, Path, Report, Tree } from './fields/finding.ts';

/** A config has five levels. A deeper tree is circular or not a config. */
const deepest = 12;
/** Far more values than a config of 10,000 watches has. Only multiplying aliases have more. */
const mostValues = 1_000_000;
/** These tags change nothing, because each scalar is read as its source text. */
const knownTags = new Set(['!', '!!str', '!!int', '!!float', '!!bool', '!!map', '!!seq']);

export type YamlFile = ReturnType<typeof readYaml>;

/** @param expand puts variables into a text; called once per scalar */
export function readYaml(source: string, expand: (text: string, path: Path) => string, report: Report) {
  // Editors do not count a byte order mark as a column.
  const text = hideReferences(source.replace(/^\ufeff/, ''));
  const lines = new LineCounter();
  const parsed = parseDocument(text, {
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: lines,
  });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const isBroken = !isReadable(parsed, text, report);
  const follow = aliasesOf(parsed);
  const top = isBroken ? null : parsed.contents;
  const placeOf = (offset: number) => `${place(offset).line}:${place(offset).column}`;
  return {
    /** True when nothing in the file can be trusted. */
    isBroken,
    tree: top === null ? undefined : new TreeReader({ follow, placeOf, expand, report }).value(top),
    /** Locates a value, or the nearest one around it that exists. Only for mistakes, because it walks the document. */
    locate: ({ path, atKey = false, offset }: Pick<Finding, 'path' | 'atKey' | 'offset'>) =>
      place(offset ?? find(top, follow, path, atKey)),
  };
}

/** Reports text that is not YAML, or not YAML for a config. */
function isReadable({ errors, warnings }: Pick<Document, 'errors' | 'warnings'>, text: string, report: Report) {
  // Reading puts this character in place of bytes that are not UTF-8. A name with it would never be found.
  const unread = text.indexOf('\ufffd');
  if (unread >= 0) {
    const found = 'a letter that is not UTF-8';
    report.mistake({ path: [], offset: unread, found, accepted: 'the file saved as UTF-8' });
    return false;
  }
  const tags = warnings.filter(({ code, pos }) => {
    return code === 'TAG_RESOLVE_FAILED' && !knownTags.has(text.slice(...pos));
  });
  for (const { code, message, pos } of [...errors.slice(0, 1), ...tags]) {
    // The parser's words after a colon quote the file and could show a secret.
    const said = code === 'TAG_RESOLVE_FAILED' ? `Unresolved tag: ${text.slice(...pos)}` : message.replace(/: .*/s, '');
    const why = code === 'MULTIPLE_DOCS' ? 'a second document' : showReferences(said);
    report.mistake({ path: [], offset: pos[0], why: `not YAML: ${why}`, accepted: remedyFor(code, message) });
  }
  return errors.length + tags.length === 0;
}

/** What to write instead, where the parser's words do not say it. */
function remedyFor(code: ErrorCode, message: string): string | undefined {
  if (/\balias\b/i.test(message)) return 'a value that begins with * in quotes, such as "*/30 9-17 * * 1-5"';
  return code === 'BLOCK_AS_IMPLICIT_KEY'
    ? 'a value that contains ": " in quotes, such as "Rival: bottles"'
    : undefined;
}

/** Returns a value itself, or the target of an alias; undefined for an alias without an earlier anchor. */
type Follow = (node: Node | Alias) => Node | undefined;

function aliasesOf(document: Document): Follow {
  const anchors = new Map<string, Node>();
  const targets = new Map<unknown, Node | undefined>();
  visit(document, {
    Alias: (_, alias) => void targets.set(alias, anchors.get(alias.source)),
    Value: (_, node) => void (node.anchor !== undefined && anchors.set(node.anchor, node)),
  });
  return (node) => (isAlias(node) ? targets.get(node) : node);
}

interface TreeSource {
  readonly follow: Follow;
  readonly placeOf: (offset: number) => string;
  readonly expand: (text: string, path: Path) => string;
  readonly report: Report;
}

class TreeReader {
  readonly #source: TreeSource;
  #values = 0;

  constructor(source: TreeSource) {
    this.#source = source;
  }

  /** Returns undefined for no value (`key:`, `null`, `""`), so that the default applies. */
  value(node: unknown, path: Path = []): Tree | undefined {
    if (this.#isTooMuch(path)) return undefined;
    const target = this.#source.follow(node as Node);
    if (target === undefined)
      this.#refuse(path, `*${(node as Alias).source}`, 'an alias whose &anchor comes before it');
    if (isMap(target)) return this.#map(target, path);
    if (isSeq(target)) return target.items.map((item, index) => this.value(item, [...path, index]) ?? '');
    return this.#text(target, path);
  }

  #text(node: unknown, path: Path): string | undefined {
    const text = textOf(node) ?? '';
    if (isPlain(node) && /^(?:~|null|Null|NULL)$/.test(text)) return undefined;
    const expanded = text.includes('${') ? this.#source.expand(text, path) : text;
    return expanded === '' ? undefined : expanded;
  }

  #isTooMuch(path: Path): boolean {
    this.#values++;
    if (this.#values > mostValues) {
      if (this.#values === mostValues + 1)
        this.#refuse(path, `more than ${mostValues} values`, 'fewer, or fewer aliases');
      return true;
    }
    if (path.length <= deepest) return false;
    this.#refuse(path, 'values nested too deep', 'no alias inside what its own anchor names');
    return true;
  }

  #map({ items }: YAMLMap, around: Path): Tree {
    const { placeOf, report } = this.#source;
    const first = new Map<string, number>();
    const entries: [string, Tree | undefined][] = [];
    for (const { key: keyNode, value = null } of items) {
      const key = keyText(keyNode);
      const path = [...around, key];
      const offset = offsetOf(keyNode) ?? 0;
      const before = first.get(key);
      if (before !== undefined) {
        const found = `a second ${key} (the first is at ${placeOf(before)})`;
        report.mistake({ path, offset, found, accepted: 'each key once' });
        continue;
      }
      first.set(key, offset);
      entries.push([key, this.value(value, path)]);
    }
    return Object.fromEntries(entries);
  }

  #refuse(path: Path, found: string, accepted: string): void {
    this.#source.report.mistake({ path, found, accepted });
  }
}

function textOf(node: unknown): string | undefined {
  return isScalar(node) ? showReferences(String(node.value ?? '')) : undefined;
}

function keyText(key: unknown): string {
  return textOf(key) ?? '?';
}

/** True when neither quoted nor tagged, so that `null` is no word. */
function isPlain(node: unknown): boolean {
  return isScalar(node) && node.type === 'PLAIN' && node.tag === undefined;
}

/** Returns undefined when the place does not help: nothing after `key:`, or a text that begins on a later line. */
function offsetOf(node: unknown): number | undefined {
  if (isScalar(node) && (node.type?.startsWith('BLOCK') || (isPlain(node) && textOf(node) === ''))) return undefined;
  return isAlias(node) || isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;
}

function find(top: Node | null, follow: Follow, path: Path, atKey: boolean): number {
  let node: unknown = top;
  let offset = offsetOf(node) ?? 0;
  for (const [depth, part] of path.entries()) {
    const target = node && follow(node as Node);
    const pair = isMap(target) ? target.items.find(({ key }) => keyText(key) === part) : undefined;
    const value = isSeq(target) && typeof part === 'number' ? target.items[part] : pair?.value;
    if (pair === undefined && value === undefined) return offset;
    const ofKey = offsetOf(pair?.key);
    const isAtKey = atKey && depth === path.length - 1 && pair !== undefined;
    offset = (isAtKey ? ofKey : (offsetOf(value) ?? ofKey)) ?? offset;
    node = value;
  }
  return offset;
}

/** Inside `${NAME:-x, y}`, YAML syntax moves to the private use area, which keeps every offset. */
const hiddenFrom = 0xe000;
const meaningful = /[{}[\],:#]/g;
const hidden = /[\ue023-\ue07d]/g;

export function hideReferences(text: string): string {
  return text.replace(/\$\{[^}\n]*\}/g, (whole) =>
    whole.replace(meaningful, (character) => String.fromCharCode(hiddenFrom + character.charCodeAt(0))),
  );
}

export function showReferences(text: string): string {
  return text.replace(hidden, (character) => String.fromCharCode(character.charCodeAt(0) - hiddenFrom));
}
