import type { DocketHit, EntryHit } from './hits.ts';

/** Which entries of a long docket a response holds, and in which order. The service states neither (docs/service.md, section 11). */
export interface EntryOrder {
  readonly keep: 'newest' | 'oldest';
  /** 'stored': as the record has them. */
  readonly order: 'stored' | 'oldest-first' | 'newest-first';
}

export const DEFAULT_ENTRY_ORDER: EntryOrder = { keep: 'newest', order: 'stored' };

/** The hit with at most `entrySize` entries; `entryTotal` stays what it is. */
export function cutEntries(hit: DocketHit, entrySize: number, { keep, order }: EntryOrder): DocketHit {
  if (!Array.isArray(hit.entries)) return hit;
  const newestFirst = isNewestFirst(hit.entries);
  const fromTheEnd = (keep === 'newest') !== newestFirst;
  const kept = fromTheEnd ? hit.entries.slice(-entrySize || hit.entries.length) : hit.entries.slice(0, entrySize);
  const turned = order !== 'stored' && (order === 'newest-first') !== newestFirst;
  return { ...hit, entries: turned ? [...kept].reverse() : kept };
}

function isNewestFirst(entries: readonly EntryHit[]): boolean {
  const days = entries.map((entry) => Date.parse(entry?.dateFiled)).filter(Number.isFinite);
  return (days[0] ?? 0) > (days.at(-1) ?? 0);
}
