import { queryOf } from '../../src/config/searchWords.ts';
import { digestOf } from '../../src/service/http/body.ts';
import type { PageRequest, PageResponse } from '../../src/service/http/call.ts';
import type { SearchClient } from '../../src/service/http/client.ts';
import { SearchError, type SearchErrorClass } from '../../src/service/http/searchError.ts';
import type { ReadTask } from '../../src/service/paging/readResult.ts';

export const query = queryOf({ type: 'dockets', companyName: 'Widget' });

export function cases(count: number, first = 1): { docketId: number; caseName: string }[] {
  return Array.from({ length: count }, (_, index) => ({ docketId: first + index, caseName: `Case ${first + index}` }));
}

export function failed(errorClass: SearchErrorClass, serviceMessage = ''): SearchError {
  return new SearchError(errorClass, `failed: ${serviceMessage}`, { serviceMessage });
}

/** A response: the hits of a page with a total, or an error to throw. */
export type Page = { readonly hits: readonly unknown[]; readonly total?: number } | SearchError;

/** Returns a client whose pages come from a function and are read as the real client reads them. */
export function clientOf(respond: (body: PageRequest['body'], call: number) => Page) {
  const calls: PageRequest['body'][] = [];
  let credits = 0;
  const client: Pick<SearchClient, 'fetchPage'> = {
    async fetchPage(request, { expected } = {}): Promise<PageResponse> {
      calls.push(request.body);
      const page = respond(request.body, calls.length);
      if (page instanceof SearchError) throw page;
      const bytes = Buffer.from(JSON.stringify({ code: 0, data: { total: page.total ?? -1, hits: page.hits } }));
      credits += 12;
      const digest = digestOf(bytes);
      const hits = digest === expected?.digest ? undefined : page.hits;
      return { bytes, digest, hits, total: counted(page.total), credits: 12 };
    },
  };
  return { client, calls, credits: () => credits };
}

/** Treats -1 as no count, as the real client does. */
function counted(total: number | undefined): number | undefined {
  return total !== undefined && total >= 0 ? total : undefined;
}

/** Serves an unchanging result in pages of at most `cap` hits. */
export function still(hits: readonly unknown[], cap: number, total: number | undefined = hits.length) {
  return (body: PageRequest['body']): Page => {
    const from = Number(body.from);
    const page = { hits: hits.slice(from, from + Math.min(cap, Number(body.size))) };
    return total === undefined ? page : { ...page, total };
  };
}

export function taskOf(client: Pick<SearchClient, 'fetchPage'>, more: Partial<ReadTask> = {}): ReadTask {
  return { client, query, pageSizes: { size: 50, entrySize: 200, num: 100 }, affordable: () => true, ...more };
}
