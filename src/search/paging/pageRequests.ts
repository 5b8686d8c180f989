import type { ServiceConfig } from '../../config/config.ts';
import type { FetchOptions, SearchClient } from '../http/client.ts';
import type { PageRequest, PageResponse } from '../http/page.ts';
import { SearchError } from '../http/searchError.ts';
import type { Operation, Query } from '../query.ts';
import type { ReadPage } from './searchResult.ts';

type PageSizes = ServiceConfig['pageSizes'];

/** The service's own page sizes (docs/service.md, sections 3 and 4), for a service that refuses ours. */
const defaultSizes: PageSizes = { size: 10, entrySize: 50, num: 10 };

/** What is known of the page that is asked for. */
export type Known = Pick<FetchOptions, 'known' | 'knownHits'>;

export interface AskingParts {
  readonly client: Pick<SearchClient, 'fetchPage'>;
  readonly query: Query;
  readonly pageSizes: PageSizes;
  /** What the service may quote, and we do not keep. */
  readonly token?: string | undefined;
  readonly sizesRefused?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks for the pages of one query, and keeps account of what was asked, what came and what it cost. */
export class PageAsking {
  readonly pages: ReadPage[] = [];
  requests = 0;
  credits = 0;
  givenUp = 0;
  sizesRefused: boolean;
  /** Pages before this one are packed. */
  #packed = 0;
  #bytes = 0;
  readonly #parts: AskingParts;

  constructor(parts: AskingParts) {
    this.#parts = parts;
    this.sizesRefused = parts.sizesRefused ?? false;
  }

  /** The page size that is asked for. */
  get asked(): number {
    const sizes = this.#sizes();
    return this.#parts.query.operation === 'pacer' ? sizes.size : sizes.num;
  }

  /** Throws SearchError; a refusal of the page sizes on the very first page is tried once more with the service's own. */
  async ask(from: number, known: Known): Promise<PageResponse> {
    try {
      return await this.#fetch(from, known);
    } catch (error) {
      if (this.pages.length > 0 || this.sizesRefused || !this.#refusesSizes(error)) throw error;
      this.sizesRefused = true;
      return await this.#fetch(from, known);
    }
  }

  get operation(): Operation {
    return this.#parts.query.operation;
  }

  /** Notes by what the hits of a page, counted from 0, are known from now on. */
  learn(page: number, hits: ReadPage['hits']): void {
    const kept = this.pages[page];
    if (kept !== undefined) this.pages[page] = { ...kept, hits };
  }

  /** Writes a page into the account. */
  keep(page: ReadPage): void {
    this.pages.push(page);
    this.credits += page.credits;
    this.#bytes += page.body.length;
  }

  /** Packs every page but the last, once they are more than so many bytes. */
  packBeyond(bytes: number): void {
    if (this.#bytes <= bytes) return;
    for (; this.#packed < this.pages.length - 1; this.#packed += 1) {
      this.pages[this.#packed]?.body.pack(this.#parts.token ?? '');
    }
  }

  async #fetch(from: number, known: Known): Promise<PageResponse> {
    const { client, signal } = this.#parts;
    try {
      const answer = await client.fetchPage(this.#request(from), { ...known, signal });
      this.requests += answer.requests;
      this.givenUp += answer.givenUp;
      return answer;
    } catch (error) {
      if (error instanceof SearchError) {
        this.requests += error.requests;
        this.givenUp += error.givenUp;
      }
      throw error;
    }
  }

  #request(from: number): PageRequest {
    const { operation, body } = this.#parts.query;
    const { size, entrySize, num } = this.#sizes();
    return { operation, body: operation === 'pacer' ? { ...body, from, size, entrySize } : { ...body, from, num } };
  }

  #sizes(): PageSizes {
    return this.sizesRefused ? defaultSizes : this.#parts.pageSizes;
  }

  #refusesSizes(error: unknown): boolean {
    if (!(error instanceof SearchError) || error.errorClass !== 'request') return false;
    const { query, pageSizes } = this.#parts;
    const manyEntries = query.operation === 'pacer' && pageSizes.entrySize > defaultSizes.entrySize;
    const larger = manyEntries || this.asked > defaultSizes.size;
    return (
      larger &&
      /size|\bnum\b|limit|\bpage\b|at most|maximum|exceed|too (many|large|big)/i.test(error.serviceMessage ?? '')
    );
  }
}
