import type { ChangeDraft } from '../../records/diff/change.ts';
import { briefOf } from '../../records/record.ts';
import type { StoredQuery } from '../../store/claims/queries.ts';
import { listChanges, type StoredChange } from '../../store/snapshot/changesTable.ts';
import { type IsLeftOut, leftOutOf, leftOutRecords } from '../../store/snapshot/foundByQueries.ts';
import { goneForSome, loadMemberships, type Membership } from '../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckParts } from '../checkParts.ts';
import type { MembershipMoves } from '../compare/applyMembership.ts';
import type { CheckMoment, Stored } from '../compare/compareRecords.ts';
import type { BaselineStep } from '../compare/prior.ts';
import {
  attachReports,
  type FoundOtherwise,
  foundOtherwise,
  newRecordsOf,
  reportNewRecords,
  storeReports,
} from './newRecords.ts';
import {
  type CountsFor,
  isChangeReported,
  type KnownWatches,
  knewBeforeGone,
  loadRecipients,
  type NewReport,
  type Recipient,
  type Report,
  reportedLater,
} from './recipients.ts';

interface FoundOut {
  readonly steps: readonly BaselineStep[];
  readonly compared: readonly Stored[];
  readonly before: MembershipsBefore;
  readonly moves: MembershipMoves;
  readonly moment: CheckMoment;
}

const changed = (compared: readonly Stored[]) => compared.filter((record) => record.changes.length > 0);

interface MembershipsBefore {
  readonly memberships: readonly Membership[];
  readonly isLeftOut: IsLeftOut;
}

/** To be called before the check's own finds are added to the membership. */
export async function membershipsBefore(trx: Trx, compared: readonly Stored[]): Promise<MembershipsBefore> {
  const ids = changed(compared).map((record) => record.recordId);
  return {
    memberships: await loadMemberships(trx, ids),
    isLeftOut: leftOutOf(await leftOutRecords(trx, ids)),
  };
}

/** A watch without lists has one query, so it knows nothing through others. */
const noOtherQueries: FoundOtherwise = { finds: () => false, knew: () => false };

/** Stores every change that has a recipient: what is new, changed, gone or back, and what was missed meanwhile. */
export async function reportChanges(
  trx: Trx,
  ours: CheckParts['watches'],
  query: Pick<StoredQuery, 'id' | 'lastCompleteCheck'>,
  { steps, compared, before, moves, moment }: FoundOut,
): Promise<{ readonly reported: readonly Report[]; readonly watches: KnownWatches }> {
  const queryIds = before.memberships.map((one) => one.queryId);
  const { byQuery, watches } = await loadRecipients(trx, { queryId: query.id, steps }, queryIds, ours);
  const own = byQuery.get(query.id) ?? [];
  const moved = [...moves.arrived, ...moves.admitted, ...moves.gone, ...moves.returned].map((move) => move.recordId);
  const withLists = own.filter(({ watchId }) => (watches.get(watchId)?.searches.length ?? 0) > 1);
  const other = withLists.length === 0 ? noOtherQueries : await foundOtherwise(trx, query, moved);
  const counts = (recordId: number) => (recipient: Recipient) =>
    !moves.isLeftOut({ queryId: query.id, recordId, watchId: recipient.watchId });
  const ofRecipients = changesOfRecipients(changed(compared), before, byQuery, moves, own, counts);
  // These are stored even where nobody is notified: those watches learn of it when the record is back.
  const missedBySome = await goneForSome(
    trx,
    ofRecipients.map(({ recordId }) => recordId),
  );
  const isReported = ({ watchIds }: NewReport) => watchIds.length > 0;
  const kept = ofRecipients.filter((report) => isReported(report) || missedBySome.has(report.recordId));
  const cameAndWent = (await goneAndBack(trx, moves, own, other, counts)).filter(isReported);
  const reported = [
    ...(await reportNewRecords(trx, newRecordsOf(moves, own, compared, other, counts), compared, steps, moment)),
    ...(await storeReports(trx, [...kept, ...cameAndWent], moment)).filter(isReported),
    ...(moves.returned.length === 0 ? [] : await reportMissed(trx, moves, own, moment.checkId, counts)),
  ];
  return { reported, watches };
}

/** What changed, for all who had the records before. Watches for which a record came back have it again. */
function changesOfRecipients(
  changed: readonly Stored[],
  { memberships, isLeftOut }: MembershipsBefore,
  recipients: ReadonlyMap<string, readonly Recipient[]>,
  moves: MembershipMoves,
  own: readonly Recipient[],
  counts: CountsFor,
): NewReport[] {
  const had = memberships.flatMap(({ recordId, queryId }) =>
    (recipients.get(queryId) ?? [])
      .filter(({ watchId }) => !isLeftOut({ queryId, recordId, watchId }))
      .map((recipient) => ({ recordId, recipient })),
  );
  const inAgain = moves.returned.flatMap((member) =>
    own
      .filter((recipient) => knewBeforeGone(recipient, member))
      .filter(counts(member.recordId))
      .map((recipient) => ({ recordId: member.recordId, recipient })),
  );
  const byRecord = Map.groupBy([...had, ...inAgain], (one) => one.recordId);
  return changed.flatMap(({ recordId, record, changes }) => {
    const found = (byRecord.get(recordId) ?? []).map(({ recipient }) => recipient);
    return changes.map((draft) => ({ recordId, record, draft, watchIds: notified(found, draft) }));
  });
}

function notified(found: readonly Recipient[], draft: ChangeDraft): string[] {
  const reached = found.filter((recipient) => isChangeReported(recipient, draft));
  return [...new Set(reached.map(({ watchId }) => watchId))].sort();
}

/** Only for recipients of this query: another query may still show the record. */
async function goneAndBack(
  trx: Trx,
  moves: MembershipMoves,
  own: readonly Recipient[],
  other: FoundOtherwise,
  counts: CountsFor,
): Promise<NewReport[]> {
  const stored = await loadRecords(
    trx,
    [...moves.gone, ...moves.returned].map((member) => member.recordId),
  );
  const changesOf = (members: MembershipMoves['gone'], ending: 'gone' | 'back'): NewReport[] =>
    members.flatMap((member) => {
      const { recordId } = member;
      const record = stored.get(recordId)?.record;
      if (record === undefined) return [];
      const draft: ChangeDraft = { kind: `${record.type}.${ending}`, fields: [], rule: `membership.${ending}` };
      const found = own
        .filter((recipient) => ending === 'gone' || knewBeforeGone(recipient, member))
        .filter(counts(recordId))
        .filter((recipient) => !other.finds(recordId, recipient));
      return { recordId, record: briefOf(record), draft, watchIds: notified(found, draft) };
    });
  return [...changesOf(moves.gone, 'gone'), ...changesOf(moves.returned, 'back')];
}

/** More changes than any record has while one query does not show it. */
const changesAtMost = 10_000;

/** What the checks of other queries found while a record was gone for this one is reported now that it is back. */
async function reportMissed(
  trx: Trx,
  moves: MembershipMoves,
  own: readonly Recipient[],
  checkId: number,
  counts: CountsFor,
): Promise<Report[]> {
  const reported: Report[] = [];
  for (const member of moves.returned) {
    const since = member.goneAt ?? undefined;
    const recipients = own.filter((recipient) => knewBeforeGone(recipient, member)).filter(counts(member.recordId));
    if (since === undefined || recipients.length === 0) continue;
    const missed = await listChanges(trx, { recordId: member.recordId, since, limit: changesAtMost });
    for (const change of missed.filter((each) => each.checkId !== checkId && isNews(each))) {
      reported.push(...missedChange(change, recipients));
    }
  }
  await attachReports(trx, reported);
  return reported;
}

function missedChange(change: StoredChange, recipients: readonly Recipient[]): Report[] {
  const reported = reportedLater(change, []);
  const watchIds = recipients
    .filter((recipient) => isChangeReported(recipient, reported.draft))
    .map((recipient) => recipient.watchId)
    .filter((watchId) => !change.watches.includes(watchId));
  return watchIds.length === 0 ? [] : [{ ...reported, watchIds }];
}

/** That a record came, went or came back for other queries is no news about the record itself. A new entry is. */
function isNews(change: StoredChange): boolean {
  return !/\.(new|gone|back)$/.test(change.kind) || change.kind === 'entry.new';
}
