import type {
  Announcement,
  BaselineMore,
  BaselinePart,
  CheckFacts,
  FoundAtBaseline,
  LeftOutAtBaseline,
  WatchFacts,
} from '../../alerts/message/facts.ts';
import { addToAlert } from '../../alerts/outbox/addToAlertQueries.ts';
import { watchFacts } from '../../alerts/outbox/watchFacts.ts';
import { afterQuietHours } from '../../alerts/outbox/whenDue.ts';
import { discreetName } from '../../base/words/watchWords.ts';
import {
  type Config,
  type DesignSearch,
  type DocketSearch,
  filtersHits,
  openName,
  type WatchConfig,
  whyFiltered,
} from '../../config/config.ts';
import { describeWatch, queryOf, whyWatchFindsNothing } from '../../config/searchWords.ts';
import { courtPage, shortCourt } from '../../records/courts.ts';
import { foldText } from '../../records/diff/comparableEntry.ts';
import { headedBy, matchedHolder } from '../../records/diff/searchMatch.ts';
import { filedOn, recordLabel, recordTitle, type SearchRecord } from '../../records/record.ts';
import { lockWatches, type WatchSettings } from '../../schedule/watchesTable.ts';
import type { WatchQueryStatus } from '../../schedule/watchStatusQueries.ts';
import { loadQueriesOfWatch, noteAnnounced, type WatchQuery } from '../../store/claims/queries.ts';
import { countEntries } from '../../store/snapshot/entriesTable.ts';
import { leftOutOf, leftOutOfQuery, loadMembers } from '../../store/snapshot/membershipsTable.ts';
import { loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Trx } from '../../store/store.ts';
import type { BaselineStep } from '../compare/compareRecords.ts';
import { type KnownWatches, sending } from './recipients.ts';

export async function announceBaselines(
  trx: Trx,
  config: Config,
  watches: KnownWatches,
  steps: readonly BaselineStep[],
  check: CheckFacts,
): Promise<void> {
  // Only a complete check, or the last partial one that completes a baseline, announces what is known.
  const known = steps.filter(({ lacking, watchQuery: { isAnnounced, baselineAt } }) => {
    return !isAnnounced && baselineAt !== null && (lacking || check.outcome === 'complete');
  });
  if (known.length === 0) return;
  const ids = known.map(({ watchQuery }) => watchQuery.watchId);
  // If two queries of a watch complete their baselines at the same time, the later transaction sees both.
  await lockWatches(trx, ids);
  for (const id of ids) {
    const watch = watches.get(id);
    const watchQueries = await loadQueriesOfWatch(trx, id);
    if (watch === undefined || watchQueries.some((each) => each.baselineAt === null)) continue;
    await noteAnnounced(trx, watch.id);
    if (!watch.announce) continue;
    const queryIds = watchQueries.map((each) => each.queryId);
    const finds = await baselineFinds(trx, watch.id, queryIds);
    const announcement = { ...announcementOf(watch, check, finds), ...nothingFor(watch, check, watchQueries, finds) };
    // A watch that cannot find anything would stay silent forever, so the operators are notified too.
    const operators = announcement.records > 0 ? [] : config.operators.filter((name) => !watch.notify.includes(name));
    for (const channel of watch.notify) await addAnnouncement(trx, config, channel, announcement);
    for (const channel of operators) await addAnnouncement(trx, config, channel, forOperators(announcement));
  }
}

async function addAnnouncement(trx: Trx, config: Config, channel: string, announcement: Announcement): Promise<void> {
  await addToAlert(trx, {
    // Sent without waiting for a digest, since a baseline is no news, but after quiet hours.
    ...sending(config, channel, new Date(announcement.check.endedAt), afterQuietHours),
    kind: 'baseline',
    changes: [],
    payload: [announcement],
    joinsAny: true,
    mergePayload: (before) => withOne(before as readonly BaselinePart[], announcement),
  });
}

function forOperators(announcement: Announcement): Announcement {
  const { watch } = announcement;
  if (!watch.confidential) return { ...announcement, operators: true };
  return {
    ...announcement,
    operators: true,
    advice: [],
    nothingFor: [],
    watch: { ...watch, name: discreetName([watch]), asks: '' },
  };
}

/** Values of a watch's lists that found nothing while others found something. Readers would not notice these. */
function nothingFor(
  watch: WatchSettings,
  { endedAt, outcome }: CheckFacts,
  queries: readonly WatchQuery[],
  finds: BaselineFinds,
): Pick<Announcement, 'nothingFor'> {
  // Only a complete check proves that there is nothing.
  if (finds.count === 0 || outcome !== 'complete') return {};
  const status = queries.map(({ queryId }): Finds => {
    const found = { everCounted: finds.finding.has(queryId), filteredOut: 0 };
    return { watchId: watch.id, queryId, baselineAt: endedAt, lastCompleteAt: endedAt, ...found };
  });
  const silent = silencesOf([watch], status).filter((silence) => silence.isPart);
  return silent.length === 0 ? {} : { nothingFor: silent.map(({ asks, advice }) => ({ asks, advice })) };
}

function announcementOf(watch: WatchSettings, check: CheckFacts, finds: BaselineFinds): Announcement {
  const records = finds.counting;
  const advice = whyWatchFindsNothing(watch);
  const facts = watchFacts(watch);
  return {
    ...(records === 0 && { advice }),
    watch: facts,
    check,
    records,
    entries: finds.entries,
    filteredOut: finds.count - finds.counting,
    ...(filtersHits(watch) && { whyFiltered: whyFiltered(watch) }),
    // With a court filter, only the court may differ, so names would explain nothing.
    ...(watch.wholeWord && watch.courts === undefined && { leftOut: leftOutFinds(finds, facts) }),
    examples: listedFinds(finds, facts),
  };
}

const mostListed = 20;
/** Further watches are only counted, so that an alert of 10,000 baselines stays readable. */
const mostNamed = 100;
const mostSilentNamed = 50;

/** Replaces what an earlier query of the watch found, as a watch may be corrected before the message goes out. */
function withOne(parts: readonly BaselinePart[], one: Announcement): readonly BaselinePart[] {
  const named = parts.filter((part) => !('more' in part) && part.watch.id !== one.watch.id);
  const others = parts.filter((part) => 'more' in part);
  if (named.length < mostListed) return [...named, one, ...others];
  if (named.length < mostNamed)
    return [...named, { ...one, examples: one.examples.slice(0, 1), leftOut: [] }, ...others];
  const [last] = others;
  const more =
    last !== undefined && 'more' in last ? last.more : { watches: 0, records: 0, foundNothing: 0, silent: [] };
  const isSilent = one.records === 0 && one.check.outcome === 'complete';
  const name = one.watch.confidential ? openName(one.watch) : one.watch.name;
  const grown: BaselineMore = {
    watches: more.watches + 1,
    records: more.records + one.records,
    foundNothing: more.foundNothing + Number(isSilent),
    silent: isSilent && more.silent.length < mostSilentNamed ? [...more.silent, name] : more.silent,
  };
  return [...named, { more: grown }];
}

type BaselineFinds = Awaited<ReturnType<typeof baselineFinds>>;

const readAtMost = 500;
const listedAtMost = 50;
const leftOutAtMost = 10;

async function baselineFinds(trx: Trx, watchId: string, queryIds: readonly string[]) {
  const members: { readonly recordId: number; readonly queryId: string; readonly counts: boolean }[] = [];
  for (const queryId of queryIds) {
    const own = (await loadMembers(trx, queryId)).filter((member) => member.missed === 0);
    const isLeftOut = leftOutOf(await leftOutOfQuery(trx, queryId));
    const found = own.map(({ recordId }) => ({ recordId, queryId, watchId }));
    members.push(...found.map((one) => ({ ...one, counts: !isLeftOut(one) })));
  }
  const counting = members.filter((member) => member.counts);
  const found = [...new Map([...members, ...counting].map((member) => [member.recordId, member])).values()];
  const ids = found.map((member) => member.recordId);
  const stored = await loadRecords(trx, ids.slice(0, readAtMost));
  const records = found.flatMap(({ recordId, counts }) => {
    const record = stored.get(recordId)?.record;
    return record === undefined ? [] : [{ record, counts }];
  });
  return {
    /** At most 500, newest first. Records of one day stay in the order in which they were found. */
    records: records.sort((a, b) => filedOn(b.record).localeCompare(filedOn(a.record))),
    count: found.length,
    counting: found.filter((member) => member.counts).length,
    entries: await countEntries(trx, ids),
    finding: new Set(counting.map((member) => member.queryId)),
  };
}

function listedFinds(finds: BaselineFinds, watch: WatchFacts): FoundAtBaseline[] {
  const listed = finds.records.filter((found) => found.counts).slice(0, listedAtMost);
  return listed.map(({ record }) => {
    const matched = matchedHolder(record, [watch]);
    // Watches that ask for different holders give a design one name if the name has room for the holder.
    const isNamed = matched !== undefined && recordTitle(record).includes(matched.name);
    return foundOf(isNamed ? record : headedBy(record, matched));
  });
}

function foundOf(record: SearchRecord): FoundAtBaseline {
  const { type, key } = record;
  const found = { type, key, label: recordLabel(record), title: recordTitle(record), filed: filedOn(record) };
  if (record.type === 'design') return { ...found, place: record.source, status: record.status, url: record.detailUrl };
  const { courtId, court, status, dateTerminated } = record;
  return { ...found, place: shortCourt(courtId, court), status, ended: dateTerminated, url: courtPage(record) };
}

/** Returns what the whole-word rule excluded, each with the name that contains the searched one. */
function leftOutFinds({ records }: BaselineFinds, { asksFor = [] }: WatchFacts): LeftOutAtBaseline[] {
  const leftOut = records.filter((found) => !found.counts).slice(0, leftOutAtMost);
  return leftOut.flatMap(({ record }) => {
    const names = (record.type === 'docket' ? record.parties : record.holders) ?? [];
    const pairs = asksFor.flatMap((asked) => names.map((name) => ({ asked, name })));
    const match = pairs.find(({ asked, name }) => foldText(name).includes(foldText(asked)));
    return match === undefined ? [] : [{ label: recordLabel(record), ...match }];
  });
}

type Search = DocketSearch | DesignSearch;

type Finds = Pick<
  WatchQueryStatus,
  'watchId' | 'queryId' | 'baselineAt' | 'lastCompleteAt' | 'everCounted' | 'filteredOut'
>;

type Asking = Pick<WatchConfig, 'id' | 'searches' | 'courts' | 'wholeWord'>;

/** A search of a watch, or one value of its list (`isPart`), that never found a record. */
export type Silence = ReturnType<typeof silencesOf>[number];

export function silencesOf(watches: readonly Asking[], status: readonly Finds[]) {
  const byWatch = Map.groupBy(status, (finds) => finds.watchId);
  return watches.flatMap((watch) => silencesOfWatch(watch, byWatch.get(watch.id) ?? []));
}

function silencesOfWatch(watch: Asking, status: readonly Finds[]) {
  const byQuery = new Map(status.map((finds) => [finds.queryId, finds]));
  const silent = watch.searches.flatMap((search) => {
    const own = byQuery.get(queryOf(search).id);
    // Only a complete check proves that there is nothing, and a baseline may come from partial checks.
    if (own === undefined || own.baselineAt === null || own.lastCompleteAt === null) return [];
    if (own.everCounted) return [];
    return [{ search, since: own.baselineAt, filteredOut: own.filteredOut }];
  });
  const silenceOf = (found: typeof silent, isPart: boolean) => {
    const searches = found.map(({ search }) => search);
    const [first] = found.map(({ since }) => since).sort();
    if (first === undefined) return [];
    const part = { ...watch, searches };
    const filteredOut = found.reduce((sum, search) => sum + search.filteredOut, 0);
    const words = { asks: describeWatch(part), advice: whyWatchFindsNothing(part) };
    return [{ watchId: watch.id, isPart, searches, since: first, filteredOut, ...words }];
  };
  if (silent.length === watch.searches.length) return silenceOf(silent, false);
  const silentSearches = new Set(silent.map(({ search }) => search));
  return silentValues(watch.searches, silentSearches).flatMap((searches) => {
    const part = silent.filter(({ search }) => searches.includes(search));
    return silenceOf(part, true);
  });
}

/** A register or class without a hit is normal. A number or name without one is a typo, or has no case yet. */
// biome-ignore format: a list of words
const identifyingFields = [
  'patentNumber', 'companyName', 'caseNumber', 'holder', 'registrationNumber', 'id', 'idPrefix',
] as const;

function silentValues(searches: readonly Search[], silent: ReadonlySet<Search>): Search[][] {
  return identifyingFields.flatMap((field) => {
    const byValue = Map.groupBy(searches, (search) => (search as Partial<Record<typeof field, string>>)[field] ?? '');
    if (byValue.size < 2) return [];
    return [...byValue.values()].filter((group) => group.every((search) => silent.has(search)));
  });
}
