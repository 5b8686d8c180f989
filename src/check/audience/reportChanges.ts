import { holdersOf } from '../../store/snapshot/memberships.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import type { CheckMoment, ComparedRecord } from '../compare/compareRecords.ts';
import type { MembershipMoves } from '../compare/membership.ts';
import { reportMissed } from './missedMeanwhile.ts';
import { arrivalsOf, reportNewRecords } from './newRecords.ts';
import { type KnownWatches, loadRecipients, type Watches } from './recipients.ts';
import { changesOfHolders, departures, reportRecordChanges } from './recordChanges.ts';
import type { ReportedChange } from './reportedChange.ts';

type Holders = Awaited<ReturnType<typeof holdersOf>>;

/** What a check found out, before it is known to whom it is reported. */
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

/** Stores every change that has a recipient: new records, changed ones, gone and returned ones, and what was missed meanwhile. */
export async function reportChanges(
  trx: Trx,
  ours: Watches,
  queryId: string,
  { steps, compared, holders, moves, moment }: FoundOut,
): Promise<{ readonly reported: readonly ReportedChange[]; readonly watches: KnownWatches }> {
  const holding = holders.map((holder) => holder.queryId);
  const { byQuery, watches } = await loadRecipients(trx, { queryId, steps }, holding, ours);
  const own = byQuery.get(queryId) ?? [];
  const ofHolders = changesOfHolders(changed(compared), holders, byQuery, moves, own);
  const reported = [
    ...(await reportNewRecords(trx, arrivalsOf(moves, own, compared), steps, moment)),
    ...(await reportRecordChanges(trx, ofHolders, moment)),
    ...(await reportRecordChanges(trx, await departures(trx, moves, own), moment)),
    ...(moves.returned.length === 0 ? [] : await reportMissed(trx, moves, own, moment.checkId)),
  ];
  return { reported, watches };
}
