import type { Trx } from '../../database/store.ts';
import type { FieldChange } from '../../diff/change.ts';
import { newRecordChange } from '../../diff/newRecord.ts';
import { type BriefRecord, filedOn } from '../../records/record.ts';
import { latestOfKind, nameChangesSince, nameFields } from '../../snapshot/changesTable.ts';
import { attachWatches, insertChanges } from '../../snapshot/storeChangesTable.ts';
import type { CheckMoment, ComparedRecord } from '../compare/compareRecords.ts';
import type { MembershipMoves } from '../compare/membership.ts';
import type { BaselineStep } from '../compare/prior.ts';
import type { FoundOtherwise } from './foundOtherwise.ts';
import { isNewReported, knewBeforeGone, type Recipient, type ReportedChange } from './recipients.ts';

/** Watches that find a new record within a day of one another share one `.new` change (docs/design.md, section 4). */
const sharedWithinHours = 24;

/** A record that this query found for the first time, or that now passes its filter. */
export interface NewRecord {
  readonly recordId: number;
  readonly record: BriefRecord;
  readonly wholeWord: boolean;
  /** The recipients to whom it is new. */
  readonly recipients: readonly Recipient[];
}

/** The records that arrived, each with the recipients of this query to whom it is new. */
export function arrivalsOf(
  moves: MembershipMoves,
  own: readonly Recipient[],
  compared: readonly ComparedRecord[],
  other: FoundOtherwise,
): NewRecord[] {
  // A record that passes the filter only since it was renamed is new only to the watches that filter.
  const arrived = moves.arrived.map((arrival) => ({
    ...arrival,
    recipients: arrival.admitted ? own.filter((recipient) => recipient.filters) : own,
  }));
  // A record that comes back is new to the watches that joined after it was gone.
  const newToSome = moves.returned.flatMap((member) => {
    const recipients = own.filter((recipient) => !knewBeforeGone(recipient, member));
    const record = recipients.length > 0 && compared.find((each) => each.recordId === member.recordId)?.record;
    return record ? [{ recordId: member.recordId, record, wholeWord: member.wholeWord, recipients }] : [];
  });
  return [...arrived, ...newToSome].map((arrival) => ({
    ...arrival,
    recipients: arrival.recipients.filter((recipient) => !other.knew(arrival, recipient)),
  }));
}

/**
 * Stores one `.new` change per record that is new to a watch, or adds the watch to the change that
 * was just reported to another one.
 */
export async function reportNewRecords(
  trx: Trx,
  arrivals: readonly NewRecord[],
  compared: readonly ComparedRecord[],
  steps: readonly BaselineStep[],
  moment: CheckMoment,
): Promise<ReportedChange[]> {
  const reportable = arrivals
    .map((arrival) => ({ ...arrival, watchIds: watchesNotified(arrival) }))
    .filter(({ watchIds }) => watchIds.length > 0);
  const [first] = reportable;
  if (first === undefined) return [];
  const kind = first.record.type === 'docket' ? 'docket.new' : 'design.new';
  const since = new Date(Date.parse(moment.now) - sharedWithinHours * 3_600_000).toISOString();
  const recent = await latestOfKind(
    trx,
    kind,
    reportable.map((arrival) => arrival.recordId),
    since,
  );
  const names = await namesChanged(trx, reportable, compared, moment);
  const drafted = reportable.map(({ recordId, record, watchIds }) => {
    const baselineOn = earliestBaseline(steps, watchIds) ?? moment.now.slice(0, 10);
    const draft = newRecordChange(record, { baselineOn, names: names.get(recordId) });
    return { recordId, record, draft, watchIds };
  });
  return storeNewRecords(trx, drafted, recent, moment);
}

type NewRecordChange = Omit<ReportedChange, 'changeId' | 'shared'>;

/** @param recent the `.new` changes of these records that were reported to other watches: record id → change id */
async function storeNewRecords(
  trx: Trx,
  drafted: readonly NewRecordChange[],
  recent: ReadonlyMap<number, number>,
  { checkId, now: detectedAt }: CheckMoment,
): Promise<ReportedChange[]> {
  const fresh = drafted.filter(({ recordId }) => !recent.has(recordId));
  const ids = await insertChanges(
    trx,
    fresh.map(({ recordId, draft, watchIds }) => ({ ...draft, checkId, recordId, detectedAt, watchIds })),
  );
  const newIds = new Map(fresh.map((change, index) => [change, ids[index] ?? 0]));
  const reported = drafted.map((change) => {
    const existing = recent.get(change.recordId);
    return { changeId: existing ?? newIds.get(change) ?? 0, ...change, shared: existing !== undefined };
  });
  const joined = reported.filter(({ shared }) => shared);
  await attachWatches(
    trx,
    joined.flatMap(({ changeId, watchIds }) => watchIds.map((watchId) => ({ changeId, watchId }))),
  );
  return reported;
}

/**
 * How the parties or holders of arrived records changed since this query's last complete check. This check may have seen
 * the change, or another one before it.
 */
async function namesChanged(
  trx: Trx,
  arrivals: readonly Pick<NewRecord, 'recordId' | 'record'>[],
  compared: readonly ComparedRecord[],
  { lastCheckedOn }: CheckMoment,
): Promise<ReadonlyMap<number, FieldChange>> {
  const type = arrivals[0]?.record.type;
  if (type === undefined || lastCheckedOn === undefined) return new Map();
  const ids = arrivals.map(({ recordId }) => recordId);
  const changesById = await nameChangesSince(trx, type, ids, lastCheckedOn);
  const { field: name, kind } = nameFields[type];
  for (const { recordId, changes } of compared) {
    const moved = changes.find((change) => change.kind === kind)?.fields.find(({ field }) => field === name);
    if (moved !== undefined) changesById.set(recordId, moved);
  }
  return changesById;
}

function watchesNotified(arrival: NewRecord): string[] {
  return arrival.recipients
    .filter((recipient) => isNewReported(recipient, arrival.wholeWord, filedOn(arrival.record)))
    .map((recipient) => recipient.watchId);
}

function earliestBaseline(steps: readonly BaselineStep[], watchIds: readonly string[]): string | undefined {
  return steps
    .filter((step) => watchIds.includes(step.watchQuery.watchId))
    .map((step) => (step.watchQuery.baselineStartedAt ?? '').slice(0, 10))
    .sort()
    .at(0);
}
