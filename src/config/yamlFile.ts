import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Path, Report } from './schema/finding.ts';
import type { Tree } from './tree.ts';
import { keyText, offsetOf, TreeReader } from './treeReader.ts';
import { hideReferences, showReferences } from './variables.ts';

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

/**
 * @param source the text of the file.
 * @param expand puts the variables into one text; called once a scalar, with its path.
 */
export function readYaml(source: string, expand: (text: string, path: Path) => string, report: Report): YamlFile {
  // Editors do not count a byte order mark as a column.
  const text = source.replace(/^\ufeff/, '');
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
  const reader = new TreeReader({ document, expand, report, lines });
  const isBroken = broken.length > 0;
  return {
    isBroken,
    tree: isBroken ? undefined : reader.read(),
    locate: (path, atKey) => locate(reader, path, atKey, place),
    locateOffset: (offset) => place(offset, 0),
  };
}

function locate(
  reader: TreeReader,
  path: Path,
  atKey: boolean,
  place: (offset: number, depth: number) => Place,
): Place {
  let node = reader.top;
  let offset = offsetOf(node);
  for (const [depth, part] of path.entries()) {
    const target = reader.follow(node);
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
