import { nameSpelling, rightSpelling } from './entryWindow.ts';
import { type DesignHit, designKey, textIn, textsIn } from './hits.ts';
import { Postings, PrefixIndex } from './postings.ts';

/** What the index knows of a design registration; values are spelled as they are compared. */
export interface DesignRow {
  readonly key: string;
  readonly source: string;
  readonly id: string;
  readonly irn: string;
  readonly holders: readonly string[];
  readonly products: readonly string[];
  readonly locarno: readonly string[];
  readonly designated: readonly string[];
  /** RD by its day, `YYYY-MM-DD`, or ''. */
  readonly registered: string;
  readonly status: string;
  hit(): DesignHit;
}

/** @param header the hit as it is now; `hit` yields it for a response */
export function designRow(header: DesignHit, hit: () => DesignHit): DesignRow {
  return {
    key: designKey(header),
    source: header.SOURCE,
    id: textIn(header.ID),
    irn: textIn(header.IRN),
    holders: textsIn(header.HOL).map(nameSpelling),
    products: textsIn(header.PROD).map(nameSpelling),
    locarno: textsIn(header.LCS),
    designated: textsIn(header.DS).map((state) => state.toUpperCase()),
    registered: textIn(header.RD).slice(0, 10),
    status: textIn(header.STATUS).toUpperCase(),
    hit,
  };
}

/** The registrations of one source, indexed by every field that this source can be searched by. */
export class SourceIndex {
  readonly rows = new Set<DesignRow>();
  readonly irn = new Postings<DesignRow>();
  readonly id = new PrefixIndex<DesignRow>();
  readonly holders = new PhraseIndex<DesignRow>();
  readonly products = new PhraseIndex<DesignRow>();
  readonly locarno = new Postings<DesignRow>();
  readonly designated = new Postings<DesignRow>();
  readonly registered = new PrefixIndex<DesignRow>();
  readonly status = new Postings<DesignRow>();

  add(row: DesignRow): void {
    this.rows.add(row);
    this.#each(row, (index, value) => index.add(value, row));
  }

  remove(row: DesignRow): void {
    this.rows.delete(row);
    this.#each(row, (index, value) => index.remove(value, row));
  }

  #each(
    row: DesignRow,
    visit: (index: Postings<DesignRow> | PrefixIndex<DesignRow> | PhraseIndex<DesignRow>, value: string) => void,
  ): void {
    visit(this.irn, row.irn);
    visit(this.id, row.id);
    visit(this.registered, row.registered);
    visit(this.status, row.status);
    for (const holder of row.holders) visit(this.holders, holder);
    for (const product of row.products) visit(this.products, product);
    for (const code of row.locarno) visit(this.locarno, code);
    for (const state of row.designated) visit(this.designated, state);
  }
}

/** Design registrations by key, and by source, since no search goes across sources. */
export class DesignIndex {
  readonly #rows = new Map<string, DesignRow>();
  readonly #sources = new Map<string, SourceIndex>();
  readonly #rights = new Postings<DesignRow>();

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): DesignRow | undefined {
    return this.#rows.get(key);
  }

  keys(): IterableIterator<string> {
    return this.#rows.keys();
  }

  source(name: string): SourceIndex | undefined {
    return this.#sources.get(name);
  }

  /** By the number as it appears in a picture's folder: without slashes and dots. */
  byRight(number: string): ReadonlySet<DesignRow> {
    return this.#rights.get(rightSpelling(number));
  }

  put(row: DesignRow): void {
    this.remove(row.key);
    this.#rows.set(row.key, row);
    this.#rights.add(rightSpelling(row.irn), row);
    let source = this.#sources.get(row.source);
    if (!source) {
      source = new SourceIndex();
      this.#sources.set(row.source, source);
    }
    source.add(row);
  }

  remove(key: string): boolean {
    const row = this.#rows.get(key);
    if (!row) return false;
    this.#rows.delete(key);
    this.#rights.remove(rightSpelling(row.irn), row);
    this.#sources.get(row.source)?.remove(row);
    return true;
  }
}

const GRAM = 3;
/** Follows every value, so that its last one or two letters begin a gram too. */
const END = '\0'.repeat(GRAM - 1);

/** Finds rows by a phrase anywhere in a value: trigrams over the distinct values, then the look at the few that are left. */
export class PhraseIndex<Row extends object> {
  readonly #postings = new Postings<Row>();
  /** Gram → distinct values that contain it. */
  readonly #grams = new Map<string, Set<string>>();

  add(value: string, row: Row): void {
    if (!this.#postings.add(value, row)) return;
    for (const gram of gramsOf(value + END)) {
      const values = this.#grams.get(gram);
      if (values) values.add(value);
      else this.#grams.set(gram, new Set([value]));
    }
  }

  remove(value: string, row: Row): void {
    if (!this.#postings.remove(value, row)) return;
    for (const gram of gramsOf(value + END)) this.#grams.get(gram)?.delete(value);
  }

  containing(phrase: string): ReadonlySet<Row> {
    const candidates = phrase.length < GRAM ? this.#startingGrams(phrase) : this.#rarestGram(phrase);
    return this.#postings.all([...candidates].filter((value) => value.includes(phrase)));
  }

  #rarestGram(phrase: string): ReadonlySet<string> {
    let rarest: ReadonlySet<string> | undefined;
    for (const gram of gramsOf(phrase)) {
      const values = this.#grams.get(gram) ?? new Set();
      if (!rarest || values.size < rarest.size) rarest = values;
    }
    return rarest ?? new Set();
  }

  #startingGrams(phrase: string): ReadonlySet<string> {
    const found = new Set<string>();
    for (const [gram, values] of this.#grams) if (gram.startsWith(phrase)) for (const value of values) found.add(value);
    return found;
  }
}

function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (let start = 0; start + GRAM <= text.length; start += 1) grams.add(text.slice(start, start + GRAM));
  return grams;
}
