import {
  type AlertDraft,
  addToAlert,
  channelsNotifiedOf,
  channelsNotifiedOfRecord,
  joinWaitingAlert,
} from '../../alerts/outbox/addToAlertQueries.ts';
import { watchFacts } from '../../alerts/outbox/watchFacts.ts';
import { afterQuietHours, groupUntil, whenDue } from '../../alerts/outbox/whenDue.ts';
import { daysAgo } from '../../base/time.ts';
import type { ChannelConfig } from '../../config/channels/kinds.ts';
import type { Config, DeliveryConfig } from '../../config/config.ts';
import { ownNumbersOf } from '../../looks/ownDesignsTable.ts';
import { isAtOnce, prioritise } from '../../reading/changePriority.ts';
import { filteredOutBy } from '../../reading/entryPriority.ts';
import { readEntry } from '../../reading/readEntry.ts';
import { rightNumber } from '../../records/design.ts';
import { foldText } from '../../records/diff/comparableEntry.ts';
import { casesOfChange, sameNewsOf } from '../../records/diff/litigation.ts';
import type { BriefRecord } from '../../records/record.ts';
import { deferredBy, type Hold, quietPriorities, quietWords, uncheckedWatches } from '../../schedule/holds/holds.ts';
import { insertHeldChanges, listQuieted, runningHolds } from '../../schedule/holds/holdsTable.ts';
import type { WatchSettings } from '../../schedule/watchesTable.ts';
import { findKnown, loadRecords } from '../../store/snapshot/recordsTable.ts';
import { noteFilteredOut, noteToAct } from '../../store/snapshot/storeChangesTable.ts';
import type { Trx } from '../../store/store.ts';
import type { KnownWatches, Report } from './recipients.ts';

/** A change on its way to a channel, for one of its watches. */
export interface Route {
  readonly changeId: number;
  readonly watchId: string;
  readonly channel: string;
  readonly urgent: boolean;
  readonly hold: Hold | undefined;
}

function routeChanges(
  changes: readonly Report[],
  watches: KnownWatches,
  holds: readonly Hold[],
  now: Date,
  beside: Beside,
): Route[] {
  return changes.flatMap((change) =>
    change.watchIds.flatMap((watchId) => {
      const watch = watches.get(watchId);
      if (watch === undefined || (watch.tell !== undefined && !watch.tell.includes(change.draft.kind))) return [];
      if (whyFilteredOut(watch, change, beside(watchId)) !== undefined) return [];
      const urgent = watch.urgent === true && isReportedAtOnce(change, watch);
      const hold = deferredBy(holds, { recordId: change.recordId, watchId }, now);
      return watch.notify.map((channel) => ({ changeId: change.changeId, watchId, channel, urgent, hold }));
    }),
  );
}

/**
 * Why a watch leaves a change out. `report` is about entries alone, so the end of a case is never left out. Litigation
 * of a design is for the watches that ask for it, although the query of another watch may have found it.
 */
function whyFilteredOut(
  watch: WatchSettings,
  change: Report,
  { portfolio, quieted }: BesideConfig,
): string | undefined {
  const { report, tell, searches, similarTo } = watch;
  const { kind, entry } = change.draft;
  if (similarTo !== undefined && isOneOf([...(similarTo.registrations ?? []), ...portfolio], change.record))
    return "it is one of the watch's own";
  if (kind === 'design.litigation' && tell === undefined) {
    const asks = searches.some((search) => search.type === 'designs' && search.litigation);
    return asks ? undefined : 'the watch does not ask for litigation';
  }
  if (quieted.has(kind)) return quietReason(kind);
  const isEntry = entry !== undefined && (kind === 'entry.new' || kind === 'entry.updated');
  if (!isEntry || (report === undefined && quieted.size === 0)) return undefined;
  const reading = readEntry(entry.description, entry.dateFiled);
  const byPriority = quietByPriority(watch, change, quieted);
  if (byPriority !== undefined) return quietReason(byPriority);
  return quieted.has(reading.type) ? quietReason(reading.type) : filteredOutBy(report, reading);
}

function quietReason(kind: string): string {
  return `stopped on the page: ${quietWords(kind)}`;
}

/** `important` of the watch beats what was quieted. */
function quietByPriority(watch: WatchSettings, change: Report, quieted: ReadonlySet<string>) {
  if (!quietPriorities.some((kind) => quieted.has(kind))) return undefined;
  const { priority } = prioritisedFor(change, watch);
  if (priority === 'routine' && quieted.has('routine')) return 'routine';
  return priority !== 'act' && quieted.has('read') ? 'read' : undefined;
}

function prioritisedFor({ draft, record }: Report, watch: WatchSettings) {
  return prioritise({ ...draft, record, watches: [watch.id] }, [watchFacts(watch)]);
}

function isOneOf(numbers: readonly string[], record: BriefRecord): boolean {
  const number = record.type === 'design' ? record.registrationNumber : undefined;
  return number !== undefined && numbers.some((own) => rightNumber(own) === rightNumber(number));
}

interface BesideConfig {
  readonly portfolio: readonly string[];
  readonly quieted: ReadonlySet<string>;
}

type Beside = (watchId: string) => BesideConfig;

async function besideConfigs(trx: Trx, changes: readonly Report[], watches: KnownWatches): Promise<Beside> {
  const ids = new Set(changes.flatMap(({ watchIds }) => watchIds));
  const portfolios = await ownNumbersOf(
    trx,
    [...ids].filter((id) => watches.get(id)?.similarTo !== undefined),
  );
  const quieted = Map.groupBy(await listQuieted(trx), ({ watchId }) => watchId);
  return (id) => ({
    portfolio: portfolios.get(id) ?? [],
    quieted: new Set((quieted.get(id) ?? []).map(({ kind }) => kind)),
  });
}

/** So that what was left out can be counted, listed and explained. */
async function noteFiltered(
  trx: Trx,
  changes: readonly Report[],
  watches: KnownWatches,
  beside: Beside,
): Promise<void> {
  const filtered = changes.flatMap((change) =>
    change.watchIds.flatMap((watchId) => {
      const watch = watches.get(watchId);
      const reason = watch && whyFilteredOut(watch, change, beside(watchId));
      return reason === undefined ? [] : [{ changeId: change.changeId, watchId, reason }];
    }),
  );
  if (filtered.length > 0) await noteFilteredOut(trx, filtered);
}

/** How alike a new design is to one's own is known only later, so each of a watch that compares them may. */
function mayAsk(change: Report, watch: WatchSettings): boolean {
  const isCompared = change.draft.kind === 'design.new' || change.draft.kind === 'design.alike';
  return (isCompared && watch.similarTo !== undefined) || prioritisedFor(change, watch).priority === 'act';
}

async function noteWhatMayAsk(trx: Trx, changes: readonly Report[], watches: KnownWatches): Promise<void> {
  const asking = changes.flatMap((change) =>
    change.watchIds.flatMap((watchId) => {
      const watch = watches.get(watchId);
      return watch !== undefined && mayAsk(change, watch) ? [{ changeId: change.changeId, watchId }] : [];
    }),
  );
  await noteToAct(trx, asking);
}

function isReportedAtOnce(change: Report, watch: WatchSettings): boolean {
  return isAtOnce(change.draft, prioritisedFor(change, watch));
}

/** Writes one alert per channel into the outbox. What is held waits until its hold ends. */
export async function writeAlerts(
  trx: Trx,
  config: Config,
  watches: KnownWatches,
  changes: readonly Report[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const beside = await besideConfigs(trx, changes, watches);
  await noteFiltered(trx, changes, watches, beside);
  await noteWhatMayAsk(trx, changes, watches);
  const holds = await runningHolds(trx);
  const active = await withoutUnchecked(trx, changes, holds);
  const candidates = routeChanges(active, watches, holds, now, beside);
  const routes = await withoutDocketNews(trx, active, candidates, now);
  const deferred = routes.flatMap(({ hold, ...route }) => (hold === undefined ? [] : [{ holdId: hold.id, ...route }]));
  await insertHeldChanges(trx, deferred);
  const reported = await alreadyReported(trx, active);
  const free = routes.filter((route) => route.hold === undefined);
  for (const [name, toChannel] of Map.groupBy(free, (route) => route.channel)) {
    const channel = config.channels[name];
    const hasIt = (route: Route) => reported.get(route.changeId)?.has(name) ?? false;
    await joinWaitingAlert(trx, name, toChannel.filter(hasIt));
    const missing = toChannel.filter((route) => !hasIt(route));
    if (channel !== undefined) await addRoutes(trx, channel, config.delivery, missing, now);
    // A channel of another process's config: only that process knows its digest.
    else await addAlert(trx, name, missing, { createdAt: now, dueAt: now });
  }
}

/** What was found for watches that are not to be checked now is kept until their holds end. */
async function withoutUnchecked(
  trx: Trx,
  changes: readonly Report[],
  holds: readonly Hold[],
): Promise<readonly Report[]> {
  const unchecked = uncheckedWatches(holds);
  if (unchecked.size === 0) return changes;
  const kept = changes.flatMap(({ changeId, watchIds }) =>
    watchIds.flatMap((watchId) => {
      const hold = unchecked.get(watchId);
      return hold === undefined ? [] : [{ holdId: hold.id, changeId, watchId, channel: '' }];
    }),
  );
  await insertHeldChanges(trx, kept);
  return changes.map((change) => ({ ...change, watchIds: change.watchIds.filter((id) => !unchecked.has(id)) }));
}

/** A channel that knows the litigation of a design from the docket does not get the same news twice. */
async function withoutDocketNews(
  trx: Trx,
  changes: readonly Report[],
  routes: readonly Route[],
  now: Date,
): Promise<readonly Route[]> {
  let remaining = routes;
  for (const change of changes.filter(({ draft }) => draft.kind === 'design.litigation')) {
    const notified = await channelsWithDocketNews(trx, change, now);
    remaining = remaining.filter((route) => route.changeId !== change.changeId || !notified.has(route.channel));
    const { changeId, watchIds } = change;
    const isReported = (watchId: string) =>
      remaining.some((route) => route.changeId === changeId && route.watchId === watchId);
    const unreported = notified.size > 0 ? watchIds.filter((watchId) => !isReported(watchId)) : [];
    const reason = 'reported as news of the docket';
    await noteFilteredOut(
      trx,
      unreported.map((watchId) => ({ changeId, watchId, reason })),
    );
  }
  return remaining;
}

async function alreadyReported(trx: Trx, changes: readonly Report[]): Promise<Map<number, Set<string>>> {
  const reported = new Map<number, Set<string>>();
  for (const { changeId, shared } of changes)
    if (shared) reported.set(changeId, await channelsNotifiedOf(trx, changeId));
  return reported;
}

/**
 * A change that is urgent for one watch is sent at once for all watches of the channel. Changes that are due together
 * share one alert, which waits for the other checks of the same moment unless one of its changes is urgent.
 */
async function addRoutes(
  trx: Trx,
  channel: ChannelConfig,
  delivery: DeliveryConfig,
  routes: readonly Route[],
  now: Date,
): Promise<void> {
  const urgentIds = new Set(routes.filter((route) => route.urgent).map((route) => route.changeId));
  const isUrgent = (route: Route) => urgentIds.has(route.changeId);
  const urgentAt = afterQuietHours(channel, now).getTime();
  const usualAt = whenDue(channel, now).getTime();
  for (const [dueAt, changes] of Map.groupBy(routes, (route) => (isUrgent(route) ? urgentAt : usualAt))) {
    const until = changes.some(isUrgent) ? undefined : groupUntil(delivery, now);
    await addAlert(trx, channel.name, changes, { createdAt: now, dueAt: new Date(dueAt), groupUntil: until });
  }
}

async function addAlert(
  trx: Trx,
  channel: string,
  changes: readonly Route[],
  when: Pick<AlertDraft, 'createdAt' | 'dueAt' | 'groupUntil'>,
): Promise<void> {
  if (changes.length > 0) await addToAlert(trx, { channel, kind: 'changes', changes, ...when });
}

/** How far apart the news of a docket and of its design may come: it depends on the schedules of their watches. */
const sameNewsWithinDays = 7;

/** The channels that were notified of each of its cases in the last days, where the stored docket has that status. */
async function channelsWithDocketNews(trx: Trx, { recordId, draft }: Report, now: Date): Promise<ReadonlySet<string>> {
  const design = (await loadRecords(trx, [recordId])).get(recordId)?.record;
  const news = design?.type === 'design' ? casesOfChange(design, draft.fields) : undefined;
  if (news === undefined) return new Set();
  const known = await findKnown(
    trx,
    'docket',
    news.map((caseNews) => ({ key: caseNews.case.caseId })),
  );
  const since = daysAgo(now, sameNewsWithinDays);
  const notified: ReadonlySet<string>[] = [];
  for (const caseNews of news) {
    const docket = [...known.values()].find(({ key }) => key === caseNews.case.caseId);
    const record = docket && (await loadRecords(trx, [docket.id])).get(docket.id)?.record;
    if (record?.type !== 'docket' || foldText(record.status ?? '') !== foldText(caseNews.case.status)) return new Set();
    notified.push(await channelsNotifiedOfRecord(trx, docket?.id ?? 0, sameNewsOf(caseNews), since));
  }
  const [first = new Set<string>(), ...others] = notified;
  return new Set([...first].filter((channel) => others.every((channels) => channels.has(channel))));
}
