import { Postings } from './postings.ts';

/** Finds rows by a value or by its beginning: a sorted list of the distinct values and a binary search. */
export class PrefixIndex<Row extends object> {
  readonly #postings = new Postings<Row>();
  /** Sorted; undefined after a value came or went, until the next search needs it. */
  #sorted: string[] | undefined;

  add(value: string, row: Row): void {
    if (this.#postings.add(value, row)) this.#sorted = undefined;
  }

  remove(value: string, row: Row): void {
    if (this.#postings.remove(value, row)) this.#sorted = undefined;
  }

  exactly(value: string): ReadonlySet<Row> {
    return this.#postings.get(value);
  }

  startingWith(prefix: string): ReadonlySet<Row> {
    this.#sorted ??= [...this.#postings.values()].sort();
    const first = lowerBound(this.#sorted, prefix);
    let end = first;
    while (this.#sorted[end]?.startsWith(prefix)) end += 1;
    return this.#postings.all(this.#sorted.slice(first, end));
  }
}

/** The place of the first value that is not before `wanted`. */
function lowerBound(sorted: readonly string[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
