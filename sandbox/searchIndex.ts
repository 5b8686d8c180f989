/** How the service compares. The values of the query and of the record pass through the same function. */

/** Makes `6,834,603` equal to `6834603`, but not to `us 6834603`. */
export function patentSpelling(value: string): string {
  return value.replace(/[\s,]/g, '').toUpperCase();
}

/** Ignores case and double blanks in names, but not punctuation. */
export function nameSpelling(value: string): string {
  return value.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** Makes all spellings of a number equal: `DM/901093` and `DM901093`, `D0939800` and `D939,800`. */
export function rightSpelling(value: string): string {
  return value
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(/^D0+/, 'D');
}

/**
 * Rows by value. There are few different values, so a search for a part of a value tests all of them. A value with one
 * row stores only this row, because a set for each value would take ten times the memory.
 */
export class Postings<Row extends object> {
  readonly #rows = new Map<string, Row | Set<Row>>();

  add(value: string, row: Row): void {
    const known = this.#rows.get(value);
    if (known === undefined) this.#rows.set(value, row);
    else if (known instanceof Set) known.add(row);
    else this.#rows.set(value, new Set([known, row]));
  }

  remove(value: string, row: Row): void {
    const known = this.#rows.get(value);
    if (known instanceof Set) known.delete(row);
    if (known === row || (known instanceof Set && known.size === 0)) this.#rows.delete(value);
  }

  get(value: string): ReadonlySet<Row> {
    const known = this.#rows.get(value);
    if (known instanceof Set) return known;
    return new Set(known && [known]);
  }

  /** Returns the rows of every matching value, each row once. */
  where(matches: (value: string) => boolean): ReadonlySet<Row> {
    const found = new Set<Row>();
    for (const [value, known] of this.#rows) {
      if (!matches(value)) continue;
      if (known instanceof Set) for (const row of known) found.add(row);
      else found.add(known);
    }
    return found;
  }
}

/** The searchable part of a record. The whole hit is created on request. */
export interface Row<Field extends string, Hit> {
  readonly key: string;
  /** By search field, in the spelling for comparisons. */
  readonly values: Readonly<Record<Field, readonly string[]>>;
  hit(): Hit;
}

/** Rows by key and by the values of their search fields. */
export class SearchIndex<Field extends string, Found extends Row<Field, unknown>> {
  readonly by: Readonly<Record<Field, Postings<Found>>>;
  readonly #fields: readonly Field[];
  readonly #rows = new Map<string, Found>();

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
    this.by = Object.fromEntries(fields.map((field) => [field, new Postings()])) as Record<Field, Postings<Found>>;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Found | undefined {
    return this.#rows.get(key);
  }

  rows(): IterableIterator<Found> {
    return this.#rows.values();
  }

  put(row: Found): void {
    this.remove(row.key);
    this.#rows.set(row.key, row);
    for (const field of this.#fields) for (const value of row.values[field]) this.by[field].add(value, row);
  }

  remove(key: string): boolean {
    const row = this.#rows.get(key);
    if (!row) return false;
    for (const field of this.#fields) for (const value of row.values[field]) this.by[field].remove(value, row);
    return this.#rows.delete(key);
  }
}

/** Returns the rows that all sets contain; [] without a set. */
export function inAll<Found>(sets: readonly ReadonlySet<Found>[]): Found[] {
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size);
  return [...(smallest ?? [])].filter((row) => others.every((set) => set.has(row)));
}
