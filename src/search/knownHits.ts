import type { KnownHit } from './knownHit.ts';

/** The hits of each page of an answer; undefined where one of the page could not be known. */
export type HitsOfPages = readonly (readonly KnownHit[] | undefined)[];

/**
 * The hits of the last complete answer in the order in which they stood, gone through beside those of a new one. What is new,
 * gone or changed between them costs one look: its key tells where to go on.
 */
export class KnownHits {
  readonly #pages: HitsOfPages;
  readonly #hits: readonly KnownHit[];
  #at = 0;
  #places: ReadonlyMap<string, number> | undefined;

  constructor(pages: HitsOfPages) {
    this.#pages = pages;
    this.#hits = pages.flatMap((hits) => hits ?? []);
  }

  /** The one that is expected now. */
  get expected(): KnownHit | undefined {
    return this.#hits[this.#at];
  }

  /** Expects the first of a page, counted from 0; of a page whose hits are not known, none. */
  goToPage(page: number): this {
    const before = this.#pages.slice(0, page).reduce((sum, hits) => sum + (hits?.length ?? 0), 0);
    this.#at = this.#pages[page] === undefined ? this.#hits.length : before;
    return this;
  }

  /** The expected one was there. */
  found(): void {
    this.#at += 1;
  }

  /** Another was there, that shows the record of this key. */
  foundAnother(key: string | undefined): void {
    if (key === undefined) return;
    this.#places ??= new Map(this.#hits.map((hit, place) => [hit.key, place]));
    const place = this.#places.get(key);
    if (place !== undefined) this.#at = place + 1;
  }
}
