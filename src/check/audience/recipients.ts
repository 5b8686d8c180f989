import { daysAfter } from '../../base/time.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { type BriefRecord, briefOf } from '../../records/record.ts';
import { loadWatchSettings, type WatchSettings } from '../../schedule/watchesTable.ts';
import { loadWatchQueries } from '../../store/claims/queries.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import type { Member } from '../../store/snapshot/membershipsTable.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckParts } from '../checkParts.ts';
import type { BaselineStep } from '../compare/prior.ts';

type Watches = CheckParts['watches'];
/** By id; maybe others too. Their settings are those of our config, else those that another process stored. */
export type KnownWatches = ReadonlyMap<string, WatchSettings>;

export interface Recipient {
  readonly watchId: string;
  /** When its first check ran; `joiningSince`: its day, as long as the baseline is not complete. */
  readonly since: string;
  readonly joiningSince: string | undefined;
}

export type CountsFor = (recordId: number) => (recipient: Recipient) => boolean;

/** In days. US courts are behind UTC: what is filed there in the evening has the date of the day before. */
const courtDayLag = 1;

/** Watches that our config lacks belong to another process, and are reported to as well. */
export async function knownWatches(trx: Trx, ours: Watches, watchIds: readonly string[]): Promise<KnownWatches> {
  const unknown = watchIds.filter((id) => !ours.has(id));
  return unknown.length === 0 ? ours : new Map([...ours, ...(await loadWatchSettings(trx, unknown))]);
}

export async function loadRecipients(
  trx: Trx,
  checked: { queryId: string; steps: readonly BaselineStep[] },
  queryIds: readonly string[],
  ours: Watches,
): Promise<{ readonly byQuery: ReadonlyMap<string, Recipient[]>; readonly watches: KnownWatches }> {
  const others = [...new Set(queryIds)].filter((queryId) => queryId !== checked.queryId);
  const watchQueries = await loadWatchQueries(trx, others);
  const own = checked.steps.map((step) => step.watchQuery);
  const watchIds = [...new Set([...own, ...watchQueries].map(({ watchId }) => watchId))];
  const watches = await knownWatches(trx, ours, watchIds);
  const byQuery = new Map([[checked.queryId, recipientsBefore(checked.steps)]]);
  for (const watchQuery of watchQueries) {
    if (watchQuery.baselineStartedAt === null) continue;
    const recipient: Recipient = {
      watchId: watchQuery.watchId,
      since: watchQuery.baselineStartedAt,
      joiningSince: watchQuery.baselineAt === null ? watchQuery.baselineStartedAt.slice(0, 10) : undefined,
    };
    byQuery.set(watchQuery.queryId, [...(byQuery.get(watchQuery.queryId) ?? []), recipient]);
  }
  return { byQuery, watches };
}

/** A watch whose first check this is had none of the records before. */
function recipientsBefore(steps: readonly BaselineStep[]): Recipient[] {
  return steps
    .filter((step) => step.was !== 'first')
    .map(({ was, watchQuery: { watchId, baselineStartedAt } }) => ({
      watchId,
      since: baselineStartedAt ?? '',
      joiningSince: was === 'complete' ? undefined : (baselineStartedAt ?? '').slice(0, 10),
    }));
}

/**
 * While its first checks are partial, what turns up joins the baseline unless it was filed or registered since the
 * first of them (docs/design.md, section 4).
 */
export function isNewReported(recipient: Recipient, filedOn: string): boolean {
  return recipient.joiningSince === undefined || isFiledSince(filedOn, recipient.joiningSince);
}

/** Whether a record with this day of filing or registration (ISO, '' unknown) may be newer than that day. */
export function isFiledSince(filedOn: string, day: string): boolean {
  return filedOn >= daysAfter(day, -courtDayLag);
}

/** If not, a record that comes back is new to the recipient. */
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

/** A change before it is stored, or found to be stored already. */
export type NewReport = Omit<Report, 'changeId' | 'shared'>;

export function reportedLater(change: StoredChange, watchIds: readonly string[]): Report {
  const { id: changeId, recordId, kind, fields, entry, entries, note, rule } = change;
  const draft = { kind, fields, entry, entries, note, rule };
  return { changeId, recordId, record: briefOf(change.record), draft, watchIds, shared: true };
}
