import type { ChangeDraft } from '../../diff/change.ts';
import type { BriefRecord } from '../../records/record.ts';
import { insertChange } from '../../store/snapshot/changes.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckMoment } from '../compare/compareRecords.ts';
import { isToldOfChange, type Listener } from './recipients.ts';
import type { ReportedChange } from './reportedChange.ts';

/** Changes to one record, and through which queries' listeners it is held. */
export interface RecordChanges {
  readonly recordId: number;
  readonly record: BriefRecord;
  readonly drafts: readonly ChangeDraft[];
  readonly holders: readonly { readonly listener: Listener; readonly wholeWord: boolean }[];
}

/** Stores each change that somebody listens to, with everybody who does. */
export async function reportRecordChanges(
  trx: Trx,
  changes: readonly RecordChanges[],
  moment: CheckMoment,
): Promise<ReportedChange[]> {
  const told: ReportedChange[] = [];
  for (const { recordId, record, drafts, holders } of changes) {
    for (const draft of drafts) {
      const hearing = holders.filter(({ listener, wholeWord }) => isToldOfChange(listener, wholeWord, draft));
      const watchIds = [...new Set(hearing.map(({ listener }) => listener.watchId))].sort();
      if (watchIds.length === 0) continue;
      const changeId = await insertChange(trx, {
        ...draft,
        checkId: moment.checkId,
        recordId,
        detectedAt: moment.now,
        watchIds,
      });
      told.push({ changeId, recordId, record, draft, watchIds, shared: false });
    }
  }
  return told;
}
