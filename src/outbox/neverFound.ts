import type { WatchConfig } from '../config/config.ts';
import { filtersHits } from '../config/config.ts';
import type { Db } from '../database/store.ts';
import { loadUnchecked } from '../holds/holdsTable.ts';
import type { NeverFound } from '../message/content.ts';
import { neverFoundRows } from '../snapshot/blindSearchesQueries.ts';
import { nearMissFound } from './nearMisses.ts';
import { type FactsOfWatches, watchFacts } from './watchFacts.ts';

/** Only so many are explained: a message or a page names no more. */
const mostExplained = 3;

/**
 * Those of these watches that have never found anything, and are checked. Each may be unable to, so what these watches
 * hold and it may have meant stands beside it; nothing of a confidential watch.
 */
export async function findNeverFound(
  db: Db,
  watches: readonly WatchConfig[],
  known: FactsOfWatches,
): Promise<NeverFound[]> {
  const rows = new Map((await neverFoundRows(db)).map((row) => [row.watchId, row]));
  if (rows.size === 0) return [];
  const unchecked = await loadUnchecked(db);
  const open = watches.filter((watch) => !watch.confidential);
  const holders = new Map(open.map((watch) => [watch.id, watch]));
  const found: NeverFound[] = [];
  for (const watch of watches) {
    const row = rows.get(watch.id);
    if (row === undefined || unchecked.has(watch.id) || (row.filtered && !filtersHits(watch))) continue;
    const facts = known.get(watch.id) ?? watchFacts(watch);
    const near = found.length < mostExplained && !watch.confidential ? await nearOf(db, watch, holders) : undefined;
    found.push({ watch: facts, since: row.since, ...(near !== undefined && { near }) });
  }
  return found;
}

/** Of a list, the first value that something near is known of. */
async function nearOf(
  db: Db,
  { searches }: WatchConfig,
  holders: Parameters<typeof nearMissFound>[2],
): Promise<string | undefined> {
  for (const search of searches.slice(0, mostExplained)) {
    const near = await nearMissFound(db, search, holders);
    if (near !== undefined) return near;
  }
  return undefined;
}
