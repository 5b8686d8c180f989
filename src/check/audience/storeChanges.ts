import { holdersOf } from '../../store/snapshot/memberships.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import type { CheckMoment, ComparedRecord } from '../compare/compareRecords.ts';
import type { MembershipMoves } from '../compare/membership.ts';
import { departures } from './departures.ts';
import { loadListeners, type Watches } from './listening.ts';
import { catchUp } from './missedMeanwhile.ts';
import { reportNewRecords } from './newRecords.ts';
import { reportRecordChanges } from './recordChanges.ts';
import type { ReportedChange } from './reportedChange.ts';
import { arrivals, changesToTell } from './whoHears.ts';

type Holders = Awaited<ReturnType<typeof holdersOf>>;

/** What a check found out, before it is known who hears of it. */
export interface FoundOut {
  readonly steps: readonly BaselineStep[];
  readonly compared: readonly ComparedRecord[];
  /** Who held the changed records before this check. */
  readonly holders: Holders;
  readonly moves: MembershipMoves;
  readonly moment: CheckMoment;
}

const changed = (compared: readonly ComparedRecord[]) => compared.filter((record) => record.changes.length > 0);

/** The queries that hold the changed records now: to be asked before a check's own finds are added. */
export function holdersBefore(trx: Trx, compared: readonly ComparedRecord[]): Promise<Holders> {
  return holdersOf(
    trx,
    changed(compared).map((record) => record.recordId),
  );
}

/** Stores every change that somebody hears of: new records, changed ones, gone and returned ones, and what was missed meanwhile. */
export async function storeChanges(
  trx: Trx,
  watches: Watches,
  queryId: string,
  { steps, compared, holders, moves, moment }: FoundOut,
): Promise<ReportedChange[]> {
  const holding = holders.map((holder) => holder.queryId);
  const listeners = await loadListeners(trx, { queryId, steps }, holding, watches);
  const own = listeners.get(queryId) ?? [];
  return [
    ...(await reportNewRecords(trx, arrivals(moves, own, compared), steps, moment)),
    ...(await reportRecordChanges(trx, changesToTell(changed(compared), holders, listeners, moves, own), moment)),
    ...(await reportRecordChanges(trx, await departures(trx, moves, own), moment)),
    ...(await catchUp(trx, moves, own, moment.checkId)),
  ];
}
