import type { ServiceConfig } from '../../config/config.ts';
import type { BookRequest, SearchClient } from '../http/client.ts';
import type { PageRequest, PageResponse } from '../http/page.ts';
import { SearchError } from '../http/searchError.ts';
import type { Query } from '../query.ts';

type PageSizes = ServiceConfig['pageSizes'];

/** The service's own page sizes (docs/service.md), for a service that refuses ours. */
const defaultSizes: PageSizes = { size: 10, entrySize: 50, num: 10 };

export interface PageRequestParts {
  readonly client: Pick<SearchClient, 'fetchPage'>;
  readonly query: Query;
  readonly pageSizes: PageSizes;
  readonly sizesRefused?: boolean | undefined;
  readonly book?: BookRequest | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks for the pages of one query, at the sizes that the service takes. */
export class PageRequests {
  sizesRefused: boolean;
  /** Whether a page has come. */
  started = false;
  readonly #parts: PageRequestParts;

  constructor(parts: PageRequestParts) {
    this.#parts = parts;
    this.sizesRefused = parts.sizesRefused ?? false;
  }

  /** The page size that is asked for. */
  get asked(): number {
    const sizes = this.#sizes();
    return this.#parts.query.operation === 'pacer' ? sizes.size : sizes.num;
  }

  /** Throws SearchError; a refusal of the page sizes on the very first page is tried once more with the service's own. */
  async ask(from: number): Promise<PageResponse> {
    let page: PageResponse;
    try {
      page = await this.#fetch(from);
    } catch (error) {
      if (this.started || this.sizesRefused || !this.#refusesSizes(error)) throw error;
      this.sizesRefused = true;
      page = await this.#fetch(from);
    }
    this.started = true;
    return page;
  }

  #fetch(from: number): Promise<PageResponse> {
    const { client, book, signal } = this.#parts;
    return client.fetchPage(this.#request(from), { book, signal });
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
