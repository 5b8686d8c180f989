/** A repeatable random generator: equal words give equal numbers. */
export class Dice {
  #state: number;

  constructor(...words: readonly (string | number)[]) {
    this.#state = fnv1a(words.join('|'));
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Returns a number from `least` up to `most`. */
  real(least: number, most: number): number {
    return least + (most - least) * this.next();
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }

  /** Returns up to `count` different items in the order of the list. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    return items
      .map((item, place) => ({ item, place, lot: this.next() }))
      .sort((a, b) => a.lot - b.lot)
      .slice(0, count)
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash;
}
