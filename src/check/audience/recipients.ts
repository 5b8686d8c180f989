import {
  addToAlert,
  channelsNotifiedOf,
  channelsNotifiedOfRecord,
  isDigestWaiting,
  joinWaitingAlert,
} from '../../alerts/outbox/addToAlertQueries.ts';
import { type BesideConfig, isSentAtOnce, mayAskToAct, whyLeftOut } from '../../alerts/outbox/watchFacts.ts';
import { afterQuietHours, groupUntil, whenDue } from '../../alerts/outbox/whenDue.ts';
import { daysAfter, daysAgo } from '../../base/time.ts';
import { type Config, tells, watchesById } from '../../config/config.ts';
import type { ChangeDraft } from '../../records/diff/change.ts';
import { foldText } from '../../records/diff/comparableEntry.ts';
import { casesOfChange, sameNewsOf } from '../../records/diff/litigation.ts';
import { type BriefRecord, briefOf } from '../../records/record.ts';
import { deferredBy, type Hold, uncheckedWatches } from '../../schedule/holds/holds.ts';
import { insertHeldChanges, listQuieted, runningHolds } from '../../schedule/holds/holdsTable.ts';
import { loadWatchSettings, type WatchSettings } from '../../schedule/watchesTable.ts';
import type { WatchBaseline } from '../../store/claims/queries.ts';
import type { StoredChange } from '../../store/snapshot/changesTable.ts';
import type { Member } from '../../store/snapshot/membershipsTable.ts';
import { findKnown, loadRecords } from '../../store/snapshot/recordsTable.ts';
import { noteFilteredOut, noteToAct } from '../../store/snapshot/storeChangesTable.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/compareRecords.ts';
import { ownNumbersOf } from '../likeness/looksTable.ts';

export type KnownWatches = ReadonlyMap<string, WatchSettings>;

export interface Recipient {
  readonly watchId: string;
  /** Start of the watch's first check. `joiningSince`: its day, until the baseline is complete. */
  readonly since: string;
  readonly joiningSince: string | undefined;
  /** When its baseline was complete. Until then, the start. */
  readonly knowsSince: string;
}

/** In days. US courts are behind UTC, so an evening filing has the date of the day before. */
const courtDayLag = 1;

export async function knownWatches(
  trx: Trx,
  { watches }: Pick<Config, 'watches'>,
  watchIds: readonly string[],
): Promise<KnownWatches> {
  const ours = watchesById(watches);
  const unknown = watchIds.filter((id) => !ours.has(id));
  return unknown.length === 0 ? ours : new Map([...ours, ...(await loadWatchSettings(trx, unknown))]);
}

export function recipientsBefore(steps: readonly BaselineStep[]): Recipient[] {
  return steps.flatMap(({ was, watchQuery }) =>
    was === 'first'
      ? []
      : recipientOf({ ...watchQuery, baselineAt: was === 'complete' ? watchQuery.baselineAt : null }),
  );
}

export function recipientOf({ watchId, baselineStartedAt: since, baselineAt }: Begun): Recipient[] {
  if (since === null) return [];
  const joiningSince = baselineAt === null ? since.slice(0, 10) : undefined;
  return [{ watchId, since, joiningSince, knowsSince: baselineAt ?? since }];
}

type Begun = Pick<WatchBaseline, 'watchId' | 'baselineStartedAt' | 'baselineAt'>;

/** During partial first checks, only records filed since the first one are new (docs/design.md, section 4). */
export function isNewReported(recipient: Recipient, filedOn: string): boolean {
  return recipient.joiningSince === undefined || isFiledSince(filedOn, recipient.joiningSince);
}

/** True if a record with this filing or registration day (ISO, '' if unknown) may be newer than `day`. */
export function isFiledSince(filedOn: string, day: string): boolean {
  return filedOn >= daysAfter(day, -courtDayLag);
}

/** False for a watch whose baseline was complete while the search did not show the record: to it, the record is new. */
export function knew({ knowsSince }: Recipient, { absentSince }: Pick<Member, 'absentSince'>): boolean {
  return absentSince === null || knowsSince <= absentSince;
}

export function isChangeReported(recipient: Recipient, change: ChangeDraft): boolean {
  if (recipient.joiningSince === undefined) return true;
  // Old entries that a partial first result lacked belong to the baseline.
  if (change.kind === 'entry.new') return isFiledSince(change.entry?.dateFiled ?? '', recipient.joiningSince);
  return change.kind !== 'entry.backfill';
}

export interface Report {
  readonly changeId: number;
  readonly recordId: number;
  readonly record: BriefRecord;
  readonly draft: ChangeDraft;
  readonly watchIds: readonly string[];
  /** True if other watches had the change before. Channels that already got it do not get it again. */
  readonly shared: boolean;
}

export type NewReport = Omit<Report, 'changeId' | 'shared'>;

export function reportedLater(change: StoredChange, watchIds: readonly string[]): Report {
  const { id: changeId, recordId, kind, fields, entry, entries, note, rule } = change;
  const draft = { kind, fields, entry, entries, note, rule };
  return { changeId, recordId, record: briefOf(change.record), draft, watchIds, shared: true };
}

type Pair = Readonly<{ change: Report; watch: WatchSettings; leftOut: string | undefined }>;

interface Route {
  readonly changeId: number;
  readonly watchId: string;
  readonly channel: string;
  readonly urgent: boolean;
  readonly hold: Hold | undefined;
}

/** @param dueSince the slot of the check that found the changes; undefined if it was not due */
export async function writeAlerts(
  trx: Trx,
  config: Config,
  watches: KnownWatches,
  changes: readonly Report[],
  now: Date,
  dueSince?: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const pairs = await pairsOf(trx, changes, watches);
  const leftOut = pairs.flatMap((pair) =>
    pair.leftOut === undefined ? [] : [{ ...idsOf(pair), filteredOut: pair.leftOut }],
  );
  await noteFilteredOut(trx, leftOut);
  await noteToAct(trx, pairs.filter(({ change, watch }) => mayAskToAct(watch, change)).map(idsOf));
  const holds = await runningHolds(trx);
  // Finds for a paused watch are kept until its hold ends.
  const unchecked = uncheckedWatches(holds);
  const kept = pairs.flatMap((pair) => {
    const hold = unchecked.get(pair.watch.id);
    return hold === undefined ? [] : [{ ...idsOf(pair), holdId: hold.id, channel: '' }];
  });
  await insertHeldChanges(trx, kept);
  const active = pairs.filter(({ watch }) => !unchecked.has(watch.id));
  const candidates = active.flatMap((pair) => routesOf(pair, holds, now));
  const routes = await withoutDocketNews(trx, active, candidates, now);
  const deferred = routes.flatMap(({ hold, ...route }) => (hold === undefined ? [] : [{ holdId: hold.id, ...route }]));
  await insertHeldChanges(trx, deferred);
  const reported = new Map<number, Set<string>>();
  for (const { changeId, shared } of changes)
    if (shared) reported.set(changeId, await channelsNotifiedOf(trx, changeId));
  const free = routes.filter((route) => route.hold === undefined);
  for (const [channel, toChannel] of Map.groupBy(free, (route) => route.channel)) {
    const hasIt = (route: Route) => reported.get(route.changeId)?.has(channel) ?? false;
    await joinWaitingAlert(trx, channel, toChannel.filter(hasIt));
    const missing = toChannel.filter((route) => !hasIt(route));
    await addRoutes(trx, config, channel, missing, { now, dueSince });
  }
}

async function pairsOf(trx: Trx, changes: readonly Report[], watches: KnownWatches): Promise<Pair[]> {
  const beside = await besideConfigs(trx, changes, watches);
  return changes.flatMap((change) =>
    change.watchIds.flatMap((watchId) => {
      const watch = watches.get(watchId);
      return watch === undefined ? [] : [{ change, watch, leftOut: whyLeftOut(watch, change, beside(watchId)) }];
    }),
  );
}

function idsOf({ change, watch }: Pair): { readonly changeId: number; readonly watchId: string } {
  return { changeId: change.changeId, watchId: watch.id };
}

function routesOf({ change, watch, leftOut }: Pair, holds: readonly Hold[], now: Date): Route[] {
  if (leftOut !== undefined || !tells(watch, change.draft.kind)) return [];
  const urgent = isSentAtOnce(watch, change);
  const ids = { changeId: change.changeId, watchId: watch.id };
  const hold = deferredBy(holds, { ...ids, recordId: change.recordId }, now);
  return watch.notify.map((channel) => ({ ...ids, channel, urgent, hold }));
}

type Beside = (watchId: string) => BesideConfig;

async function besideConfigs(trx: Trx, changes: readonly Report[], watches: KnownWatches): Promise<Beside> {
  const ids = new Set(changes.flatMap(({ watchIds }) => watchIds));
  const comparing = [...ids].filter((id) => watches.get(id)?.similarTo !== undefined);
  const portfolios = await ownNumbersOf(trx, comparing);
  const quieted = Map.groupBy(await listQuieted(trx), ({ watchId }) => watchId);
  return (id) => ({
    portfolio: portfolios.get(id) ?? [],
    quieted: new Set((quieted.get(id) ?? []).map(({ kind }) => kind)),
  });
}

async function withoutDocketNews(trx: Trx, pairs: readonly Pair[], routes: readonly Route[], now: Date) {
  let remaining = routes;
  const litigation = pairs.filter(({ change }) => change.draft.kind === 'design.litigation');
  for (const [change, some] of Map.groupBy(litigation, (pair) => pair.change)) {
    const notified = await channelsWithDocketNews(trx, change, now);
    if (notified.size === 0) continue;
    remaining = remaining.filter((route) => route.changeId !== change.changeId || !notified.has(route.channel));
    const reported = new Set(remaining.flatMap((route) => (route.changeId === change.changeId ? [route.watchId] : [])));
    const unreported = some.map(idsOf).filter(({ watchId }) => !reported.has(watchId));
    const noted = unreported.map((ids) => ({ ...ids, filteredOut: 'reported as news of the docket' }));
    await noteFilteredOut(trx, noted);
  }
  return remaining;
}

/** A change that is urgent for one watch is sent at once to the whole channel. Changes due together share an alert. */
async function addRoutes(trx: Trx, config: Config, channel: string, routes: readonly Route[], found: Found) {
  const { now } = found;
  const urgentIds = new Set(routes.filter((route) => route.urgent).map((route) => route.changeId));
  const isUrgent = (route: Route) => urgentIds.has(route.changeId);
  const soon = sending(config, channel, now, afterQuietHours);
  const usual = (await isForPastDigest(trx, config, channel, found)) ? soon : sending(config, channel, now);
  for (const [at, changes] of Map.groupBy(routes, (route) => (isUrgent(route) ? soon : usual).dueAt.getTime())) {
    const waits = config.channels[channel] !== undefined && !changes.some(isUrgent);
    const when = { ...usual, dueAt: new Date(at), groupUntil: waits ? usual.groupUntil : undefined };
    await addToAlert(trx, { ...when, kind: 'changes', changes });
  }
}

type Found = Readonly<{ now: Date; dueSince: Date | undefined }>;

/** True if the check fell due with a digest that is over: it had nothing to say, or waited an hour in vain. */
async function isForPastDigest(trx: Trx, config: Config, channel: string, { now, dueSince }: Found) {
  const known = config.channels[channel];
  if (known?.digest === undefined || dueSince === undefined) return false;
  return whenDue(known, new Date(dueSince.getTime() - 1)) <= now && !(await isDigestWaiting(trx, channel));
}

/** A channel that this config lacks is sent to at once, because only its own process knows its digest. */
export function sending(
  { channels, delivery }: Pick<Config, 'channels' | 'delivery'>,
  channel: string,
  now: Date,
  rule = whenDue,
) {
  const known = channels[channel];
  const dueAt = known === undefined ? now : rule(known, now);
  return { channel, createdAt: now, dueAt, groupUntil: groupUntil(delivery, now) };
}

/** News of a docket and of its design may come this far apart, depending on the schedules of their watches. */
const sameNewsWithinDays = 7;

/** Returns the channels that recently got the news of each case, if the stored dockets confirm the status. */
async function channelsWithDocketNews(trx: Trx, { recordId, draft }: Report, now: Date): Promise<ReadonlySet<string>> {
  const design = (await loadRecords(trx, [recordId])).get(recordId)?.record;
  const news = design?.type === 'design' ? casesOfChange(design, draft.fields) : undefined;
  if (news === undefined) return new Set();
  const keys = news.map((caseNews) => ({ key: caseNews.case.caseId }));
  const known = await findKnown(trx, 'docket', keys);
  const since = daysAgo(now, sameNewsWithinDays);
  const notified: ReadonlySet<string>[] = [];
  for (const caseNews of news) {
    const docket = known.get(caseNews.case.caseId);
    const record = docket && (await loadRecords(trx, [docket.id])).get(docket.id)?.record;
    if (record?.type !== 'docket' || foldText(record.status ?? '') !== foldText(caseNews.case.status)) return new Set();
    notified.push(await channelsNotifiedOfRecord(trx, docket?.id ?? 0, sameNewsOf(caseNews), since));
  }
  const [first = new Set<string>(), ...others] = notified;
  return new Set([...first].filter((channel) => others.every((channels) => channels.has(channel))));
}
