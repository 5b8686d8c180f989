import type { WatchConfig } from '../../config/config.ts';
import { idsOf } from '../../config/readWatches.ts';
import { loadUnchecked } from '../../schedule/holds/holdsTable.ts';
import {
  countFound,
  isSeenInPart,
  loadWatchedQueries,
  maybeUnwatched,
  type WatchedQuery,
} from '../../schedule/watchStatusQueries.ts';
import type { Db } from '../../store/store.ts';
import { watchFacts } from '../outbox/watchFacts.ts';
import type { Coverage, PausedWatch, Unwatched } from './content.ts';
import { findNeverFound } from './nearMisses.ts';

/** A check that is due is made within this time, unless no daemon makes checks. */
const graceMs = 3_600_000;

/** What the watches of a channel hold, and which of them were not checked: a digest says so, with or without news. */
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

/** Those of these watches that are paused. */
export async function findPaused(db: Db, watches: readonly WatchConfig[]): Promise<PausedWatch[]> {
  const unchecked = await loadUnchecked(db);
  return watches.flatMap((watch) => {
    const hold = unchecked.get(watch.id);
    if (hold === undefined) return [];
    const { beganAt, until, author, reason } = hold;
    return [{ watch: watchFacts(watch), since: beganAt, ...(until !== null && { until }), author, reason }];
  });
}

/** Those of these watches that were not checked although they are not paused. */
export async function findUnwatched(db: Db, watches: readonly WatchConfig[], now: Date): Promise<Unwatched[]> {
  const dueBefore = new Date(now.getTime() - graceMs).toISOString();
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

/** Of the searches of a watch that were not checked, the one whose last complete check is the oldest. */
function unwatchedSearch(queries: readonly WatchedQuery[], now: Date): Omit<Unwatched, 'watch'> | undefined {
  const blind = queries.filter(
    (query) => query.lastCompleteAt === null || query.blindSince !== null || isOverdue(query, now),
  );
  const [worst] = blind.sort((a, b) => ((a.lastCompleteAt ?? '') < (b.lastCompleteAt ?? '') ? -1 : 1));
  if (worst === undefined) return queries.length > 0 ? undefined : { since: now.toISOString() };
  const { lastOutcome, lastReason, lastCompleteAt, blindSince, nextDueAt } = worst;
  return {
    knownUntil: lastCompleteAt ?? undefined,
    since: blindSince ?? nextDueAt ?? now.toISOString(),
    reason: lastOutcome === null || lastOutcome === 'complete' ? undefined : (lastReason ?? lastOutcome),
    ...(isSeenInPart(queries.filter((query) => !isOverdue(query, now))) && { inPart: true }),
  };
}

function isOverdue({ nextDueAt }: WatchedQuery, now: Date): boolean {
  return nextDueAt !== null && Date.parse(nextDueAt) + graceMs < now.getTime();
}
