import { newRecordChange } from '../../diff/newRecord.ts';
import { type BriefRecord, filedOn } from '../../records/record.ts';
import { attachWatches, insertChange, latestOfKind } from '../../store/snapshot/changes.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import type { CheckMoment } from '../compare/compareRecords.ts';
import { isToldOfNew, type Listener } from './recipients.ts';
import type { ReportedChange } from './reportedChange.ts';

/** Watches that come upon a new record within a day of one another share one `.new` change (docs/design.md, section 4). */
const sharedWithinHours = 24;

/** A record that this query found for the first time, or that now passes its whole-word reading. */
export interface Arrival {
  readonly recordId: number;
  readonly record: BriefRecord;
  readonly wholeWord: boolean;
  /** The listeners for whom it is new. */
  readonly listeners: readonly Listener[];
}

/** Stores one `.new` change a record that is new to a watch, or joins the one that another watch has just been told. */
export async function reportNewRecords(
  trx: Trx,
  arrivals: readonly Arrival[],
  steps: readonly BaselineStep[],
  moment: CheckMoment,
): Promise<ReportedChange[]> {
  const heard = arrivals
    .map((arrival) => ({ ...arrival, watchIds: watchesThatHear(arrival) }))
    .filter(({ watchIds }) => watchIds.length > 0);
  const [first] = heard;
  if (first === undefined) return [];
  const kind = first.record.type === 'docket' ? 'docket.new' : 'design.new';
  const since = new Date(Date.parse(moment.now) - sharedWithinHours * 3_600_000).toISOString();
  const recent = await latestOfKind(
    trx,
    kind,
    heard.map((arrival) => arrival.recordId),
    since,
  );
  const told: ReportedChange[] = [];
  for (const { recordId, record, watchIds } of heard) {
    const existing = recent.get(recordId);
    const draft = newRecordChange(record, { baselineOn: earliestBaseline(steps, watchIds) ?? moment.now.slice(0, 10) });
    const changeId =
      existing ??
      (await insertChange(trx, {
        ...draft,
        checkId: moment.checkId,
        recordId,
        detectedAt: moment.now,
        watchIds,
      }));
    if (existing !== undefined) await attachWatches(trx, existing, watchIds);
    told.push({ changeId, recordId, record, draft, watchIds, shared: existing !== undefined });
  }
  return told;
}

function watchesThatHear(arrival: Arrival): string[] {
  return arrival.listeners
    .filter((listener) => isToldOfNew(listener, arrival.wholeWord, filedOn(arrival.record)))
    .map((listener) => listener.watchId);
}

function earliestBaseline(steps: readonly BaselineStep[], watchIds: readonly string[]): string | undefined {
  return steps
    .filter((step) => watchIds.includes(step.watchQuery.watchId))
    .map((step) => (step.watchQuery.baselineStartedAt ?? '').slice(0, 10))
    .sort()
    .at(0);
}
