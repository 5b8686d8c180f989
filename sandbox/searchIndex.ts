/** How the service reads what it compares: the query's value and the record's value go through the same function. */

/** `6,834,603` and `us 6834603` differ; `6,834,603` and `6834603` do not. */
export function patentSpelling(value: string): string {
  return value.replace(/[\s,]/g, '').toUpperCase();
}

/** Names compare without regard to case and double blanks, but with their punctuation. */
export function nameSpelling(value: string): string {
  return value.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** One right in all its spellings: `DM/901093` and `DM901093`, `D0939800` and `D939,800`. */
export function rightSpelling(value: string): string {
  return value
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(/^D0+/, 'D');
}

/**
 * Value → the rows that have it. A world of any size has few values that differ, so that parts of values are looked for
 * in all of them. Most values have one row, which then stands alone: a set for each would take ten times the room.
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

  /** The rows of every value that matches, each once. */
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

/** What the index knows of a record; the whole hit is made when somebody asks for it. */
export interface Row<Field extends string, Hit> {
  readonly key: string;
  /** By the field of a search, spelled as they are compared. */
  readonly values: Readonly<Record<Field, readonly string[]>>;
  hit(): Hit;
}

/** Rows by key, and by the values of the fields that a search names. */
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

/** The rows that are in every one of the sets; none without a set. */
export function inAll<Found>(sets: readonly ReadonlySet<Found>[]): Found[] {
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size);
  return [...(smallest ?? [])].filter((row) => others.every((set) => set.has(row)));
}
