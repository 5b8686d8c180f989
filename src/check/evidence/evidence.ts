import type { SearchResult } from '../../search/paging/searchResult.ts';
import type { Evidence } from '../../store/ledger/checks.ts';

/** At most so many of the parts set aside are listed; the count says how many there were. */
const listedAtMost = 20;

/** What a reading proves, as small as it can be said: a single page that brought all says nothing more. */
export function evidenceOf(
  reading: SearchResult,
  { suspicion, filteredOut }: { suspicion?: string | undefined; filteredOut?: number | undefined },
): Evidence {
  const windows = windowsOf(reading);
  return {
    ...(reading.sameAsKnown ? { same: true } : {}),
    ...(reading.pages.length === 1 && reading.outcome === 'complete'
      ? {}
      : { pages: reading.pages.map((page) => [page.from, page.asked, page.arrived, page.total ?? null] as const) }),
    ...(windows.length === 0 ? {} : { windows }),
    ...(reading.setAsideCount === 0
      ? {}
      : { unreadable: reading.setAside.slice(0, listedAtMost), unreadableCount: reading.setAsideCount }),
    ...(filteredOut === undefined ? {} : { filteredOut }),
    ...(suspicion === undefined ? {} : { suspicion }),
  };
}

function windowsOf({ records, recognised }: SearchResult): (readonly [string, number, number])[] {
  const shown = [
    ...[...records].map(([key, { window }]) => ({ key, window })),
    ...[...recognised].map(([key, { hit }]) => ({ key, window: hit.window })),
  ];
  return shown.flatMap(({ key, window }) => (window === undefined ? [] : [[key, ...window] as const]));
}
