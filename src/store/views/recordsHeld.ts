import type { SearchRecord } from '../../records/record.ts';

/** Queries of a watch. With `wholeWord` only records that pass the watch's filter count. */
export interface HeldBy {
  readonly queryIds: readonly string[];
  readonly wholeWord: boolean;
}

/** A record that a watch holds, and when it last changed. */
export interface HeldRecord {
  readonly id: number;
  readonly record: SearchRecord;
  readonly changedAt: string;
  readonly firstSeenAt: string;
}
