import { Postings } from './postings.ts';

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
