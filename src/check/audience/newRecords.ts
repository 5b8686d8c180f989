import { dayMs, hourMs } from '../../base/time.ts';
import type { FieldChange } from '../../records/diff/change.ts';
import { newRecordChange } from '../../records/diff/lateEntries.ts';
import { type BriefRecord, filedOn } from '../../records/record.ts';
import type { StoredQuery } from '../../store/claims/queries.ts';
import { latestOfKind, nameChangesSince, nameFields } from '../../store/snapshot/changesTable.ts';
import { type FoundBy, loadFoundBy } from '../../store/snapshot/foundByQueries.ts';
import { attachWatches, insertChanges } from '../../store/snapshot/storeChangesTable.ts';
import type { Trx } from '../../store/store.ts';
import type { MembershipMoves } from '../compare/applyMembership.ts';
import type { CheckMoment, Stored } from '../compare/compareRecords.ts';
import type { BaselineStep } from '../compare/prior.ts';
import {
  type CountsFor,
  isFiledSince,
  isNewReported,
  knewBeforeGone,
  type NewReport,
  type Recipient,
  type Report,
} from './recipients.ts';

/** Watches that find a new record within a day of one another share one `.new` change (docs/design.md, section 4). */
const sharedWithinHours = 24;

type NewRecord = Omit<NewReport, 'draft'>;

export function newRecordsOf(
  moves: MembershipMoves,
  own: readonly Recipient[],
  compared: readonly Stored[],
  other: FoundOtherwise,
  counts: CountsFor,
): NewRecord[] {
  const records = new Map(compared.map(({ recordId, record }) => [recordId, record]));
  const newTo = (
    { recordId, record }: { recordId: number; record: BriefRecord },
    recipients: readonly Recipient[],
  ): NewRecord[] => {
    const watchIds = recipients
      .filter((recipient) => !other.knew({ recordId, record }, recipient))
      .filter((recipient) => isNewReported(recipient, filedOn(record)))
      .map((recipient) => recipient.watchId);
    return watchIds.length === 0 ? [] : [{ recordId, record, watchIds }];
  };
  const arrived = moves.arrived.flatMap((arrival) => newTo(arrival, own.filter(counts(arrival.recordId))));
  // A record that passes the filter only since it was renamed is new only to the watches that filter.
  const admitted = [...Map.groupBy(moves.admitted, ({ recordId }) => recordId).values()].flatMap((some) => {
    const watchIds = new Set(some.map(({ watchId }) => watchId));
    return some.slice(0, 1).flatMap((one) =>
      newTo(
        one,
        own.filter(({ watchId }) => watchIds.has(watchId)),
      ),
    );
  });
  // A record that comes back is new to the watches that joined after it was gone.
  const newToSome = moves.returned.flatMap(({ recordId, goneAt }) => {
    const record = records.get(recordId);
    const recipients = own.filter((recipient) => !knewBeforeGone(recipient, { goneAt })).filter(counts(recordId));
    return record === undefined ? [] : newTo({ recordId, record }, recipients);
  });
  return [...arrived, ...admitted, ...newToSome];
}

/** One `.new` change per record that is new to a watch; one that was just reported to another watch is shared. */
export async function reportNewRecords(
  trx: Trx,
  arrived: readonly NewRecord[],
  compared: readonly Stored[],
  steps: readonly BaselineStep[],
  moment: CheckMoment,
): Promise<Report[]> {
  const [first] = arrived;
  if (first === undefined) return [];
  const kind = first.record.type === 'docket' ? 'docket.new' : 'design.new';
  const since = new Date(Date.parse(moment.now) - sharedWithinHours * hourMs).toISOString();
  const recent = await latestOfKind(
    trx,
    kind,
    arrived.map(({ recordId }) => recordId),
    since,
  );
  const names = await namesChanged(trx, arrived, compared, moment);
  const drafted = arrived.map(({ recordId, record, watchIds }) => {
    const baselineOn = earliestBaseline(steps, watchIds) ?? moment.now.slice(0, 10);
    const draft = newRecordChange(record, { baselineOn, names: names.get(recordId) });
    return { recordId, record, draft, watchIds };
  });
  return storeReports(trx, drafted, moment, recent);
}

/** Stores changes with their watches. @param existing record id → change that others were notified of before */
export async function storeReports(
  trx: Trx,
  reports: readonly NewReport[],
  { checkId, now: detectedAt }: CheckMoment,
  existing: ReadonlyMap<number, number> = new Map(),
): Promise<Report[]> {
  const fresh = reports.filter(({ recordId }) => !existing.has(recordId));
  const ids = await insertChanges(
    trx,
    fresh.map(({ recordId, draft, watchIds }) => ({ ...draft, checkId, recordId, detectedAt, watchIds })),
  );
  const newIds = new Map(fresh.map((report, index) => [report, ids[index] ?? 0]));
  const stored = reports.map((report) => {
    const changeId = existing.get(report.recordId);
    return { ...report, changeId: changeId ?? newIds.get(report) ?? 0, shared: changeId !== undefined };
  });
  await attachReports(
    trx,
    stored.filter(({ shared }) => shared),
  );
  return stored;
}

export async function attachReports(trx: Trx, reports: readonly Report[]): Promise<void> {
  await attachWatches(
    trx,
    reports.flatMap(({ changeId, watchIds }) => watchIds.map((watchId) => ({ changeId, watchId }))),
  );
}

/** How the parties or holders of arrived records changed since the last complete check, in this check or another. */
async function namesChanged(
  trx: Trx,
  arrived: readonly NewRecord[],
  compared: readonly Stored[],
  { lastCheckedOn }: CheckMoment,
): Promise<ReadonlyMap<number, FieldChange>> {
  const type = arrived[0]?.record.type;
  if (type === undefined || lastCheckedOn === undefined) return new Map();
  const ids = arrived.map(({ recordId }) => recordId);
  const changesById = await nameChangesSince(trx, type, ids, lastCheckedOn);
  const { field: name, kind } = nameFields[type];
  for (const { recordId, changes } of compared) {
    const moved = changes.find((change) => change.kind === kind)?.fields.find(({ field }) => field === name);
    if (moved !== undefined) changesById.set(recordId, moved);
  }
  return changesById;
}

function earliestBaseline(steps: readonly BaselineStep[], watchIds: readonly string[]): string | undefined {
  return steps
    .filter((step) => watchIds.includes(step.watchQuery.watchId))
    .map((step) => (step.watchQuery.baselineStartedAt ?? '').slice(0, 10))
    .sort()
    .at(0);
}

/** What the watches of a check know of its records through their other queries: a list makes one query a value. */
export interface FoundOtherwise {
  /** It has the record through another query now: it is not gone, and does not come back. */
  finds(recordId: number, recipient: Recipient): boolean;
  /** It knew the record before this check: it is not new. */
  knew(arrived: { readonly recordId: number; readonly record: BriefRecord }, recipient: Recipient): boolean;
}

export async function foundOtherwise(
  trx: Trx,
  query: Pick<StoredQuery, 'id' | 'lastCompleteCheck'>,
  recordIds: readonly number[],
): Promise<FoundOtherwise> {
  const foundBy = await loadFoundBy(trx, recordIds);
  const byRecord = Map.groupBy(
    foundBy.filter((found) => found.queryId !== query.id && found.goneCheck === null),
    (found) => found.recordId,
  );
  const others = (recordId: number, { watchId }: Recipient) =>
    (byRecord.get(recordId) ?? []).filter((found) => found.watchId === watchId && !found.isLeftOut);
  return {
    finds: (recordId, recipient) => others(recordId, recipient).length > 0,
    knew: ({ recordId, record }, recipient) =>
      others(recordId, recipient).some(
        (found) =>
          wasKnown(found, query.lastCompleteCheck) ||
          (isOneBaseline(found, recipient) && !isFiledSince(filedOn(record), recipient.since.slice(0, 10))),
      ),
  };
}

/**
 * A watch knew a record if it was reported as new there, or found before this query's last complete check. What the
 * other query's baseline took in since may still be new: a query added to a list takes it before the next check.
 */
function wasKnown({ foundCheck, foundAt, baselineAt }: FoundBy, lastCompleteCheck: number | null): boolean {
  const wasNews = foundAt !== null && baselineAt !== null && foundAt > baselineAt;
  return wasNews || (foundCheck !== null && lastCompleteCheck !== null && foundCheck < lastCompleteCheck);
}

/**
 * Two first checks within a day are one baseline of the watch: what it took in is known to each of its searches, unless
 * it was filed or registered since the first of them.
 */
function isOneBaseline({ baselineAt }: FoundBy, { since }: Recipient): boolean {
  return baselineAt !== null && Date.parse(baselineAt) < Date.parse(since) + dayMs;
}
