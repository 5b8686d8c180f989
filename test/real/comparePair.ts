import type { ChangeDraft, ChangeKind } from '../../src/records/diff/change.ts';
import { docketedOn } from '../../src/records/diff/lateEntries.ts';
import type { Docket } from '../../src/records/docket.ts';
import { compareStored, storeDocket } from '../records/diff/store.ts';
import type { DocketPair } from './realData.ts';

/** Returns every date that a docket names, the newest last. */
function daysOf(docket: Docket): string[] {
  const days = [docket.dateFiled, docket.dateTerminated, ...(docket.entries ?? []).map(docketedOn)];
  return days.filter((day): day is string => day !== undefined && day !== '').sort();
}

/**
 * Returns the day of the check that saw the first state: the day it was fetched, if the pair has it. A page that was
 * read twice was fetched no earlier than its newest date. Other states count as of their newest date.
 */
export function checkedOn(pair: DocketPair): string {
  const fetched = /fetched on (\d{4}-\d{2}-\d{2})/.exec(pair.why)?.[1];
  if (fetched !== undefined) return fetched;
  const seen = pair.kind === 'reparsed' || pair.kind === 'observed' ? [pair.before, pair.after] : [pair.before];
  return seen.flatMap(daysOf).sort().at(-1) ?? '2018-01-01';
}

/** Returns the newest date of the first state, before which the check cannot have been. */
export function earliestCheckedOn(pair: DocketPair): string {
  return daysOf(pair.before).at(-1) ?? checkedOn(pair);
}

export function comparePair(pair: DocketPair, lastCheckedOn = checkedOn(pair)): readonly ChangeDraft[] {
  return compareStored(storeDocket(pair.before), pair.after, { lastCheckedOn }).changes;
}

export function countKind(changes: readonly ChangeDraft[], kind: ChangeKind): number {
  return changes.filter((change) => change.kind === kind).length;
}
