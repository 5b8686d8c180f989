import type { ServiceConfig } from '../../config/config.ts';
import type { LastPage, Query } from '../../records/query.ts';
import type { KnownPage, PageRequest, PageResponse } from '../http/call.ts';
import type { CallAccount, SearchClient } from '../http/client.ts';
import { SearchError } from '../http/searchError.ts';
import type { NextStep, Pass } from './pass.ts';

/** How a pass ended. `unchanged`: every page was the same as in the last complete result, and none was parsed. */
export type PassEnd =
  | { readonly kind: Exclude<NextStep, 'more'> | 'unaffordable' }
  | { readonly kind: 'unchanged'; readonly pages: readonly PageResponse[] }
  | { readonly kind: 'failed'; readonly error: SearchError };

export type Affordable = () => boolean | Promise<boolean>;

type Next = { readonly page: PageResponse } | { readonly end: PassEnd };

/**
 * Pages that are byte for byte those of the last complete result are set aside, and parsed only when a later one
 * differs. An error of the very first page is thrown; a later one ends the pass.
 */
export async function runPass(
  pass: Pass,
  requests: PageRequests,
  affordable: Affordable,
  lastPages: readonly LastPage[] = [],
): Promise<PassEnd> {
  const waiting: PageResponse[] = [];
  let from = 0;
  let [expected] = lastPages;
  let next = await askNext(requests, from, affordable, expected);
  while ('page' in next && expected !== undefined && next.page.digest === expected.digest) {
    waiting.push(next.page);
    if (waiting.length === lastPages.length) return { kind: 'unchanged', pages: waiting };
    from += expected.arrived;
    expected = lastPages[waiting.length];
    next = await askNext(requests, from, affordable, expected);
  }
  for (const page of waiting) pass.take(page, requests.asked);
  while ('page' in next) {
    pass.take(next.page, requests.asked);
    const step = pass.next();
    next = step === 'more' ? await askNext(requests, pass.from, affordable) : { end: { kind: step } };
  }
  return next.end;
}

async function askNext(
  requests: PageRequests,
  from: number,
  affordable: Affordable,
  expected?: LastPage,
): Promise<Next> {
  const isFirst = !requests.started;
  if (!isFirst && !(await affordable())) return { end: { kind: 'unaffordable' } };
  try {
    return { page: await requests.ask(from, expected) };
  } catch (error) {
    if (error instanceof SearchError && !isFirst) return { end: { kind: 'failed', error } };
    throw error;
  }
}

type PageSizes = ServiceConfig['pageSizes'];

const defaultSizes: PageSizes = { size: 10, entrySize: 50, num: 10 };

export interface PageRequestParts {
  readonly client: Pick<SearchClient, 'fetchPage'>;
  readonly query: Query;
  readonly pageSizes: PageSizes;
  readonly sizesRefused?: boolean | undefined;
  readonly account?: CallAccount | undefined;
  readonly signal?: AbortSignal | undefined;
}

export class PageRequests {
  sizesRefused: boolean;
  started = false;
  readonly #parts: PageRequestParts;

  constructor(parts: PageRequestParts) {
    this.#parts = parts;
    this.sizesRefused = parts.sizesRefused ?? false;
  }

  get asked(): number {
    const sizes = this.#sizes();
    return this.#parts.query.operation === 'pacer' ? sizes.size : sizes.num;
  }

  /** Where the service refuses the sizes of the very first page, once more with its defaults. @throws SearchError */
  async ask(from: number, expected?: KnownPage): Promise<PageResponse> {
    let page: PageResponse;
    try {
      page = await this.#fetch(from, expected);
    } catch (error) {
      if (this.started || this.sizesRefused || !this.#refusesSizes(error)) throw error;
      this.sizesRefused = true;
      page = await this.#fetch(from, expected);
    }
    this.started = true;
    return page;
  }

  #fetch(from: number, expected: KnownPage | undefined): Promise<PageResponse> {
    const { client, account, signal } = this.#parts;
    return client.fetchPage(this.#request(from), { account, signal, expected });
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
