/**
 * Value → the rows that have it. The exact-match index of patent numbers, case numbers, registration numbers, classes and the like.
 * Most values have one row, which then stands alone: a set for each would take ten times the room.
 */
export class Postings<Row extends object> {
  readonly #rows = new Map<string, Row | Set<Row>>();

  /** @returns whether the value was not there before */
  add(value: string, row: Row): boolean {
    const known = this.#rows.get(value);
    if (known === undefined) this.#rows.set(value, row);
    else if (known instanceof Set) known.add(row);
    else this.#rows.set(value, new Set([known, row]));
    return known === undefined;
  }

  /** @returns whether no row has the value any more */
  remove(value: string, row: Row): boolean {
    const known = this.#rows.get(value);
    if (known instanceof Set) {
      known.delete(row);
      if (known.size > 0) return false;
    } else if (known !== row) {
      return false;
    }
    return this.#rows.delete(value);
  }

  get(value: string): ReadonlySet<Row> {
    const known = this.#rows.get(value);
    if (known instanceof Set) return known;
    return new Set(known === undefined ? [] : [known]);
  }

  /** The rows of several values, each row once. */
  all(values: Iterable<string>): ReadonlySet<Row> {
    const found = new Set<Row>();
    for (const value of values) {
      const known = this.#rows.get(value);
      if (known instanceof Set) for (const row of known) found.add(row);
      else if (known !== undefined) found.add(known);
    }
    return found;
  }

  values(): IterableIterator<string> {
    return this.#rows.keys();
  }
}

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
