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

/** How the service reads what it compares: the query's value and the record's value go through the same function. */

/** `6,834,603` and `us 6834603` differ; `6,834,603` and `6834603` do not. */
export function patentSpelling(value: string): string {
  return value.replace(/[\s,]/g, '').toUpperCase();
}

/** Names compare without regard to case and double blanks, but with their punctuation. */
export function nameSpelling(value: string): string {
  return value.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** One right in all its spellings: `DM/901093` and `DM901093`, `D0939800` and `D939,800`. */
export function rightSpelling(value: string): string {
  return value
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(/^D0+/, 'D');
}
