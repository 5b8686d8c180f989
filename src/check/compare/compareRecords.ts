import { imagePathOf } from '../../records/design.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { compareDesigns } from '../../records/diff/compareDesigns.ts';
import { compareDockets } from '../../records/diff/compareDockets.ts';
import { type BriefRecord, briefOf, otherKeyOf, type SearchRecord } from '../../records/record.ts';
import { betterCopy, type FoundRecord, type SearchResult } from '../../service/paging/pass.ts';
import { loadWatchQueries, type StoredQuery, type WatchQuery } from '../../store/claims/queries.ts';
import { loadCheck } from '../../store/snapshot/checksTable.ts';
import { insertEntries, loadEntries, updateEntries } from '../../store/snapshot/entriesTable.ts';
import { deleteMembers, loadMembers, type Member } from '../../store/snapshot/membershipsTable.ts';
import {
  findKnown,
  insertRecords,
  type KnownRecord,
  loadRecords,
  lockRecords,
  notePicturesDue,
  type StoredRecord,
  updateRecords,
} from '../../store/snapshot/recordsTable.ts';
import { hasOneWriter, type Trx } from '../../store/store.ts';
import { beganMeanwhile } from '../admission/serviceKey.ts';
import type { ReadEnd } from '../checkParts.ts';

type Prior = Awaited<ReturnType<typeof loadPrior>>;

export async function lockPrior(trx: Trx, query: StoredQuery, read: ReadEnd, times: CheckTimes): Promise<Prior> {
  const locked = new Set<number>();
  for (;;) {
    const prior = await loadPrior(trx, query, read, times);
    const unlocked = hasOneWriter(trx) ? [] : recordsToLock(prior).filter((id) => !locked.has(id));
    if (unlocked.length === 0) return prior;
    await lockRecords(trx, unlocked);
    for (const id of unlocked) locked.add(id);
  }
}

type CheckTimes = Readonly<{ startedAt: Date; endedAt: Date }>;

async function loadPrior(trx: Trx, query: StoredQuery, { result, shownAtStart }: ReadEnd, times: CheckTimes) {
  const now = times.endedAt.toISOString();
  const watchQueries = await loadWatchQueries(trx, [query.id]);
  const steps = watchQueries
    // A paused watch does not begin a baseline.
    .filter((watchQuery) => watchQuery.isChecked || watchQuery.baselineStartedAt !== null)
    .map((watchQuery) => baselineStep(watchQuery, result.outcome, now));
  const memberships = await loadMembers(trx, query.id);
  const found = [...result.records.values()];
  const own = new Map(memberships.map((member) => [member.key, { ...member, id: member.recordId }]));
  const keys = found.map(({ record }) => ({ key: record.key, otherKey: otherKeyOf(record) }));
  const others = keys.filter(({ key }) => !own.has(key));
  const type = query.operation === 'pacer' ? 'docket' : 'design';
  const known: ReadonlyMap<string, KnownRecord> = new Map([...own, ...(await findKnown(trx, type, others))]);
  const shown = eachOnce(found, known);
  const shownKeys: ReadonlySet<string> = new Set(
    result.unchanged
      ? memberships.filter((member) => member.missed === 0).map((member) => member.key)
      : shown.map(({ record }) => known.get(record.key)?.key ?? record.key),
  );
  // Another check changed these records meanwhile. Their state here may be older, so the next check compares them.
  const isSuperseded = ({ key, shownHash, changedAt }: KnownRecord) => {
    const hashAtStart = shownAtStart.get(key);
    // What this query had not found before its check is known only by the time of its change.
    if (hashAtStart === undefined) return beganMeanwhile(changedAt, times.startedAt.toISOString(), times.endedAt);
    return hashAtStart !== shownHash;
  };
  const superseded = new Set([...known.values()].filter(isSuperseded).map(({ key }) => key));
  const watchIds = watchQueries.map(({ watchId }) => watchId);
  const members = await membersToday(trx, query, memberships, shownKeys, steps);
  return { watchQueries, watchIds, steps, shown, memberships, members, known, shownKeys, superseded };
}

/** If this is the first check of all its watches, the query forgets records that only earlier watches had. */
async function membersToday(
  trx: Trx,
  query: StoredQuery,
  memberships: readonly Member[],
  shownKeys: ReadonlySet<string>,
  steps: readonly BaselineStep[],
): Promise<readonly Member[]> {
  if (steps.some((step) => step.was !== 'first')) return memberships;
  const left = memberships.flatMap(({ key, recordId }) => (shownKeys.has(key) ? [] : [recordId]));
  if (left.length > 0) await deleteMembers(trx, query.id, left);
  return memberships.filter(({ key }) => shownKeys.has(key));
}

/** Merges a design that one result shows both with and without its ID. The record with the ID stays. */
function eachOnce(found: readonly FoundRecord[], known: ReadonlyMap<string, KnownRecord>): FoundRecord[] {
  const hasId = ({ record }: FoundRecord) => record.key !== otherKeyOf(record);
  const withId = Map.groupBy(found.filter(hasId), ({ record }) => otherKeyOf(record));
  const ordered = [...found.filter(hasId), ...found.filter((each) => !hasId(each))];
  const copies = Map.groupBy(ordered, ({ record: { key } }) => {
    const [same, another] = withId.get(key) ?? [];
    const only = another === undefined ? same?.record.key : undefined;
    return known.get(key)?.key ?? only ?? key;
  });
  return [...copies.values()].map((each) => each.reduce(betterCopy));
}

/** Records that another check may change at the same time: shown differently, shown first or again, or absent. */
function recordsToLock({ shown, known, memberships, shownKeys }: Prior): number[] {
  const own = memberships.filter((member) => !member.gone);
  const ownIds = new Set(own.map((member) => member.recordId));
  const absent = own.filter((member) => !shownKeys.has(member.key)).map((member) => member.recordId);
  const moved = shown.flatMap(({ record, shownHash }) => {
    const stored = known.get(record.key);
    return stored === undefined || (stored.shownHash === shownHash && ownIds.has(stored.id)) ? [] : [stored.id];
  });
  return [...moved, ...absent];
}

/** Only a complete check proves what was absent. */
export async function lastShown(trx: Trx, query: StoredQuery, result: SearchResult, { members }: Prior) {
  const last = result.unchanged ? undefined : await loadCheck(trx, query.lastCompleteCheck);
  const shownThen = members.filter((member) => member.missed === 0).map((member) => member.recordId);
  return { lastCheckedOn: last?.endedAt.slice(0, 10), shownThen: new Set(shownThen) };
}

/** After this number of partial first checks, the baseline is taken as it is. */
const baselineTriesAtMost = 3;

export interface BaselineStep {
  readonly watchQuery: WatchQuery;
  readonly was: 'complete' | 'first' | 'going-on';
  readonly lacking: boolean;
}

function baselineStep(watchQuery: WatchQuery, outcome: 'complete' | 'partial', now: string): BaselineStep {
  if (watchQuery.baselineAt !== null) return { watchQuery, was: 'complete', lacking: false };
  const tries = watchQuery.baselineTries + 1;
  const lacking = outcome === 'partial' && tries >= baselineTriesAtMost;
  return {
    was: watchQuery.baselineStartedAt === null ? 'first' : 'going-on',
    lacking,
    watchQuery: {
      ...watchQuery,
      baselineStartedAt: watchQuery.baselineStartedAt ?? now,
      baselineTries: tries,
      baselineAt: outcome === 'complete' || lacking ? now : null,
    },
  };
}

export interface Stored {
  readonly recordId: number;
  readonly key: string; // The stored key. It differs from the shown one if a design lost its ID.
  readonly record: BriefRecord; // The merged state, in brief; as shown if nothing changed.
  readonly changes: readonly ChangeDraft[];
  readonly shownHash: string;
  readonly outgrewWindow: boolean;
}

export interface CheckMoment {
  readonly checkId: number;
  readonly now: string;
  /** Day of the query's last complete check. `shownThen`: ids of the records that this check showed. */
  readonly lastCheckedOn: string | undefined;
  readonly shownThen: ReadonlySet<number>;
}

/** @param known by the shown key @param superseded stored keys of records that must not be changed */
export async function compareRecords(
  trx: Trx,
  moment: CheckMoment,
  shown: readonly FoundRecord[],
  known: ReadonlyMap<string, KnownRecord>,
  superseded: ReadonlySet<string>,
): Promise<Stored[]> {
  // An unchanged result shows no record.
  if (shown.length === 0) return [];
  const moved = shown.flatMap(({ record, shownHash }) => {
    const stored = known.get(record.key);
    return stored !== undefined && stored.shownHash !== shownHash && !superseded.has(stored.key) ? [stored.id] : [];
  });
  const stored = await loadRecords(trx, moved);
  const unknown = shown.filter(({ record }) => !known.has(record.key));
  const fresh = await storeNew(trx, moment, unknown);
  const changed: Comparison[] = [];
  const compared: Stored[] = [];
  for (const found of shown) {
    const { record, shownHash } = found;
    const knownRecord = known.get(record.key);
    const { id, key } = knownRecord ?? { id: fresh.get(record.key) ?? 0, key: record.key };
    const before = stored.get(id);
    if (before === undefined) {
      const same = { record: briefOf(record), changes: [], outgrewWindow: false };
      compared.push({ recordId: id, key, ...same, shownHash: knownRecord?.shownHash ?? shownHash });
      continue;
    }
    const comparison = { ...(await compare(trx, moment, before, found)), before, shownHash };
    changed.push(comparison);
    const { record: now, changes, outgrewWindow } = comparison;
    compared.push({ recordId: id, key, record: briefOf(now), changes, shownHash, outgrewWindow });
  }
  await store(trx, moment, changed);
  return compared;
}

async function storeNew(trx: Trx, { checkId, now }: CheckMoment, fresh: readonly FoundRecord[]) {
  const ids = await insertRecords(trx, fresh, now);
  const placed = fresh.map(({ record }, index) => ({ record, recordId: ids[index] ?? 0 }));
  const entries = placed.flatMap(({ record, recordId }) =>
    record.type === 'docket' ? (record.entries ?? []).map((entry, index) => ({ recordId, seq: index + 1, entry })) : [],
  );
  await insertEntries(trx, entries, checkId);
  return new Map(placed.map(({ record, recordId }) => [record.key, recordId]));
}

type Comparison = Awaited<ReturnType<typeof compare>> & { readonly before: StoredRecord; readonly shownHash: string };

async function store(trx: Trx, { checkId, now }: CheckMoment, changed: readonly Comparison[]): Promise<void> {
  const records = changed.map(({ before, record, shownHash }) => ({ ...before, record, shownHash }));
  await updateRecords(trx, records, now);
  const redrawn = changed.flatMap(({ before, record }) => (showsOthers(before.record, record) ? [before.id] : []));
  if (redrawn.length > 0) await notePicturesDue(trx, redrawn, now);
  const placed = (entries: 'newEntries' | 'entryUpdates') =>
    changed.flatMap((one) => one[entries].map((entry) => ({ recordId: one.before.id, ...entry })));
  await insertEntries(trx, placed('newEntries'), checkId);
  await updateEntries(trx, placed('entryUpdates'));
}

function showsOthers(before: SearchRecord, now: SearchRecord): boolean {
  if (before.type !== 'design' || now.type !== 'design') return false;
  const known = new Set(before.images?.map((image) => imagePathOf(image.url)));
  return now.images?.some((image) => !known.has(imagePathOf(image.url))) ?? false;
}

async function compare(trx: Trx, moment: CheckMoment, stored: StoredRecord, found: FoundRecord) {
  const [before, shown] = [stored.record, found.record];
  if (before.type === 'docket' && shown.type === 'docket') {
    const entries = await loadEntries(trx, stored.id);
    // If the last complete check did not show the docket, filings since its last change count as new.
    const seenThen = moment.shownThen.has(stored.id) ? moment.lastCheckedOn : undefined;
    const lastCheckedOn = seenThen ?? stored.changedAt.slice(0, 10);
    const { entriesUnreadable } = found;
    return compareDockets(before, shown, entries, { lastCheckedOn, entriesUnreadable });
  }
  const nothing = { outgrewWindow: false, newEntries: [], entryUpdates: [] };
  if (before.type === 'design' && shown.type === 'design') {
    return { ...compareDesigns(before, shown, { firstSeenOn: stored.firstSeenAt.slice(0, 10) }), ...nothing };
  }
  return { record: shown, changes: [], ...nothing };
}
