import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** Not mutated: most variants of parts of a regular expression match the same in every real text. */
export const excludedMutations = ['Regex'];

interface Place {
  readonly file: string;
  readonly start: Point;
  readonly end: Point;
  /** The text that is changed, and its replacement. */
  readonly change: string;
}

interface Point {
  readonly line: number;
  readonly column: number;
}

const silent = { debug() {}, info() {}, warn() {}, error() {}, trace() {}, fatal() {} };

/** A sample leaves out a change that contains more than this many others, because it would include all of them. */
const largest = 12;

/**
 * Chooses what to change, as Stryker's `mutate` expects it: everything when there are at most `limit` mutants,
 * otherwise
 * those that come first by a hash. So an edit of a file replaces only few of the parts tried before.
 */
export async function sample(root: string, globs: readonly string[], limit: number, seed: number): Promise<string[]> {
  const files = globs.flatMap((glob) => globSync(glob, { cwd: root })).sort();
  const all = await mutantsOf(root, files);
  if (all.length <= limit) return files;

  const chosen: Place[] = [];
  const taken = new Set<Place>();
  for (const place of inOrderOf(seed, all)) {
    if (taken.size >= limit) break;
    const within = all.filter((other) => contains(place, other));
    if (taken.has(place) || within.length > largest) continue;
    chosen.push(place);
    for (const other of within) taken.add(other);
  }
  return chosen.map(asRange);
}

async function mutantsOf(root: string, names: readonly string[]): Promise<Place[]> {
  const files = names.map((name) => ({ name, content: readFileSync(join(root, name), 'utf8'), mutate: true }));
  const instrumenter = new Instrumenter({ ...silent, ...levels });
  const { mutants } = await instrumenter.instrument(files, { excludedMutations, ignorers: [], plugins: null });
  const changed = mutants.filter(({ status }) => status !== 'Ignored');
  const sources = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  return changed.map(({ fileName, location: { start, end }, replacement }) => {
    const lines = sources.get(fileName)?.slice(start.line, end.line + 1) ?? [];
    return { file: fileName, start, end, change: [fileName, ...lines, replacement].join('\n') };
  });
}

function inOrderOf(seed: number, places: readonly Place[]): Place[] {
  const timesSeen = new Map<string, number>();
  const keyed = places.map((place) => {
    const nth = timesSeen.get(place.change) ?? 0;
    timesSeen.set(place.change, nth + 1);
    return { place, key: hash('sha256', `${seed} ${nth} ${place.change}`) };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ place }) => place);
}

const levels = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
};

function contains(outer: Place, inner: Place): boolean {
  return outer.file === inner.file && !isBefore(inner.start, outer.start) && !isBefore(outer.end, inner.end);
}

function isBefore(a: Point, b: Point): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Stryker counts lines from 1 in its settings and from 0 in its results. */
function asRange({ file, start, end }: Place): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}
