import { type HitsOfPages, KnownHits } from './knownHits.ts';
import type { KnownPage } from './paging/searchResult.ts';

/** The last complete answer of a query, page by page, by which the next one is recognised. */
export interface KnownAnswer {
  readonly pages: readonly KnownPage[];
  /** Called only where a page is not, byte for byte, what it was. */
  loadHits(): Promise<HitsOfPages>;
}

/** What one reading knows of the answer before it: its hits are loaded once, and only where they are needed. */
export class Memory {
  readonly pages: readonly KnownPage[];
  readonly #answer: KnownAnswer | undefined;
  #loaded: Promise<HitsOfPages> | undefined;
  #hits: Promise<KnownHits> | undefined;

  constructor(answer: KnownAnswer | undefined) {
    this.#answer = answer;
    this.pages = answer?.pages ?? [];
  }

  /** All hits, to be gone through from page to page. */
  hits(): Promise<KnownHits> {
    this.#hits ??= this.#load().then((pages) => new KnownHits(pages));
    return this.#hits;
  }

  /** The hits of one page alone. */
  async hitsOf(page: number): Promise<KnownHits> {
    return new KnownHits([(await this.#load())[page]]);
  }

  #load(): Promise<HitsOfPages> {
    this.#loaded ??= this.#answer?.loadHits() ?? Promise.resolve([]);
    return this.#loaded;
  }
}
