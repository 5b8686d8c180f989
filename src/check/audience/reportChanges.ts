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
  knew,
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

export async function reportChanges(
  trx: Trx,
  config: Pick<Config, 'watches'>,
  query: Pick<StoredQuery, 'id' | 'lastCompleteCheck'>,
  found: FoundOut,
): Promise<{ readonly reported: readonly Report[]; readonly watches: KnownWatches }> {
  const { steps, compared, before, moves, moment } = found;
  const own = recipientsBefore(steps);
  const concerned = [...steps.map(({ watchQuery }) => watchQuery), ...before].map(({ watchId }) => watchId);
  const watches = await knownWatches(trx, config, [...new Set(concerned)]);
  const moved = [moves.arrived, moves.admitted, moves.gone, moves.returned, moves.reappeared].flat().map(idOf);
  if (moved.length === 0 && compared.every(({ changes }) => changes.length === 0)) return { reported: [], watches };
  const other = await foundOtherwise(trx, query, own.length === 0 ? [] : moved);
  const audience = { ...found, own, other, back: recordsBack({ own, moves, other }) };
  const ofRecipients = changesOfRecipients(audience);
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

/** Returns the watches that had the record before it was absent. For all others it is new, not back. */
function whoKnew({ own, moves }: Pick<Audience, 'own' | 'moves'>, member: Member): Recipient[] {
  return own.filter((recipient) => knew(recipient, member)).filter(moves.counts(member.recordId));
}

interface Back {
  readonly recordId: number;
  readonly goneAt: string;
  readonly recipients: readonly Recipient[];
}

/** Returns the records that are back, in this query or for a watch that had them by another query of its list. */
function recordsBack({ own, moves, other }: Pick<Audience, 'own' | 'moves' | 'other'>): Back[] {
  const returned = moves.returned.map((member) => {
    return { recordId: member.recordId, goneAt: member.goneAt ?? '', recipients: whoKnew({ own, moves }, member) };
  });
  const byAnother = moves.arrived.flatMap(({ recordId }) => {
    const recipients = own.filter(moves.counts(recordId)).filter((one) => other.goneAt(recordId, one) !== undefined);
    const [goneAt] = recipients.flatMap((one) => other.goneAt(recordId, one) ?? []).sort();
    return goneAt === undefined ? [] : [{ recordId, goneAt, recipients }];
  });
  return [...returned, ...byAnother];
}

function changesOfRecipients(audience: Audience): NewReport[] {
  const had = audience.before
    .filter(({ goneCheck, isLeftOut }) => goneCheck === null && !isLeftOut)
    .flatMap((found) => recipientOf(found).flatMap((one) => (knew(one, found) ? [{ ...found, recipient: one }] : [])));
  const inAgain = audience.back.flatMap(({ recordId, recipients }) =>
    recipients.map((recipient) => ({ recordId, recipient })),
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
  const { moves, other, back } = audience;
  const stored = await loadRecords(trx, [...moves.gone, ...back].map(idOf));
  const changeOf = (ending: 'gone' | 'back', recordId: number, found: readonly Recipient[]): NewReport[] => {
    const record = stored.get(recordId)?.record;
    if (record === undefined) return [];
    const draft: ChangeDraft = { kind: `${record.type}.${ending}`, fields: [], rule: `membership.${ending}` };
    const reached = found.filter((recipient) => !other.finds(recordId, recipient));
    return [{ recordId, record: briefOf(record), draft, watchIds: notified(reached, draft) }];
  };
  return [
    ...moves.gone.flatMap((member) => changeOf('gone', member.recordId, whoKnew(audience, member))),
    ...back.flatMap(({ recordId, recipients }) => changeOf('back', recordId, recipients)),
  ];
}

/** More than any record has while one query does not show it. */
const changesAtMost = 10_000;

/** Reports changes that checks of other queries found while the record was gone for this one. */
async function reportMissed(trx: Trx, audience: Audience): Promise<Report[]> {
  const reported: Report[] = [];
  for (const { recordId, goneAt, recipients } of audience.back) {
    if (recipients.length === 0) continue;
    const since = await listChanges(trx, { recordId, since: goneAt, limit: changesAtMost });
    for (const change of since.filter((each) => each.checkId !== audience.moment.checkId && isNews(each))) {
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

type Audience = FoundOut &
  Readonly<{ own: readonly Recipient[]; other: Awaited<ReturnType<typeof foundOtherwise>>; back: readonly Back[] }>;

function newRecordsOf({ own, moves, other, compared }: Audience): Omit<NewReport, 'draft'>[] {
  const newTo = ({ recordId, record }: MovedRecord, recipients: readonly Recipient[]) => {
    const watchIds = recipients
      .filter((recipient) => !other.knew({ recordId, record }, recipient))
      .filter((recipient) => isNewReported(recipient, filedOn(record)))
      .map((recipient) => recipient.watchId);
    return watchIds.length === 0 ? [] : [{ recordId, record, watchIds }];
  };
  const arrived = moves.arrived.flatMap((arrival) => {
    const recipients = own.filter((one) => other.goneAt(arrival.recordId, one) === undefined);
    return newTo(arrival, recipients.filter(moves.counts(arrival.recordId)));
  });
  // A record that passes a filter only after a rename is new only to the watches with this filter.
  const byRecord = Map.groupBy(moves.admitted, ({ recordId }) => recordId);
  const admitted = [...byRecord.values()].flatMap((some) => {
    const watchIds = new Set(some.map(({ watchId }) => watchId));
    const recipients = own.filter(({ watchId }) => watchIds.has(watchId));
    return some.slice(0, 1).flatMap((one) => newTo(one, recipients));
  });
  // A record that is shown again is new to the watches that were added while it was absent.
  const records = Map.groupBy(compared, ({ recordId }) => recordId);
  const newToSome = [...moves.returned, ...moves.reappeared].flatMap((member) => {
    const recipients = own.filter((recipient) => !knew(recipient, member));
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
async function foundOtherwise(
  trx: Trx,
  query: Pick<StoredQuery, 'id' | 'lastCompleteCheck'>,
  recordIds: readonly number[],
) {
  const all = (await loadFoundBy(trx, recordIds)).filter((one) => one.queryId !== query.id && !one.isLeftOut);
  const byRecord = Map.groupBy(all, (found) => found.recordId);
  const news = await reportedAsNew(trx, [...byRecord.keys()]);
  const ofWatch = (recordId: number, { watchId }: Recipient) =>
    (byRecord.get(recordId) ?? []).filter((found) => found.watchId === watchId);
  const others = (recordId: number, recipient: Recipient) =>
    ofWatch(recordId, recipient).filter((found) => found.goneCheck === null);
  return {
    /** True if another query of the watch has the record now, so the record is neither gone nor back. */
    finds: (recordId: number, recipient: Recipient) => others(recordId, recipient).length > 0,
    /** When the record was gone for the watch, which had it by another query. Undefined if it is new or not gone. */
    goneAt: (recordId: number, recipient: Recipient) => {
      const had = ofWatch(recordId, recipient).filter((found) => recipientOf(found).some((one) => knew(one, found)));
      return had
        .flatMap((found) => found.goneAt ?? [])
        .sort()
        .at(-1);
    },
    /** True if the watch knew the record before this check, so the record is not new. */
    knew: ({ recordId, record }: MovedRecord, recipient: Recipient) =>
      others(recordId, recipient).some(
        (found) =>
          news.some((one) => one.recordId === recordId && one.watchId === recipient.watchId) ||
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
