import { daysAfter } from '../../base/time.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { type BriefRecord, briefOf } from '../../records/record.ts';
import { loadWatchSettings, type WatchSettings } from '../../schedule/watchesTable.ts';
import type { WatchBaseline } from '../../store/claims/queries.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import type { Member } from '../../store/snapshot/membershipsTable.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckParts } from '../checkParts.ts';
import type { BaselineStep } from '../compare/compareRecords.ts';

type Watches = CheckParts['watches'];
export type KnownWatches = ReadonlyMap<string, WatchSettings>;

export interface Recipient {
  readonly watchId: string;
  /** When its first check ran; `joiningSince`: its day, as long as the baseline is not complete. */
  readonly since: string;
  readonly joiningSince: string | undefined;
}

/** In days. US courts are behind UTC: what is filed there in the evening has the date of the day before. */
const courtDayLag = 1;

export async function knownWatches(trx: Trx, ours: Watches, watchIds: readonly string[]): Promise<KnownWatches> {
  const unknown = watchIds.filter((id) => !ours.has(id));
  return unknown.length === 0 ? ours : new Map([...ours, ...(await loadWatchSettings(trx, unknown))]);
}

export function recipientsBefore(steps: readonly BaselineStep[]): Recipient[] {
  return steps.flatMap(({ was, watchQuery }) =>
    was === 'first'
      ? []
      : recipientOf({ ...watchQuery, baselineAt: was === 'complete' ? watchQuery.baselineAt : null }),
  );
}

export function recipientOf({ watchId, baselineStartedAt: since, baselineAt }: Begun): Recipient[] {
  return since === null ? [] : [{ watchId, since, joiningSince: baselineAt === null ? since.slice(0, 10) : undefined }];
}

type Begun = Pick<WatchBaseline, 'watchId' | 'baselineStartedAt' | 'baselineAt'>;

/** While the first checks are partial, only what was filed since the first is new (docs/design.md, section 4). */
export function isNewReported(recipient: Recipient, filedOn: string): boolean {
  return recipient.joiningSince === undefined || isFiledSince(filedOn, recipient.joiningSince);
}

/** Whether a record with this day of filing or registration (ISO, '' unknown) may be newer than that day. */
export function isFiledSince(filedOn: string, day: string): boolean {
  return filedOn >= daysAfter(day, -courtDayLag);
}

export function knewBeforeGone(recipient: Recipient, member: Pick<Member, 'goneAt'>): boolean {
  return member.goneAt === null || recipient.since <= member.goneAt;
}

export function isChangeReported(recipient: Recipient, change: ChangeDraft): boolean {
  if (recipient.joiningSince === undefined) return true;
  // An old entry that a partial first result lacked belongs to the baseline.
  if (change.kind === 'entry.new') {
    return (change.entry?.dateFiled ?? '') >= daysAfter(recipient.joiningSince, -courtDayLag);
  }
  return change.kind !== 'entry.backfill';
}

export interface Report {
  readonly changeId: number;
  readonly recordId: number;
  readonly record: BriefRecord;
  readonly draft: ChangeDraft;
  readonly watchIds: readonly string[];
  /** It was reported to other watches before: a channel that has it already does not get it again. */
  readonly shared: boolean;
}

export type NewReport = Omit<Report, 'changeId' | 'shared'>;

export function reportedLater(change: StoredChange, watchIds: readonly string[]): Report {
  const { id: changeId, recordId, kind, fields, entry, entries, note, rule } = change;
  const draft = { kind, fields, entry, entries, note, rule };
  return { changeId, recordId, record: briefOf(change.record), draft, watchIds, shared: true };
}
