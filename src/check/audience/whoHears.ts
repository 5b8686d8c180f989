import type { ComparedRecord } from '../compare/compareRecords.ts';
import type { MembershipMoves } from '../compare/membership.ts';
import type { Arrival } from './newRecords.ts';
import { knewOnceGone, type Listener } from './recipients.ts';
import type { RecordChanges } from './recordChanges.ts';

/** What came, and to which of this query's listeners it is new. */
export function arrivals(
  moves: MembershipMoves,
  own: readonly Listener[],
  compared: readonly ComparedRecord[],
): Arrival[] {
  // A record admitted by its new name is new only to those who asked for whole words.
  const arrived = moves.arrived.map((arrival) => ({
    ...arrival,
    listeners: arrival.admitted ? own.filter((listener) => listener.wholeWord) : own,
  }));
  // One that comes back is new to those who listen only since it went.
  const newToSome = moves.returned.flatMap((member) => {
    const listeners = own.filter((listener) => !knewOnceGone(listener, member));
    const record = listeners.length > 0 && compared.find((each) => each.recordId === member.recordId)?.record;
    return record ? [{ recordId: member.recordId, record, wholeWord: member.wholeWord, listeners }] : [];
  });
  return [...arrived, ...newToSome];
}

/** Every holder of a touched record, as it was before this check; a record that came back is held again. */
export function changesToTell(
  touched: readonly ComparedRecord[],
  holders: readonly { recordId: number; queryId: string; wholeWord: boolean }[],
  listeners: ReadonlyMap<string, readonly Listener[]>,
  moves: MembershipMoves,
  own: readonly Listener[],
): RecordChanges[] {
  const holding = holders.flatMap(({ recordId, queryId, wholeWord }) =>
    (listeners.get(queryId) ?? []).map((listener) => ({ recordId, listener, wholeWord })),
  );
  const holdingAgain = moves.returned.flatMap((member) =>
    own
      .filter((listener) => knewOnceGone(listener, member))
      .map((listener) => ({ recordId: member.recordId, listener, wholeWord: member.wholeWord })),
  );
  const byRecord = Map.groupBy([...holding, ...holdingAgain], (holder) => holder.recordId);
  return touched.map(({ recordId, record, changes }) => ({
    recordId,
    record,
    drafts: changes,
    holders: byRecord.get(recordId) ?? [],
  }));
}
