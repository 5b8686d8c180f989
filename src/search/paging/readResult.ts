import type { PageResponse } from '../http/page.ts';
import { UnreadableList } from '../parse/readFields.ts';
import { type PageRequestParts, PageRequests } from './pageRequests.ts';
import { betterCopy, Pass } from './pass.ts';
import { type Affordable, runPass } from './runPass.ts';
import type { FoundRecord, LastPage, SearchResult } from './searchResult.ts';
import { type PassOutcome, verdictOf } from './verdict.ts';

export interface ReadTask extends PageRequestParts {
  /** The largest page that this query, or one like it, was granted before; 0 or absent when nothing is known. */
  readonly grantedSize?: number | undefined;
  /** The pages of the last complete result of this query; absent: compare whatever comes. */
  readonly lastPages?: readonly LastPage[] | undefined;
  readonly affordable: Affordable;
}

/**
 * Reads the whole result of a query: page after page, `from` advanced by what arrived, until as many distinct hits as the
 * service counts have come (or, where it does not count, a page shorter than it grants). Repeats fold by record key. A pass
 * that ends with fewer hits than counted is read once more from the start, in pages that overlap where hits repeat, and what
 * both showed counts together.
 *
 * Throws the SearchError of the first page, and the reason of an aborted `signal`; an error later on makes the result
 * partial, with what came until then.
 */
export async function readResult(task: ReadTask): Promise<SearchResult> {
  const requests = new PageRequests(task);
  const first = new Pass(1, task.query.operation, task.grantedSize ?? 0);
  const firstEnd = await runPass(first, requests, task.affordable, task.lastPages);
  if (firstEnd.kind === 'unchanged') return unchangedResult(task, requests, firstEnd.pages);
  const passes: [PassOutcome, ...PassOutcome[]] = [{ pass: first, end: firstEnd }];
  if (firstEnd.kind === 'short') {
    const second = new Pass(2, task.query.operation, first.grantedSize);
    passes.push({ pass: second, end: await runPass(second, requests, task.affordable) });
  }
  return resultOf(passes, requests);
}

function resultOf(passes: readonly [PassOutcome, ...PassOutcome[]], requests: PageRequests): SearchResult {
  const last = passes.at(-1) ?? passes[0];
  const records = together(passes.map((one) => one.pass.records));
  const hits = records.size + Math.max(...passes.map((one) => one.pass.withoutIdentity));
  const unreadable = new UnreadableList();
  for (const { pass } of passes) unreadable.addAll(pass.unreadable);
  const verdict = verdictOf(passes, hits, unreadable);
  const pages = passes.flatMap((one) => one.pass.pages);
  return {
    ...verdict,
    pages,
    records,
    hits,
    total: last.pass.total,
    unreadable: unreadable.listed,
    unreadableCount: unreadable.count,
    grantedSize: Math.max(...passes.map((one) => one.pass.grantedSize)),
    sizesRefused: requests.sizesRefused,
    error: last.end.kind === 'failed' ? last.end.error : undefined,
    unchanged: false,
    lastPages: verdict.outcome === 'complete' && passes.length === 1 ? pages.map(toLast) : undefined,
  };
}

/** What all passes showed. Of two copies the later one, unless the earlier shows more entries. */
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
    const page = {
      ...last,
      pass: 1 as const,
      from,
      asked: requests.asked,
      bytes: came[index]?.bytes ?? Buffer.alloc(0),
    };
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

function toLast({ digest, arrived, fresh, total }: LastPage): LastPage {
  return { digest, arrived, fresh, total };
}
