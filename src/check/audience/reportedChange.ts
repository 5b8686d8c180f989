import type { ChangeDraft } from '../../diff/change.ts';
import type { BriefRecord } from '../../records/record.ts';

/** A stored change and the watches to which it now belongs. */
export interface ReportedChange {
  readonly changeId: number;
  readonly recordId: number;
  readonly record: BriefRecord;
  readonly draft: ChangeDraft;
  readonly watchIds: readonly string[];
  /** True when the change was reported before to other watches: then a channel that has it does not get it again. */
  readonly shared: boolean;
}
