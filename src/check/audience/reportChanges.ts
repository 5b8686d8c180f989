import type { ChangeDraft } from '../../records/diff/change.ts';
import { briefOf } from '../../records/record.ts';
import type { StoredQuery } from '../../store/claims/queries.ts';
import { listChanges, type StoredChange } from '../../store/snapshot/changesTable.ts';
import type { FoundBy } from '../../store/snapshot/foundByQueries.ts';
import { goneForSome, type Member } from '../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckParts } from '../checkParts.ts';
import type { MembershipMoves } from '../compare/applyMembership.ts';
import type { CheckMoment, Stored } from '../compare/compareRecords.ts';
import type { BaselineStep } from '../compare/prior.ts';
import {
  type Audience,
  attachReports,
  type FoundOtherwise,
  foundOtherwise,
  newRecordsOf,
  reportNewRecords,
  storeReports,
} from './newRecords.ts';
import {
  isChangeReported,
  type KnownWatches,
  knewBeforeGone,
  knownWatches,
  type NewReport,
  type Recipient,
  type Report,
  recipientOf,
  recipientsBefore,
  reportedLater,
} from './recipients.ts';

/** @property before which watches had the changed records before the check's own finds are added to the membership */
interface FoundOut {
  readonly steps: readonly BaselineStep[];
  readonly compared: readonly Stored[];
  readonly before: readonly FoundBy[];
  readonly moves: MembershipMoves;
  readonly moment: CheckMoment;
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
  const own = recipientsBefore(steps);
  const concerned = [...steps.map(({ watchQuery }) => watchQuery), ...before].map(({ watchId }) => watchId);
  const watches = await knownWatches(trx, ours, [...new Set(concerned)]);
  const hasLists = own.some(({ watchId }) => (watches.get(watchId)?.searches.length ?? 0) > 1);
  const moved = [...moves.arrived, ...moves.admitted, ...moves.gone, ...moves.returned].map(idOf);
  const other = hasLists ? await foundOtherwise(trx, query, moved) : noOtherQueries;
  const audience = { own, moves, other };
  const ofRecipients = changesOfRecipients(compared, before, audience);
  // These are stored even where nobody is notified: those watches learn of it when the record is back.
  const missedBySome = await goneForSome(trx, ofRecipients.map(idOf));
  const isReported = ({ watchIds }: NewReport) => watchIds.length > 0;
  const kept = ofRecipients.filter((report) => isReported(report) || missedBySome.has(report.recordId));
  const cameAndWent = (await goneAndBack(trx, audience)).filter(isReported);
  const reported = [
    ...(await reportNewRecords(trx, newRecordsOf(audience, compared), compared, steps, moment)),
    ...(await storeReports(trx, [...kept, ...cameAndWent], moment)).filter(isReported),
    ...(await reportMissed(trx, audience, moment.checkId)),
  ];
  return { reported, watches };
}

const idOf = ({ recordId }: { readonly recordId: number }) => recordId;

/** Those who knew a record before it was gone: to them it comes back, to the others it is new. */
function whoKnew({ own, moves }: Audience, member: Member): Recipient[] {
  return own.filter((recipient) => knewBeforeGone(recipient, member)).filter(moves.counts(member.recordId));
}

/** What changed, for all who had the records before. Watches for which a record came back have it again. */
function changesOfRecipients(compared: readonly Stored[], before: readonly FoundBy[], audience: Audience): NewReport[] {
  const had = before
    .filter(({ goneCheck, isLeftOut }) => goneCheck === null && !isLeftOut)
    .flatMap((found) => recipientOf(found).map((recipient) => ({ recordId: found.recordId, recipient })));
  const inAgain = audience.moves.returned.flatMap((member) =>
    whoKnew(audience, member).map((recipient) => ({ recordId: member.recordId, recipient })),
  );
  const byRecord = Map.groupBy([...had, ...inAgain], idOf);
  return compared.flatMap(({ recordId, record, changes }) => {
    const found = (byRecord.get(recordId) ?? []).map(({ recipient }) => recipient);
    return changes.map((draft) => ({ recordId, record, draft, watchIds: notified(found, draft) }));
  });
}

function notified(found: readonly Recipient[], draft: ChangeDraft): string[] {
  const reached = found.filter((recipient) => isChangeReported(recipient, draft));
  return [...new Set(reached.map(({ watchId }) => watchId))].sort();
}

/** Only for recipients of this query: another query may still show the record. */
async function goneAndBack(trx: Trx, audience: Audience): Promise<NewReport[]> {
  const { own, moves, other } = audience;
  const stored = await loadRecords(trx, [...moves.gone, ...moves.returned].map(idOf));
  const changeOf = (ending: 'gone' | 'back', { recordId }: Member, found: readonly Recipient[]): NewReport[] => {
    const record = stored.get(recordId)?.record;
    if (record === undefined) return [];
    const draft: ChangeDraft = { kind: `${record.type}.${ending}`, fields: [], rule: `membership.${ending}` };
    const reached = found.filter((recipient) => !other.finds(recordId, recipient));
    return [{ recordId, record: briefOf(record), draft, watchIds: notified(reached, draft) }];
  };
  return [
    ...moves.gone.flatMap((member) => changeOf('gone', member, own.filter(moves.counts(member.recordId)))),
    ...moves.returned.flatMap((member) => changeOf('back', member, whoKnew(audience, member))),
  ];
}

/** More changes than any record has while one query does not show it. */
const changesAtMost = 10_000;

/** What the checks of other queries found while a record was gone for this one is reported now that it is back. */
async function reportMissed(trx: Trx, audience: Audience, checkId: number): Promise<Report[]> {
  const reported: Report[] = [];
  for (const member of audience.moves.returned) {
    const recipients = whoKnew(audience, member);
    if (member.goneAt === null || recipients.length === 0) continue;
    const asked = { recordId: member.recordId, since: member.goneAt, limit: changesAtMost };
    const missed = (await listChanges(trx, asked)).filter((each) => each.checkId !== checkId && isNews(each));
    for (const change of missed) {
      const report = reportedLater(change, []);
      const watchIds = notified(recipients, report.draft).filter((watchId) => !change.watches.includes(watchId));
      if (watchIds.length > 0) reported.push({ ...report, watchIds });
    }
  }
  await attachReports(trx, reported);
  return reported;
}

/** That a record came, went or came back for other queries is no news about the record itself. A new entry is. */
function isNews(change: StoredChange): boolean {
  return !/\.(new|gone|back)$/.test(change.kind) || change.kind === 'entry.new';
}
