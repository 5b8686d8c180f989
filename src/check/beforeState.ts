import type { Member } from '../store/memberships.ts';
import type { WatchTie } from '../store/queries.ts';
import type { BaselineStep } from './baseline.ts';
import type { BeforeRecord, CheckMoment, ComparedRecord } from './comparedRecord.ts';

/** How things stood before a check, as far as the check compared them: with its raw answers, enough to compare again. */
export interface BeforeState {
  readonly lastCheckedOn?: string | undefined;
  readonly ties: readonly WatchTie[];
  readonly members: readonly Omit<Member, 'recordId'>[];
  /** The stored records that the answer showed otherwise. Those shown as they were stored need no copy. */
  readonly records: readonly BeforeRecord[];
}

export function beforeState(
  before: { ties: readonly WatchTie[]; members: readonly Member[] },
  compared: readonly ComparedRecord[],
  moment: CheckMoment,
): BeforeState {
  return {
    lastCheckedOn: moment.lastCheckedOn,
    ties: before.ties,
    members: before.members.map(({ recordId: _, ...member }) => member),
    records: compared.flatMap((record) => record.before ?? []),
  };
}

/** The ties as they were before the steps that a check took with them. */
export function tiesBefore(steps: readonly BaselineStep[]): WatchTie[] {
  return steps.map((step) => step.before);
}
