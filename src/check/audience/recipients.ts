import { daysAfter } from '../../base/time.ts';
import { type Config, watchesById } from '../../config/config.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { type BriefRecord, briefOf } from '../../records/record.ts';
import { loadWatchSettings, type WatchSettings } from '../../schedule/watchesTable.ts';
import type { WatchBaseline } from '../../store/claims/queries.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import type { Member } from '../../store/snapshot/membershipsTable.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/compareRecords.ts';

export type KnownWatches = ReadonlyMap<string, WatchSettings>;

export interface Recipient {
  readonly watchId: string;
  /** Start of the watch's first check. `joiningSince`: its day, until the baseline is complete. */
  readonly since: string;
  readonly joiningSince: string | undefined;
}

/** In days. US courts are behind UTC, so an evening filing has the date of the day before. */
const courtDayLag = 1;

export async function knownWatches(
  trx: Trx,
  { watches }: Pick<Config, 'watches'>,
  watchIds: readonly string[],
): Promise<KnownWatches> {
  const ours = watchesById(watches);
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

/** During partial first checks, only records filed since the first one are new (docs/design.md, section 4). */
export function isNewReported(recipient: Recipient, filedOn: string): boolean {
  return recipient.joiningSince === undefined || isFiledSince(filedOn, recipient.joiningSince);
}

/** True if a record with this filing or registration day (ISO, '' if unknown) may be newer than `day`. */
export function isFiledSince(filedOn: string, day: string): boolean {
  return filedOn >= daysAfter(day, -courtDayLag);
}

export function knewBeforeGone(recipient: Recipient, member: Pick<Member, 'goneAt'>): boolean {
  return member.goneAt === null || recipient.since <= member.goneAt;
}

export function isChangeReported(recipient: Recipient, change: ChangeDraft): boolean {
  if (recipient.joiningSince === undefined) return true;
  // Old entries that a partial first result lacked belong to the baseline.
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
  /** True if other watches had the change before. Channels that already got it do not get it again. */
  readonly shared: boolean;
}

export type NewReport = Omit<Report, 'changeId' | 'shared'>;

export function reportedLater(change: StoredChange, watchIds: readonly string[]): Report {
  const { id: changeId, recordId, kind, fields, entry, entries, note, rule } = change;
  const draft = { kind, fields, entry, entries, note, rule };
  return { changeId, recordId, record: briefOf(change.record), draft, watchIds, shared: true };
}
