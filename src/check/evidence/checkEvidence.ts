import type { SearchResult } from '../../search/paging/searchResult.ts';
import type { Evidence } from '../../store/ledger/checks.ts';

/** At most so many unreadable parts are listed; the count says how many there were. */
const listedAtMost = 20;

/** What a result proves, as small as it can be said: a single page that brought all says nothing more. */
export function evidenceOf(
  result: SearchResult,
  { suspicious, filteredOut }: { suspicious: string | undefined; filteredOut: number | undefined },
): Evidence {
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

/** Dockets that showed fewer entries than they have: key, shown, `entryTotal`. */
function windowsOf({ records }: SearchResult): (readonly [string, number, number])[] {
  return [...records].flatMap(([key, { record }]) => {
    if (record.type !== 'docket' || record.entries === undefined || record.entryTotal === undefined) return [];
    const shown = record.entries.length;
    return shown < record.entryTotal ? [[key, shown, record.entryTotal] as const] : [];
  });
}
