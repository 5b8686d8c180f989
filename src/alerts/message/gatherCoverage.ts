import { counted, listed } from '../../base/words/sentence.ts';
import { type DesignSearch, type DocketSearch, idsOf, type WatchConfig } from '../../config/config.ts';
import { shortCourt } from '../../records/courts.ts';
import type { Design } from '../../records/design.ts';
import { companyWords } from '../../records/diff/searchMatch.ts';
import { type Docket, isSameDocketNumber } from '../../records/docket.ts';
import type { SearchRecord } from '../../records/record.ts';
import { loadUnchecked } from '../../schedule/holds/holdsTable.ts';
import { isOverdue, overdueAfterMs } from '../../schedule/nextDue.ts';
import {
  countFound,
  isSeenInPart,
  loadWatchedQueries,
  maybeUnwatched,
  neverFoundRows,
  type WatchedQuery,
} from '../../schedule/watchStatusQueries.ts';
import { recordIdsWith } from '../../store/find/searchStoredQueries.ts';
import { loadFoundBy } from '../../store/snapshot/membershipsTable.ts';
import { everyRecord, loadRecords } from '../../store/snapshot/recordsTable.ts';
import type { Db } from '../../store/store.ts';
import { watchFacts } from '../outbox/watchFacts.ts';
import type { Coverage, NeverFound, PausedWatch, Unwatched } from './facts.ts';

export async function gatherCoverage(db: Db, watches: readonly WatchConfig[], now: Date): Promise<Coverage> {
  const ids = idsOf(watches);
  const unwatched = await findUnwatched(db, watches, now);
  const paused = await findPaused(db, watches);
  const neverFound = await findNeverFound(db, watches);
  return {
    watches: watches.length,
    ...(await countFound(db, ids)),
    unwatched,
    ...(paused.length > 0 && { paused }),
    ...(neverFound.length > 0 && { neverFound }),
  };
}

export async function findPaused(db: Db, watches: readonly WatchConfig[]): Promise<PausedWatch[]> {
  const unchecked = await loadUnchecked(db);
  return watches.flatMap((watch) => {
    const hold = unchecked.get(watch.id);
    if (hold === undefined) return [];
    const { beganAt, until, author, reason } = hold;
    return [{ watch: watchFacts(watch), since: beganAt, ...(until !== null && { until }), author, reason }];
  });
}

export async function findUnwatched(db: Db, watches: readonly WatchConfig[], now: Date): Promise<Unwatched[]> {
  const dueBefore = new Date(now.getTime() - overdueAfterMs).toISOString();
  const maybe = await maybeUnwatched(db, idsOf(watches), dueBefore);
  const suspects = watches.filter(({ id }) => maybe.has(id));
  if (suspects.length === 0) return [];
  const ids = suspects.map((watch) => watch.id);
  const queries = Map.groupBy(await loadWatchedQueries(db, ids), (query) => query.watchId);
  const unchecked = await loadUnchecked(db);
  return suspects.flatMap((watch) => {
    if (unchecked.has(watch.id)) return [];
    const blind = unwatchedSearch(queries.get(watch.id) ?? [], now);
    return blind === undefined ? [] : [{ ...blind, watch: watchFacts(watch) }];
  });
}

function unwatchedSearch(queries: readonly WatchedQuery[], now: Date): Omit<Unwatched, 'watch'> | undefined {
  const blind = queries.filter(
    (query) => query.lastCompleteAt === null || query.blindSince !== null || isOverdue(query, now),
  );
  const [worst] = blind.sort((a, b) => ((a.lastCompleteAt ?? '') < (b.lastCompleteAt ?? '') ? -1 : 1));
  if (worst === undefined) return queries.length > 0 ? undefined : { since: now.toISOString() };
  const { lastOutcome, lastCause, lastReason, lastCompleteAt, blindSince, nextDueAt } = worst;
  return {
    knownUntil: lastCompleteAt ?? undefined,
    since: blindSince ?? nextDueAt ?? now.toISOString(),
    ...(lastOutcome !== null && lastOutcome !== 'complete' && { cause: lastCause, reason: lastReason ?? lastOutcome }),
    ...(isSeenInPart(queries.filter((query) => !isOverdue(query, now))) && { inPart: true }),
  };
}

/** True until the first check is overdue. The store learns of a watch soon after it is saved. @param savedAt ISO */
export function isWaiting({ knownUntil, cause, since }: Unwatched, now: Date, savedAt = ''): boolean {
  const dueAt = since === now.toISOString() ? savedAt : since;
  return knownUntil === undefined && cause === undefined && Date.parse(dueAt) + overdueAfterMs > now.getTime();
}

type Search = DocketSearch | DesignSearch;

/** The most records read from a large store, because a person waits for the result. */
const mostRead = 100_000;
const mostNamed = 3;
const mostRanked = 200;

export async function nearMisses(db: Db, searches: readonly Search[]): Promise<Map<Search, string>> {
  if (searches.length === 0) return new Map();
  const found = new Map(searches.map((search) => [search, new Map<string, number>()]));
  let read = 0;
  for await (const { record } of everyRecord(db)) {
    read += 1;
    if (read > mostRead) break;
    for (const [search, names] of found) countMeant(search, record, names);
  }
  return new Map(
    [...found].flatMap(([search, names]) => (names.size === 0 ? [] : [[search, nearWords(search, names)] as const])),
  );
}

/** Looks up one search in the text index, only among records of these watches, because readers may see no others. */
async function nearMissFound(db: Db, search: Search, holders: ReadonlySet<string>) {
  const type = search.type === 'dockets' ? 'docket' : 'design';
  const { companyName = '', caseNumber = '' } = search.type === 'dockets' ? search : {};
  const name = companyWords(search.type === 'designs' ? (search.holder ?? '') : companyName).join(' ');
  const names = new Map<string, number>();
  for (const text of [name, caseNumber].filter(Boolean)) {
    const found = await recordIdsWith(db, text, type, mostRanked);
    const held = (await loadFoundBy(db, found)).filter(
      ({ watchId, isLeftOut, goneCheck }) => holders.has(watchId) && goneCheck === null && !isLeftOut,
    );
    const ids = [...new Set(held.map(({ recordId }) => recordId))];
    for (const { record } of (await loadRecords(db, ids)).values()) countMeant(search, record, names);
  }
  return names.size === 0 ? undefined : nearWords(search, names);
}

function countMeant(search: Search, record: SearchRecord, names: Map<string, number>): void {
  for (const name of new Set(meantBy(search, record))) names.set(name, (names.get(name) ?? 0) + 1);
}

function nearWords(search: Search, names: ReadonlyMap<string, number>): string {
  const noun = search.type === 'dockets' ? 'case' : 'design';
  const most = [...names].sort(([, a], [, b]) => b - a).slice(0, mostNamed);
  return `Did you mean: ${listed(most.map(([name, count]) => `${name} (${counted(count, noun)})`))}.`;
}

function meantBy(search: Search, record: SearchRecord): string[] {
  if (search.type === 'dockets') return record.type === 'docket' ? meantDockets(search, record) : [];
  return record.type === 'design' && record.source === search.source ? meantHolders(search.holder, record) : [];
}

function meantDockets({ companyName, caseNumber, patentNumber }: DocketSearch, docket: Docket): string[] {
  const { docketNumber = '', courtId, court } = docket;
  const isCase = caseNumber !== undefined && isSameDocketNumber(docketNumber, caseNumber);
  const wanted = nameOf(companyName);
  return [
    ...(isCase ? [[docketNumber, shortCourt(courtId, court)].filter(Boolean).join(', ')] : []),
    ...(docket.parties ?? []).filter((party) => wanted !== '' && nameOf(party).startsWith(wanted)),
    ...(docket.patentNumbers ?? []).filter((number) => isOneSlip(bare(number), bare(patentNumber))),
  ];
}

function meantHolders(holder: string | undefined, design: Design): string[] {
  const wanted = nameOf(holder);
  return (design.holders ?? []).filter((name) => wanted !== '' && nameOf(name).includes(wanted));
}

function nameOf(name = ''): string {
  return companyWords(name)
    .join(' ')
    .replace(/^the /, '')
    .replaceAll(/([aou])e/g, '$1');
}

const bare = (number = ''): string => number.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();

function isOneSlip(one: string, other: string): boolean {
  if (one === other || one.length !== other.length || one.length < 6) return false;
  const differ = [...one].flatMap((digit, index) => (digit === other[index] ? [] : [index]));
  const [first = 0, second = 0] = differ;
  const isSwap = second === first + 1 && one[first] === other[second] && one[second] === other[first];
  return differ.length === 1 || (differ.length === 2 && isSwap);
}

const mostExplained = 3;

/** Returns watches that never found anything, with similar stored names. Names of confidential watches are left out. */
export async function findNeverFound(db: Db, watches: readonly WatchConfig[]): Promise<NeverFound[]> {
  const rows = new Map((await neverFoundRows(db)).map((row) => [row.watchId, row]));
  if (rows.size === 0) return [];
  const unchecked = await loadUnchecked(db);
  const holders = new Set(idsOf(watches.filter((watch) => !watch.confidential)));
  const found: NeverFound[] = [];
  for (const watch of watches) {
    const row = rows.get(watch.id);
    if (row === undefined || unchecked.has(watch.id)) continue;
    const near = found.length < mostExplained && holders.has(watch.id) ? await nearOf(db, watch, holders) : undefined;
    found.push({ watch: watchFacts(watch), since: row.since, ...(near !== undefined && { near }) });
  }
  return found;
}

async function nearOf(db: Db, { searches }: WatchConfig, holders: ReadonlySet<string>) {
  for (const search of searches.slice(0, mostExplained)) {
    const near = await nearMissFound(db, search, holders);
    if (near !== undefined) return near;
  }
  return undefined;
}
