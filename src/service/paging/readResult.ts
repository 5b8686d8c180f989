import type { LastPage, Query } from '../../records/query.ts';
import type { PageResponse } from '../http/call.ts';
import type { CallAccount, SearchClient } from '../http/client.ts';
import { SearchError } from '../http/searchError.ts';
import { UnreadableList } from '../parse/readFields.ts';
import { betterCopy, type FoundRecord, greatest, Pass, type PassEnd, type SearchResult } from './pass.ts';

export interface ReadTask extends PageRequestParts {
  /** The largest page size that the service granted to this or a similar query; 0 or absent when unknown. */
  readonly grantedSize?: number | undefined;
  /** Without a total, paging goes on while one of these is missing. */
  readonly memberKeys?: Iterable<string> | undefined;
  /** The pages of the query's last complete result; absent: parse every page. */
  readonly lastPages?: readonly LastPage[] | undefined;
  /** The `shortPages` of the query's last result. If the same pages come, no second pass is paid for. */
  readonly shortPages?: readonly LastPage[] | undefined;
}

/**
 * Reads pages until as many distinct hits came as the service counts. Without a total, reads until a short page, and
 * until an empty page while known records are missing. After a pass with fewer hits, a second pass reads overlapping
 * pages, and the result combines both. @throws the SearchError of the first page, and the reason of an aborted
 * `signal`; a later error makes the result partial
 */
export async function readResult(task: ReadTask): Promise<SearchResult> {
  const requests = new PageRequests(task);
  const first = new Pass(1, task.query.operation, task.grantedSize ?? 0, task.memberKeys);
  const unchanged = await runPass(first, requests, task.lastPages);
  if (unchanged !== undefined) return unchangedResult(task, requests, unchanged);
  if (first.end.kind !== 'short' || isSame(first.pages, task.shortPages)) return resultOf([first], requests);
  const second = new Pass(2, task.query.operation, first.grantedSize);
  await runPass(second, requests);
  return resultOf([first, second], requests);
}

function isSame(pages: readonly LastPage[], others: readonly LastPage[] | undefined): boolean {
  return pages.length === others?.length && pages.every(({ digest }, index) => digest === others[index]?.digest);
}

type Passes = readonly [Pass, Pass?];

function resultOf(passes: Passes, requests: PageRequests): SearchResult {
  const [first, second] = passes;
  const last = second ?? first;
  const all = second === undefined ? [first] : [first, second];
  const records = together(all.map((pass) => pass.records));
  const hits = records.size + Math.max(...all.map((pass) => pass.withoutIdentity));
  const unreadable = new UnreadableList();
  for (const pass of all) unreadable.addAll(pass.unreadable);
  const verdict = verdictOf(passes, hits, unreadable);
  return {
    ...verdict,
    pages: all.flatMap((pass) => pass.pages),
    records,
    hits,
    total: last.total,
    unreadable: unreadable.listed,
    unreadableCount: unreadable.count,
    grantedSize: Math.max(...all.map((pass) => pass.grantedSize)),
    sizesRefused: requests.sizesRefused,
    error: last.end.kind === 'failed' ? last.end.error : undefined,
    unchanged: false,
    lastPages: verdict.outcome === 'complete' && second === undefined ? lastPagesOf(first) : undefined,
    shortPages: last.end.kind === 'short' && isSame(last.pages, first.pages) ? last.pages.map(toLastPage) : undefined,
  };
}

/** Returns the records of all passes. The later of two copies counts, unless the earlier one has more entries. */
function together(passes: readonly ReadonlyMap<string, FoundRecord>[]): ReadonlyMap<string, FoundRecord> {
  const records = new Map<string, FoundRecord>();
  for (const [key, found] of passes.flatMap((pass) => [...pass])) {
    const earlier = records.get(key);
    records.set(key, earlier === undefined ? found : betterCopy(found, earlier));
  }
  return records;
}

function unchangedResult(
  { lastPages = [], grantedSize = 0 }: ReadTask,
  requests: PageRequests,
  came: readonly PageResponse[],
): SearchResult {
  let from = 0;
  const pages = lastPages.map((last, index) => {
    const bytes = came[index]?.bytes ?? Buffer.alloc(0);
    const page = { ...last, pass: 1 as const, from, asked: requests.asked, bytes };
    from += last.arrived;
    return page;
  });
  return {
    outcome: 'complete',
    pages,
    records: new Map(),
    hits: lastPages.reduce((sum, page) => sum + page.fresh, 0),
    total: lastPages.at(-1)?.total,
    unreadable: [],
    unreadableCount: 0,
    grantedSize: Math.max(grantedSize, ...lastPages.map((page) => page.arrived)),
    sizesRefused: requests.sizesRefused,
    unchanged: true,
    lastPages,
  };
}

/** Leaves out the page that confirmed the end, because equal pages need no new confirmation. */
function lastPagesOf({ pages, endConfirmed }: Pass): LastPage[] {
  return (endConfirmed ? pages.slice(0, -1) : pages).map(toLastPage);
}

/** Complete when all counted hits came, or the pages of an uncounted result ended. Unreadable parts make it partial. */
function verdictOf(
  passes: Passes,
  distinct: number,
  unreadable: UnreadableList,
): Pick<SearchResult, 'outcome' | 'cause' | 'reason'> {
  const missing = whatIsMissing(passes, distinct);
  const unread = whatIsUnread(unreadable);
  if (missing !== undefined || unread !== undefined) {
    const cause = passes.at(-1)?.end.kind === 'unaffordable' ? 'budget' : undefined;
    return { outcome: 'partial', ...(cause && { cause }), reason: [missing, unread].filter(Boolean).join('; ') };
  }
  return { outcome: 'complete', reason: whatIsOdd(passes, distinct) };
}

function whatIsMissing([first, second]: Passes, distinct: number): string | undefined {
  const { end, pageCount, greatestTotal } = second ?? first;
  const total = greatest(first.greatestTotal, second?.greatestTotal);
  const read = total === undefined ? `${distinct} hits read` : `${distinct} of ${total} hits read`;
  const page = pageCount + 1;
  if (second !== undefined && total !== undefined && distinct >= total) return undefined;
  switch (end.kind) {
    case 'all':
      // If the first pass ended short of its total, a second pass without a total proves nothing.
      return second !== undefined && greatestTotal === undefined
        ? `the service counted ${total} hits, but showed ${distinct}`
        : undefined;
    case 'short':
      return `the service counts ${total} hits, but showed ${distinct}${second ? ' in two readings' : ''}`;
    case 'stuck':
      return `pages repeat themselves after ${distinct} hits, and the service gives no total: there may be more`;
    case 'endless':
      return `the result is longer than a check pays for: ${read} on ${pageCount} pages; narrow the search`;
    case 'unaffordable':
      return page === 1
        ? `the budget ended before it could be read once more: ${read}`
        : `the budget ended before page ${page}: ${read}`;
    case 'failed':
      return `page ${page} failed: ${read}. ${end.error.message}`;
  }
}

function whatIsUnread({ listed: [first], count }: UnreadableList): string | undefined {
  if (first === undefined) return undefined;
  return `${first.path}: ${first.reason}; ${count} ${count === 1 ? 'part' : 'parts'} unreadable`;
}

function whatIsOdd([{ total }, second]: Passes, distinct: number): string | undefined {
  if (second !== undefined) return 'the result changed while it was read, so it was read once more';
  if (total === undefined || total === distinct) return undefined;
  return total < distinct
    ? `the service counts ${total} hits, but showed ${distinct}`
    : `the service counts ${total} hits, some of them more than once: ${distinct} are distinct`;
}

export function toLastPage({ digest, arrived, fresh, total, pointCost }: LastPage): LastPage {
  return { digest, arrived, fresh, total, pointCost };
}

/** @returns all pages, unparsed, if they equal those of the last complete result; undefined once the pass has ended */
async function runPass(
  pass: Pass,
  requests: PageRequests,
  lastPages: readonly LastPage[] = [],
): Promise<readonly PageResponse[] | undefined> {
  const waiting: PageResponse[] = [];
  let from = 0;
  let [expected] = lastPages;
  let next = await requests.next(from, expected);
  while ('page' in next && expected !== undefined && next.page.digest === expected.digest) {
    waiting.push(next.page);
    if (waiting.length === lastPages.length) return waiting;
    from += expected.arrived;
    expected = lastPages[waiting.length];
    next = await requests.next(from, expected);
  }
  for (const page of waiting) pass.take(page, requests.asked);
  while ('page' in next) {
    pass.take(next.page, requests.asked);
    const step = pass.next();
    next = step === 'more' ? await requests.next(pass.from) : { end: { kind: step } };
  }
  pass.end = next.end;
  return undefined;
}

type PageSizes = Readonly<{ size: number; entrySize: number; num: number }>;

const defaultSizes: PageSizes = { size: 10, entrySize: 50, num: 10 };

interface PageRequestParts {
  readonly client: Pick<SearchClient, 'fetchPage'>;
  readonly query: Query;
  readonly pageSizes: PageSizes;
  readonly sizesRefused?: boolean | undefined;
  readonly account?: CallAccount | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether a page after the first one can be paid. */
  readonly affordable: () => boolean | Promise<boolean>;
}

class PageRequests {
  sizesRefused: boolean;
  #started = false;
  readonly #parts: PageRequestParts;

  constructor(parts: PageRequestParts) {
    this.#parts = parts;
    this.sizesRefused = parts.sizesRefused ?? false;
  }

  get asked(): number {
    const sizes = this.#sizes();
    return this.#parts.query.operation === 'pacer' ? sizes.size : sizes.num;
  }

  /** @throws the SearchError of the first page, and the reason of an aborted `signal` */
  async next(from: number, expected?: LastPage): Promise<{ readonly page: PageResponse } | { readonly end: PassEnd }> {
    if (this.#started && !(await this.#parts.affordable())) return { end: { kind: 'unaffordable' } };
    try {
      const page = await this.#ask(from, expected);
      this.#started = true;
      return { page };
    } catch (error) {
      if (error instanceof SearchError && this.#started) return { end: { kind: 'failed', error } };
      throw error;
    }
  }

  /** Retries with the service's default sizes if it refuses the sizes of the very first page. */
  async #ask(from: number, expected: LastPage | undefined): Promise<PageResponse> {
    try {
      return await this.#fetch(from, expected);
    } catch (error) {
      if (this.#started || this.sizesRefused || !this.#refusesSizes(error)) throw error;
      this.sizesRefused = true;
      return this.#fetch(from, expected);
    }
  }

  #fetch(from: number, expected: LastPage | undefined): Promise<PageResponse> {
    const { client, query, account, signal } = this.#parts;
    const { size, entrySize, num } = this.#sizes();
    const paging = query.operation === 'pacer' ? { from, size, entrySize } : { from, num };
    const request = { operation: query.operation, body: { ...query.body, ...paging } };
    return client.fetchPage(request, { account, signal, expected });
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
