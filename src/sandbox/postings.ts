/** Value → the rows that have it. The exact-match index of patent numbers, case numbers, registration numbers, classes and the like. */
export class Postings<Row> {
  readonly #rows = new Map<string, Set<Row>>();

  /** @returns whether the value was not there before */
  add(value: string, row: Row): boolean {
    const rows = this.#rows.get(value);
    if (rows) rows.add(row);
    else this.#rows.set(value, new Set([row]));
    return rows === undefined;
  }

  /** @returns whether no row has the value any more */
  remove(value: string, row: Row): boolean {
    const rows = this.#rows.get(value);
    if (!rows?.delete(row) || rows.size > 0) return false;
    this.#rows.delete(value);
    return true;
  }

  get(value: string): ReadonlySet<Row> {
    return this.#rows.get(value) ?? new Set();
  }

  /** The rows of several values, each row once. */
  all(values: Iterable<string>): ReadonlySet<Row> {
    const found = new Set<Row>();
    for (const value of values) for (const row of this.get(value)) found.add(row);
    return found;
  }

  values(): IterableIterator<string> {
    return this.#rows.keys();
  }
}
