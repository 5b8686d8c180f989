import { dayMs, hourMs } from '../../base/time.ts';
import type { FieldChange } from '../../records/diff/change.ts';
import { newRecordChange } from '../../records/diff/lateEntries.ts';
import { filedOn, type RecordType } from '../../records/record.ts';
import type { StoredQuery } from '../../store/claims/queries.ts';
import { latestOfKind, nameChangesSince, nameFields } from '../../store/snapshot/changesTable.ts';
import { type FoundBy, loadFoundBy } from '../../store/snapshot/foundByQueries.ts';
import { attachWatches, insertChanges } from '../../store/snapshot/storeChangesTable.ts';
import type { Trx } from '../../store/store.ts';
import type { MembershipMoves, MovedRecord } from '../compare/applyMembership.ts';
import type { CheckMoment, Stored } from '../compare/compareRecords.ts';
import type { BaselineStep } from '../compare/prior.ts';
import {
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

/** The recipients of a query, how its records moved, and what else these watches know. */
export interface Audience {
  readonly own: readonly Recipient[];
  readonly moves: MembershipMoves;
  readonly other: FoundOtherwise;
}

export function newRecordsOf({ own, moves, other }: Audience, compared: readonly Stored[]): NewRecord[] {
  const newTo = ({ recordId, record }: MovedRecord, recipients: readonly Recipient[]): NewRecord[] => {
    const watchIds = recipients
      .filter((recipient) => !other.knew({ recordId, record }, recipient))
      .filter((recipient) => isNewReported(recipient, filedOn(record)))
      .map((recipient) => recipient.watchId);
    return watchIds.length === 0 ? [] : [{ recordId, record, watchIds }];
  };
  const arrived = moves.arrived.flatMap((arrival) => newTo(arrival, own.filter(moves.counts(arrival.recordId))));
  // A record that passes the filter only since it was renamed is new only to the watches that filter.
  const byRecord = Map.groupBy(moves.admitted, ({ recordId }) => recordId);
  const admitted = [...byRecord.values()].flatMap((some) => {
    const watchIds = new Set(some.map(({ watchId }) => watchId));
    const recipients = own.filter(({ watchId }) => watchIds.has(watchId));
    return some.slice(0, 1).flatMap((one) => newTo(one, recipients));
  });
  // A record that comes back is new to the watches that joined after it was gone.
  const records = Map.groupBy(compared, ({ recordId }) => recordId);
  const newToSome = moves.returned.flatMap((member) => {
    const recipients = own.filter((recipient) => !knewBeforeGone(recipient, member));
    const shown = records.get(member.recordId) ?? [];
    return shown.flatMap((record) => newTo(record, recipients.filter(moves.counts(member.recordId))));
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
  const { type } = first.record;
  const since = new Date(Date.parse(moment.now) - sharedWithinHours * hourMs).toISOString();
  const ids = arrived.map(({ recordId }) => recordId);
  const recent = await latestOfKind(trx, `${type}.new`, ids, since);
  const names = await namesChanged(trx, type, ids, compared, moment);
  const drafted = arrived.map((one) => {
    const baselineOn = earliestBaseline(steps, one.watchIds) ?? moment.now.slice(0, 10);
    return { ...one, draft: newRecordChange(one.record, { baselineOn, names: names.get(one.recordId) }) };
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
  const changes = fresh.map(({ recordId, draft, watchIds }) => ({ ...draft, checkId, recordId, detectedAt, watchIds }));
  const ids = await insertChanges(trx, changes);
  const newIds = new Map(fresh.map((report, index) => [report, ids[index] ?? 0]));
  const stored = reports.map((report) => {
    const changeId = existing.get(report.recordId);
    return { ...report, changeId: changeId ?? newIds.get(report) ?? 0, shared: changeId !== undefined };
  });
  const shared = stored.filter((report) => report.shared);
  await attachReports(trx, shared);
  return stored;
}

export async function attachReports(trx: Trx, reports: readonly Report[]): Promise<void> {
  const pairs = reports.flatMap(({ changeId, watchIds }) => watchIds.map((watchId) => ({ changeId, watchId })));
  await attachWatches(trx, pairs);
}

/** How the parties or holders of arrived records changed since the last complete check, in this check or another. */
async function namesChanged(
  trx: Trx,
  type: RecordType,
  ids: readonly number[],
  compared: readonly Stored[],
  { lastCheckedOn }: CheckMoment,
): Promise<ReadonlyMap<number, FieldChange>> {
  if (lastCheckedOn === undefined) return new Map();
  const changesById = await nameChangesSince(trx, type, ids, lastCheckedOn);
  const { field: name, kind } = nameFields[type];
  for (const { recordId, changes } of compared) {
    const moved = changes.find((change) => change.kind === kind)?.fields.find(({ field }) => field === name);
    if (moved !== undefined) changesById.set(recordId, moved);
  }
  return changesById;
}

function earliestBaseline(steps: readonly BaselineStep[], watchIds: readonly string[]): string | undefined {
  const began = steps
    .filter(({ watchQuery }) => watchIds.includes(watchQuery.watchId))
    .map(({ watchQuery }) => (watchQuery.baselineStartedAt ?? '').slice(0, 10));
  return began.sort()[0];
}

/** What the watches of a check know of its records through their other queries: a list makes one query a value. */
export interface FoundOtherwise {
  /** It has the record through another query now: it is not gone, and does not come back. */
  finds(recordId: number, recipient: Recipient): boolean;
  /** It knew the record before this check: it is not new. */
  knew(arrived: MovedRecord, recipient: Recipient): boolean;
}

export async function foundOtherwise(
  trx: Trx,
  query: Pick<StoredQuery, 'id' | 'lastCompleteCheck'>,
  recordIds: readonly number[],
): Promise<FoundOtherwise> {
  const elsewhere = (await loadFoundBy(trx, recordIds)).filter(
    (found) => found.queryId !== query.id && found.goneCheck === null && !found.isLeftOut,
  );
  const byRecord = Map.groupBy(elsewhere, (found) => found.recordId);
  const others = (recordId: number, { watchId }: Recipient) =>
    (byRecord.get(recordId) ?? []).filter((found) => found.watchId === watchId);
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
