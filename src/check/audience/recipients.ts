import type { ChangeDraft } from '../../diff/change.ts';
import type { Member } from '../../store/snapshot/memberships.ts';
import type { BaselineStep } from '../compare/baseline.ts';

/** A watch that may be told of a record's changes, through one of its queries. */
export interface Listener {
  readonly watchId: string;
  readonly wholeWord: boolean;
  /** When its first check ran. */
  readonly since: string;
  /** Day on which its first check ran, while the baseline was not whole; undefined once it stands. */
  readonly joiningSince: string | undefined;
}

/** Who listens to this query's records before this check's own finds are added. A watch on its first check does not. */
export function listenersBefore(
  steps: readonly BaselineStep[],
  wantsWholeWords: (watchId: string) => boolean,
): Listener[] {
  return steps
    .filter((step) => step.was !== 'first')
    .map((step) => ({
      watchId: step.watchQuery.watchId,
      wholeWord: wantsWholeWords(step.watchQuery.watchId),
      since: step.watchQuery.baselineStartedAt ?? '',
      joiningSince: step.was === 'complete' ? undefined : (step.watchQuery.baselineStartedAt ?? '').slice(0, 10),
    }));
}

/**
 * Whether a listener is told of a record that is new to it. While its first checks are partial, what turns up joins the
 * baseline unless it was filed or registered since the first of them (docs/design.md, section 4).
 */
export function isToldOfNew(listener: Listener, passesWholeWord: boolean, filedOn: string): boolean {
  if (listener.wholeWord && !passesWholeWord) return false;
  return listener.joiningSince === undefined || filedOn >= listener.joiningSince;
}

/** Whether a record that comes back was there in the listener's time: else it is new to it. */
export function knewOnceGone(listener: Listener, member: Pick<Member, 'goneAt'>): boolean {
  return member.goneAt === null || listener.since <= member.goneAt;
}

/** Whether a listener that holds the record is told of this change to it. */
export function isToldOfChange(listener: Listener, passesWholeWord: boolean, change: ChangeDraft): boolean {
  if (listener.wholeWord && !passesWholeWord) return false;
  if (listener.joiningSince === undefined) return true;
  // An old entry that a partial first answer left out belongs to the baseline.
  if (change.kind === 'entry.new') return (change.entry?.dateFiled ?? '') >= listener.joiningSince;
  return change.kind !== 'entry.backfill';
}
