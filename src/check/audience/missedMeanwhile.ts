import type { Trx } from '../../database/store.ts';
import { listChanges, type StoredChange } from '../../snapshot/changesTable.ts';
import type { Member } from '../../snapshot/membershipsTable.ts';
import { attachWatches } from '../../snapshot/storeChangesTable.ts';
import type { MembershipMoves } from '../compare/membership.ts';
import { isChangeReported, knewBeforeGone, type Recipient, type ReportedChange, reportedLater } from './recipients.ts';

/** More changes than any record has while one query does not show it. */
const changesAtMost = 10_000;

/**
 * While a record was gone for this query, the checks of other queries may have found changes to it. This query's
 * recipients did not hold the record then, so these changes are reported to them now that it is back.
 */
export async function reportMissed(
  trx: Trx,
  moves: MembershipMoves,
  own: readonly Recipient[],
  checkId: number,
): Promise<ReportedChange[]> {
  const reported: ReportedChange[] = [];
  for (const member of moves.returned) {
    const since = member.goneAt ?? undefined;
    const recipients = own.filter((recipient) => knewBeforeGone(recipient, member));
    if (since === undefined || recipients.length === 0) continue;
    const missed = await listChanges(trx, { recordId: member.recordId, since, limit: changesAtMost });
    for (const change of missed.filter((each) => each.checkId !== checkId && isNews(each))) {
      reported.push(...missedChange(change, member, recipients));
    }
  }
  await attachWatches(
    trx,
    reported.flatMap(({ changeId, watchIds }) => watchIds.map((watchId) => ({ changeId, watchId }))),
  );
  return reported;
}

/** @returns the change with the recipients to whom it is reported now; nothing where there are none */
function missedChange(change: StoredChange, member: Member, recipients: readonly Recipient[]): ReportedChange[] {
  const reported = reportedLater(change, []);
  const watchIds = recipients
    .filter((recipient) => isChangeReported(recipient, member.wholeWord, reported.draft))
    .map((recipient) => recipient.watchId)
    .filter((watchId) => !change.watches.includes(watchId));
  return watchIds.length === 0 ? [] : [{ ...reported, watchIds }];
}

/** That a record came, went or came back for other queries is no news about the record itself. A new entry is. */
function isNews(change: StoredChange): boolean {
  return !/\.(new|gone|back)$/.test(change.kind) || change.kind === 'entry.new';
}
