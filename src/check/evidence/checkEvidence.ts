import type { Config } from '../../config/config.ts';
import type { StoredQuery } from '../../database/claims/queries.ts';
import type { Trx } from '../../database/store.ts';
import { withoutToken } from '../../service/http/body.ts';
import type { SearchResult } from '../../service/paging/searchResult.ts';
import type { Evidence } from '../../snapshot/checksTable.ts';
import { insertRawResponses, type RawResponse } from '../../snapshot/rawResponsesTable.ts';
import type { CheckEnd } from '../checkEnd.ts';
import type { CommittedResult } from '../commitResult.ts';

/** How many unreadable parts are listed; the count says how many there were. */
const listedAtMost = 20;

/** What a check noticed about its result. */
export interface Noticed {
  /** Why the result is not believed at once; undefined where it is. */
  readonly suspicious: string | undefined;
  /** How many of the shown records the filters leave out; undefined where nothing was filtered. */
  readonly filteredOut: number | undefined;
}

/** What a result proves, in as little space as possible: a single page with the whole result needs no list of pages. */
export function evidenceOf(result: SearchResult, { suspicious, filteredOut }: Noticed): Evidence {
  const { pages, unreadable, unreadableCount } = result;
  const windows = windowsOf(result);
  const isOnePage = pages.length === 1 && result.outcome === 'complete';
  return {
    ...(result.unchanged && { same: true }),
    ...(!isOnePage && {
      pages: pages.map((page) => [page.from, page.asked, page.arrived, page.total ?? null] as const),
    }),
    ...(windows.length > 0 && { windows }),
    ...(unreadableCount > 0 && { unreadable: unreadable.slice(0, listedAtMost), unreadableCount }),
    ...(filteredOut !== undefined && { filteredOut }),
    ...(suspicious !== undefined && { suspicion: suspicious }),
  };
}

/** Dockets that showed fewer entries than they have: key, entries shown, `entryTotal`. */
function windowsOf({ records }: SearchResult): (readonly [string, number, number])[] {
  return [...records].flatMap(([key, { record }]) => {
    if (record.type !== 'docket' || record.entries === undefined || record.entryTotal === undefined) return [];
    const shown = record.entries.length;
    return shown < record.entryTotal ? [[key, shown, record.entryTotal] as const] : [];
  });
}

/** Keeps the responses of a check that found something, was partial or failed. In the check's own transaction. */
export async function keepRawResponses(
  trx: Trx,
  { service, retainRawDays }: Config,
  query: StoredQuery,
  end: CheckEnd,
  { row, reported }: CommittedResult,
): Promise<void> {
  if (retainRawDays === 0 || (row.outcome === 'complete' && reported.length === 0)) return;
  const pages = pagesOf(query, end).map((page) => ({ ...page, bytes: withoutToken(page.bytes, service.token) }));
  await insertRawResponses(trx, row.id, pages, row.endedAt);
}

function pagesOf(query: StoredQuery, end: CheckEnd): RawResponse[] {
  const request = { operation: query.operation, ...query.body };
  if (end.kind === 'read') {
    return end.result.pages.map(({ from, bytes }, index) => ({
      page: index + 1,
      request: { ...request, from },
      bytes,
    }));
  }
  const bytes = end.kind === 'failed' ? end.error.bytes : undefined;
  return bytes === undefined ? [] : [{ page: 1, request: { ...request, from: 0 }, bytes }];
}
