import type { Docket } from '../records/docket.ts';

/** What a response said and showed of a docket's entries, against what was known. */
export interface EntryCounts {
  readonly before: Docket;
  /** `entryTotal` as shown now. */
  readonly total: number | undefined;
  /** Entries in the response, unreadable ones included. */
  readonly shown: number;
  readonly stored: number;
  /** Unknown entries that came after the last look. */
  readonly fresh: number;
  /** Unknown entries that the court had before. */
  readonly old: number;
}

export interface EntryTotalNews {
  /** The highest total ever shown: one that falls and rises again is no news. */
  readonly entryTotal: number | undefined;
  /** How many came that we were not shown, 0 where there is nothing to report. */
  readonly unseen: number;
  readonly isWindow: boolean;
  /** True once: the first response that shows less than all of a docket which we knew whole. */
  readonly outgrewWindow: boolean;
}

export function compareEntryTotal(counts: EntryCounts): EntryTotalNews {
  const { before, total, stored } = counts;
  const known = before.entryTotal;
  const entryTotal = total === undefined ? known : Math.max(total, known ?? 0);
  const isWindow = total !== undefined && counts.shown < total;
  // Without any entry they are withheld, not cut, and what we know may still be all of them.
  const isCut = isWindow && (counts.shown > 0 || total > stored);
  const knewWindow = before.isWindow === true || (known !== undefined && known > stored);
  return {
    entryTotal,
    unseen: isWindow && known !== undefined && total > known ? unseenEntries(counts, total - known, known) : 0,
    isWindow: knewWindow || isCut,
    outgrewWindow: isCut && counts.shown > 0 && !knewWindow && stored > 0,
  };
}

/** Old entries that turn up come first out of those we knew to be missing, and explain the rise only beyond them. */
function unseenEntries(counts: EntryCounts, rise: number, known: number): number {
  const missing = Math.max(0, known - counts.stored);
  return Math.max(0, rise - counts.fresh - Math.max(0, counts.old - missing));
}
