import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** What Stryker changes elsewhere: parts of a regular expression, of which most variants mean the same for any text there is. */
export const excludedMutations = ['Regex'];

interface Place {
  readonly file: string;
  readonly start: Point;
  readonly end: Point;
}

interface Point {
  readonly line: number;
  readonly column: number;
}

const silent = { debug() {}, info() {}, warn() {}, error() {}, trace() {}, fatal() {} };

/** A change of more than these others within it is left out of a sample: it would bring all of them along. */
const largest = 12;

/**
 * Which parts of the files are changed, as Stryker's `mutate` wants them: everything where there are `limit` mutants or fewer, else
 * the same parts for the same seed.
 */
export async function sample(root: string, globs: readonly string[], limit: number, seed: number): Promise<string[]> {
  const files = globs.flatMap((glob) => globSync(glob, { cwd: root })).sort();
  const all = await mutantsOf(root, files);
  if (all.length <= limit) return files;

  const chosen: Place[] = [];
  const taken = new Set<Place>();
  for (const place of shuffled(all, seed)) {
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
  return changed.map(({ fileName, location }) => ({ file: fileName, ...location }));
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

/** Stryker counts lines from 1 in its settings and from 0 in what it finds. */
function asRange({ file, start, end }: Place): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}

/** Fisher and Yates, by a generator of 32 bits (mulberry32). */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed;
  for (let last = result.length - 1; last > 0; last--) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const other = ((mixed ^ (mixed >>> 14)) >>> 0) % (last + 1);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
