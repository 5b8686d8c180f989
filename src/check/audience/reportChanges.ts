import { dayMs, hourMs } from '../../base/time.ts';
import type { Config } from '../../config/config.ts';
import type { ChangeDraft, FieldChange } from '../../records/diff/change.ts';
import { newRecordChange } from '../../records/diff/lateEntries.ts';
import { briefOf, filedOn, type RecordType } from '../../records/record.ts';
import type { StoredQuery } from '../../store/claims/queries.ts';
import {
  latestOfKind,
  listChanges,
  nameChangesSince,
  nameFields,
  reportedAsNew,
  type StoredChange,
} from '../../store/snapshot/changesTable.ts';
import { type FoundBy, goneForSome, loadFoundBy, type Member } from '../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import { attachWatches, insertChanges } from '../../store/snapshot/storeChangesTable.ts';
import type { Trx } from '../../store/store.ts';
import type { MembershipMoves, MovedRecord } from '../compare/applyMembership.ts';
import type { BaselineStep, CheckMoment, Stored } from '../compare/compareRecords.ts';
import {
  isChangeReported,
  isFiledSince,
  isNewReported,
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

interface FoundOut {
  readonly steps: readonly BaselineStep[];
  readonly compared: readonly Stored[];
  readonly before: readonly FoundBy[];
  readonly moves: MembershipMoves;
  readonly moment: CheckMoment;
}

const noOtherQueries: FoundOtherwise = { finds: () => false, knew: () => false };

export async function reportChanges(
  trx: Trx,
  config: Pick<Config, 'watches'>,
  query: Pick<StoredQuery, 'id' | 'lastCompleteCheck'>,
  found: FoundOut,
): Promise<{ readonly reported: readonly Report[]; readonly watches: KnownWatches }> {
  const { steps, before, moves, moment } = found;
  const own = recipientsBefore(steps);
  const concerned = [...steps.map(({ watchQuery }) => watchQuery), ...before].map(({ watchId }) => watchId);
  const watches = await knownWatches(trx, config, [...new Set(concerned)]);
  const hasLists = own.some(({ watchId }) => (watches.get(watchId)?.searches.length ?? 0) > 1);
  const moved = [...moves.arrived, ...moves.admitted, ...moves.gone, ...moves.returned].map(idOf);
  const other = hasLists ? await foundOtherwise(trx, query, moved) : noOtherQueries;
  const audience = { ...found, own, other };
  const ofRecipients = changesOfRecipients(audience);
  if (ofRecipients.length === 0 && moved.length === 0) return { reported: [], watches };
  // Changes that some watch misses are stored without a recipient. The watch learns of them when the record is back.
  const missedBySome = await goneForSome(trx, ofRecipients.map(idOf));
  const isReported = ({ watchIds }: NewReport) => watchIds.length > 0;
  const kept = ofRecipients.filter((report) => isReported(report) || missedBySome.has(report.recordId));
  const cameAndWent = (await goneAndBack(trx, audience)).filter(isReported);
  const reported = [
    ...(await reportNewRecords(trx, audience)),
    ...(await storeReports(trx, [...kept, ...cameAndWent], moment)).filter(isReported),
    ...(await reportMissed(trx, audience)),
  ];
  return { reported, watches };
}

const idOf = ({ recordId }: { readonly recordId: number }) => recordId;

/** Returns the watches that had the record before it was gone. For all others it is new, not back. */
function whoKnew({ own, moves }: Audience, member: Member): Recipient[] {
  return own.filter((recipient) => knewBeforeGone(recipient, member)).filter(moves.counts(member.recordId));
}

function changesOfRecipients(audience: Audience): NewReport[] {
  const had = audience.before
    .filter(({ goneCheck, isLeftOut }) => goneCheck === null && !isLeftOut)
    .flatMap((found) => recipientOf(found).map((recipient) => ({ recordId: found.recordId, recipient })));
  const inAgain = audience.moves.returned.flatMap((member) =>
    whoKnew(audience, member).map((recipient) => ({ recordId: member.recordId, recipient })),
  );
  const byRecord = Map.groupBy([...had, ...inAgain], idOf);
  return audience.compared.flatMap(({ recordId, record, changes }) => {
    const found = (byRecord.get(recordId) ?? []).map(({ recipient }) => recipient);
    return changes.map((draft) => ({ recordId, record, draft, watchIds: notified(found, draft) }));
  });
}

function notified(found: readonly Recipient[], draft: ChangeDraft): string[] {
  const reached = found.filter((recipient) => isChangeReported(recipient, draft));
  return [...new Set(reached.map(({ watchId }) => watchId))].sort();
}

/** A record is gone or back for a watch only if none of the watch's other queries shows it. */
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

/** More than any record has while one query does not show it. */
const changesAtMost = 10_000;

/** Reports changes that checks of other queries found while the record was gone for this one. */
async function reportMissed(trx: Trx, audience: Audience): Promise<Report[]> {
  const reported: Report[] = [];
  for (const member of audience.moves.returned) {
    const recipients = whoKnew(audience, member);
    if (member.goneAt === null || recipients.length === 0) continue;
    const asked = { recordId: member.recordId, since: member.goneAt, limit: changesAtMost };
    const missed = (await listChanges(trx, asked)).filter(
      (each) => each.checkId !== audience.moment.checkId && isNews(each),
    );
    for (const change of missed) {
      const report = reportedLater(change, []);
      const watchIds = notified(recipients, report.draft).filter((watchId) => !change.watches.includes(watchId));
      if (watchIds.length > 0) reported.push({ ...report, watchIds });
    }
  }
  await attachReports(trx, reported);
  return reported;
}

function isNews(change: StoredChange): boolean {
  return !/\.(new|gone|back)$/.test(change.kind) || change.kind === 'entry.new';
}

/** Watches that find a new record within this time share one `.new` change (docs/design.md, section 4). */
const sharedWithinHours = 24;

type NewRecord = Omit<NewReport, 'draft'>;

type Audience = FoundOut & Readonly<{ own: readonly Recipient[]; other: FoundOtherwise }>;

function newRecordsOf({ own, moves, other, compared }: Audience): NewRecord[] {
  const newTo = ({ recordId, record }: MovedRecord, recipients: readonly Recipient[]): NewRecord[] => {
    const watchIds = recipients
      .filter((recipient) => !other.knew({ recordId, record }, recipient))
      .filter((recipient) => isNewReported(recipient, filedOn(record)))
      .map((recipient) => recipient.watchId);
    return watchIds.length === 0 ? [] : [{ recordId, record, watchIds }];
  };
  const arrived = moves.arrived.flatMap((arrival) => newTo(arrival, own.filter(moves.counts(arrival.recordId))));
  // A record that passes a filter only after a rename is new only to the watches with this filter.
  const byRecord = Map.groupBy(moves.admitted, ({ recordId }) => recordId);
  const admitted = [...byRecord.values()].flatMap((some) => {
    const watchIds = new Set(some.map(({ watchId }) => watchId));
    const recipients = own.filter(({ watchId }) => watchIds.has(watchId));
    return some.slice(0, 1).flatMap((one) => newTo(one, recipients));
  });
  // A record that comes back is new to the watches that were added after it was gone.
  const records = Map.groupBy(compared, ({ recordId }) => recordId);
  const newToSome = moves.returned.flatMap((member) => {
    const recipients = own.filter((recipient) => !knewBeforeGone(recipient, member));
    const shown = records.get(member.recordId) ?? [];
    return shown.flatMap((record) => newTo(record, recipients.filter(moves.counts(member.recordId))));
  });
  return [...arrived, ...admitted, ...newToSome];
}

async function reportNewRecords(trx: Trx, audience: Audience): Promise<Report[]> {
  const { steps, moment } = audience;
  const arrived = newRecordsOf(audience);
  const [first] = arrived;
  if (first === undefined) return [];
  const { type } = first.record;
  const since = new Date(Date.parse(moment.now) - sharedWithinHours * hourMs).toISOString();
  const ids = arrived.map(({ recordId }) => recordId);
  const recent = await latestOfKind(trx, `${type}.new`, ids, since);
  const names = await namesChanged(trx, type, ids, audience);
  const drafted = arrived.map((one) => {
    const baselineOn = earliestBaseline(steps, one.watchIds) ?? moment.now.slice(0, 10);
    return { ...one, draft: newRecordChange(one.record, { baselineOn, names: names.get(one.recordId) }) };
  });
  return storeReports(trx, drafted, moment, recent);
}

async function storeReports(
  trx: Trx,
  reports: readonly NewReport[],
  { checkId, now: detectedAt }: CheckMoment,
  existing: ReadonlyMap<number, number> = new Map(),
): Promise<Report[]> {
  const fresh = reports.filter(({ recordId }) => !existing.has(recordId));
  const changes = fresh.map(({ recordId, draft, watchIds }) => ({ ...draft, checkId, recordId, detectedAt, watchIds }));
  const ids = await insertChanges(trx, changes);
  const newIds = new Map(fresh.map((report, index) => [report, ids[index] ?? 0]));
  const stored = reports.map((report) => {
    const changeId = existing.get(report.recordId);
    return { ...report, changeId: changeId ?? newIds.get(report) ?? 0, shared: changeId !== undefined };
  });
  const shared = stored.filter((report) => report.shared);
  await attachReports(trx, shared);
  return stored;
}

async function attachReports(trx: Trx, reports: readonly Report[]): Promise<void> {
  const pairs = reports.flatMap(({ changeId, watchIds }) => watchIds.map((watchId) => ({ changeId, watchId })));
  await attachWatches(trx, pairs);
}

async function namesChanged(
  trx: Trx,
  type: RecordType,
  ids: readonly number[],
  { compared, moment: { lastCheckedOn } }: FoundOut,
): Promise<ReadonlyMap<number, FieldChange>> {
  if (lastCheckedOn === undefined) return new Map();
  const changesById = await nameChangesSince(trx, type, ids, lastCheckedOn);
  const { field: name, kind } = nameFields[type];
  for (const { recordId, changes } of compared) {
    const moved = changes.find((change) => change.kind === kind)?.fields.find(({ field }) => field === name);
    if (moved !== undefined) changesById.set(recordId, moved);
  }
  return changesById;
}

function earliestBaseline(steps: readonly BaselineStep[], watchIds: readonly string[]): string | undefined {
  const began = steps
    .filter(({ watchQuery }) => watchIds.includes(watchQuery.watchId))
    .map(({ watchQuery }) => (watchQuery.baselineStartedAt ?? '').slice(0, 10));
  return began.sort()[0];
}

/** What a watch knows of a record through its other queries. A watch with a list has one query per value. */
interface FoundOtherwise {
  /** True if another query of the watch has the record now, so the record is neither gone nor back. */
  finds(recordId: number, recipient: Recipient): boolean;
  /** True if the watch knew the record before this check, so the record is not new. */
  knew(arrived: MovedRecord, recipient: Recipient): boolean;
}

async function foundOtherwise(
  trx: Trx,
  query: Pick<StoredQuery, 'id' | 'lastCompleteCheck'>,
  recordIds: readonly number[],
): Promise<FoundOtherwise> {
  const elsewhere = (await loadFoundBy(trx, recordIds)).filter(
    (found) => found.queryId !== query.id && found.goneCheck === null && !found.isLeftOut,
  );
  const byRecord = Map.groupBy(elsewhere, (found) => found.recordId);
  const news = await reportedAsNew(trx, [...byRecord.keys()]);
  const others = (recordId: number, { watchId }: Recipient) =>
    (byRecord.get(recordId) ?? []).filter((found) => found.watchId === watchId);
  return {
    finds: (recordId, recipient) => others(recordId, recipient).length > 0,
    knew: ({ recordId, record }, recipient) =>
      others(recordId, recipient).some(
        (found) =>
          news.some((one) => one.record_id === recordId && one.watch_id === recipient.watchId) ||
          wasFoundBefore(found, query.lastCompleteCheck) ||
          (isOneBaseline(found, recipient) && !isFiledSince(filedOn(record), recipient.since.slice(0, 10))),
      ),
  };
}

/** True if the other query found the record before this query's last complete check. */
function wasFoundBefore({ foundCheck }: FoundBy, lastCompleteCheck: number | null): boolean {
  return foundCheck !== null && lastCompleteCheck !== null && foundCheck < lastCompleteCheck;
}

/** First checks of two queries within a day form one baseline, except for records filed since the first. */
function isOneBaseline({ baselineAt }: FoundBy, { since }: Recipient): boolean {
  return baselineAt !== null && Date.parse(baselineAt) < Date.parse(since) + dayMs;
}
