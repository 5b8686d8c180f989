import { YAMLException } from 'js-yaml';
import type { Path, Report } from './fields/finding.ts';
import type { Tree } from './treeReader.ts';
import { keyText, TreeReader } from './treeReader.ts';
import { hideReferences, showReferences } from './variables.ts';
import { type Node, YamlDocument } from './yamlDocument.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
  /** The part of the path that exists in the file. */
  readonly depth: number;
}

export interface YamlFile {
  /** The text is not YAML, so that nothing in it can be trusted. */
  readonly isBroken: boolean;
  /** undefined: the file is empty, or broken. */
  readonly tree: Tree | undefined;
  /** The place of a value, or of the nearest one around it that exists. Only for mistakes: it walks the document. */
  locate(path: Path, atKey: boolean): Place;
  locateOffset(offset: number): Place;
}

/**
 * @param source the text of the file.
 * @param expand puts the variables into one text; called once per scalar, with its path.
 */
export function readYaml(source: string, expand: (text: string, path: Path) => string, report: Report): YamlFile {
  // Editors do not count a byte order mark as a column.
  const text = source.replace(/^\ufeff/, '');
  const starts = [0, ...Array.from(text.matchAll(/\n/g), (end) => end.index + 1)];
  const place = (offset: number, depth = 0): Place => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1, depth };
  };
  const document = openDocument(hideReferences(text), report);
  if (document === undefined) {
    return { isBroken: true, tree: undefined, locate: () => place(0), locateOffset: place };
  }
  const placeOf = (offset: number) => `${place(offset).line}:${place(offset).column}`;
  return {
    isBroken: false,
    tree: new TreeReader({ document, placeOf, expand, report }).read(),
    locate(path, atKey) {
      const { offset, depth } = find(document, path, atKey);
      return place(offset, depth);
    },
    locateOffset: (offset) => place(offset),
  };
}

/** undefined, with a reported mistake, where the text is not YAML, or not the YAML of a config. */
function openDocument(text: string, report: Report): YamlDocument | undefined {
  // Reading puts this sign wherever the bytes are no UTF-8. A name with it would be searched for, and never found.
  const unread = text.indexOf('\ufffd');
  if (unread >= 0) {
    report.mistake({
      path: [],
      offset: unread,
      found: 'a letter that is not UTF-8',
      accepted: 'the file saved as UTF-8',
    });
    return undefined;
  }
  const refuse = (offset: number, why: string) =>
    report.mistake({ path: [], offset, why: `not YAML: ${showReferences(why)}` });
  try {
    const document = new YamlDocument(text);
    const oddities = [...document.oddities()];
    for (const { offset, why } of oddities) refuse(offset, why);
    return oddities.length === 0 ? document : undefined;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // The parser's message would quote the file, and could show a secret.
    refuse(error.mark?.position ?? 0, error.reason);
    return undefined;
  }
}

/** The place of a value, or of the nearest one around it that exists. */
function find(document: YamlDocument, path: Path, atKey: boolean): { readonly offset: number; readonly depth: number } {
  let node = document.top;
  let offset = node === undefined ? 0 : (document.offsetOf(node) ?? 0);
  for (const [depth, part] of path.entries()) {
    const found = node === undefined ? undefined : inside(document, node, part);
    if (found === undefined) return { offset, depth };
    const ofKey = found.key === undefined ? undefined : document.offsetOf(found.key);
    const isAtKey = atKey && depth === path.length - 1 && found.key !== undefined;
    offset = (isAtKey ? ofKey : (document.offsetOf(found.value) ?? ofKey)) ?? offset;
    node = found.value;
  }
  return { offset, depth: path.length };
}

interface Found {
  /** undefined in a list. */
  readonly key: Node | undefined;
  readonly value: Node;
}

/** What a map has under a key, or a list at a place. */
function inside(document: YamlDocument, node: Node, part: Path[number]): Found | undefined {
  const target = document.follow(node);
  if (target === undefined) return undefined;
  if (document.kindOf(target) === 'map') {
    const [key, value] = document.pairsOf(target).find(([one]) => keyText(document, one) === part) ?? [];
    return key === undefined || value === undefined ? undefined : { key, value };
  }
  if (document.kindOf(target) !== 'list' || typeof part !== 'number') return undefined;
  const value = document.within(target)[part];
  return value === undefined ? undefined : { key: undefined, value };
}
