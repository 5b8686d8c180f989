import { whenDue } from '../alerts/outbox/whenDue.ts';
import { dayMs, daysAgo } from '../base/time.ts';
import { cleanText } from '../base/words/cleanText.ts';
import { type Config, tells, type WatchConfig } from '../config/config.ts';
import { whyWatchFindsNothing } from '../config/searchWords.ts';
import { filteredOutBy } from '../reading/entryPriority.ts';
import { readEntry } from '../reading/readEntry.ts';
import { passesFilter } from '../records/diff/searchMatch.ts';
import type { LastCost, Query } from '../records/query.ts';
import { filedOn, type SearchRecord } from '../records/record.ts';
import { type CostFacts, costsWith, loadCostFacts } from '../schedule/costs.ts';
import { slotsAfter } from '../schedule/nextDue.ts';
import { queriesOf } from '../schedule/syncWatches.ts';
import { keepQueries } from '../schedule/watchesTable.ts';
import { SearchError } from '../service/http/searchError.ts';
import type { SearchResult } from '../service/paging/pass.ts';
import { readResult } from '../service/paging/readResult.ts';
import { admit, BudgetReservation } from './admission/admit.ts';
import { loadServerLimits } from './admission/serviceKey.ts';
import { claimInTime } from './checkNow.ts';
import type { CheckParts } from './checkParts.ts';

export const previewDays = 90;
const newestShown = 10;

type FoundByQuery = { readonly query: Query; readonly credits: number } & (
  | { readonly result: SearchResult; readonly why?: undefined }
  | { readonly result?: undefined; readonly why: string }
);

export type Preview = ReturnType<typeof previewOf>;

function previewOf(watch: WatchConfig, found: readonly FoundByQuery[], config: Config, now: Date, facts: CostFacts) {
  const results = found.flatMap(({ query, result }) => (result === undefined ? [] : [{ query, result }]));
  const shown = results.flatMap(({ query, result }) =>
    [...result.records.values()].map(({ record }) => ({ record, counts: passesFilter(watch, query.body, record) })),
  );
  const hits = [...new Map(shown.map((hit) => [hit.record.key, hit])).values()];
  const own = hits.filter((hit) => hit.counts).map((hit) => hit.record);
  const costs = new Map(results.map(({ query, result }) => [query.id, costOf(result)]));
  const costFacts = { ...facts, lastCosts: new Map([...facts.lastCosts, ...costs]) };
  return {
    credits: found.reduce((sum, { credits }) => sum + credits, 0),
    /** The queries that failed: the register ('' for dockets) and the reason. */
    failures: found.flatMap(({ query, why }) =>
      why === undefined ? [] : [{ register: String(query.body.source ?? ''), why }],
    ),
    /** The total of the service; undefined if it gives none. */
    total: totalOf(results.map(({ result }) => result)),
    seen: hits.length,
    inWatch: own.length,
    newest: own.toSorted((a, b) => (filedOn(a) < filedOn(b) ? 1 : -1)).slice(0, newestShown),
    cost: costsWith(watch, config, costFacts, now),
    alerts: alertsOf(watch, newsDaysOf(watch, own, now), config),
    advice: hits.length === 0 && results.length > 0 ? whyWatchFindsNothing(watch) : [],
  };
}

function totalOf(results: readonly SearchResult[]): number | undefined {
  const totals = results.map((result) => result.total ?? (isWhole(result) ? result.hits : undefined));
  return totals.reduce<number | undefined>(
    (sum, total) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  );
}

/** True if the first page is shorter than the requested size, so it is the only one. */
function isWhole({ pages: [page] }: SearchResult): boolean {
  return page === undefined || page.arrived < page.asked;
}

/** Returns the days of the news of the last 90 days on the pages read. A new case brings its first entries. */
function newsDaysOf(watch: WatchConfig, own: readonly SearchRecord[], now: Date) {
  const since = daysAgo(now, previewDays).slice(0, 10);
  const recordDays = own
    .filter(({ type }) => tells(watch, `${type}.new`))
    .map(filedOn)
    .filter((day) => day >= since);
  const entries = own.flatMap((record) => {
    const filed = (tells(watch, 'entry.new') && record.type === 'docket' && record.entries) || [];
    return filed.filter(({ dateFiled }) => dateFiled >= since && dateFiled > filedOn(record));
  });
  const reported = entries.filter(({ description, dateFiled }) => {
    return filteredOutBy(watch.report, readEntry(cleanText(description), dateFiled)) === undefined;
  });
  return [...reported.map((entry) => entry.dateFiled), ...recordDays];
}

/** Counts one alert per check or digest. Filings of a day are found by the first check after it. */
function alertsOf(watch: WatchConfig, days: readonly string[], config: Config) {
  const slots = [...new Set(days)].flatMap((day) => {
    const evening = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs - 1);
    return Number.isNaN(evening.getTime()) ? [] : slotsAfter(watch.schedule, watch.timezone, evening, 1);
  });
  return watch.notify.flatMap((name) => {
    const channel = config.channels[name];
    if (channel === undefined) return [];
    const sent = new Set(slots.map((slot) => whenDue(channel, slot).getTime()));
    return [{ channel: name, count: sent.size }];
  });
}

function costOf({ total, pages: [page] }: SearchResult): LastCost {
  const isKnown = page !== undefined && page.arrived > 0 && total !== undefined;
  return { pages: isKnown ? Math.ceil(total / page.arrived) : 1, chargedPerPage: page?.pointCost };
}

const waitForOtherSeconds = 10;

/** Reads the first page of each query, at the usual price. Stores nothing. @param otherWatches can share checks */
export async function previewWatch(
  parts: CheckParts,
  watch: WatchConfig,
  signal: AbortSignal,
  otherWatches: readonly WatchConfig[] = parts.config.watches,
): Promise<Preview> {
  const found: FoundByQuery[] = [];
  for (const query of queriesOf(watch)) found.push(await ask(parts, query, signal));
  const config = { ...parts.config, watches: otherWatches };
  const [facts, now] = [await loadCostFacts(parts.store.db, parts.clock()), parts.clock()];
  return previewOf(watch, found, config, now, facts);
}

async function ask(parts: CheckParts, query: Query, signal: AbortSignal): Promise<FoundByQuery> {
  const { store, config, client, clock } = parts;
  // The lease holds the reservation, and keeps a check from sending the same request now.
  await keepQueries(store.db, [query]);
  const claim = await claimInTime(parts, query.id, waitForOtherSeconds);
  if (claim === undefined) return { query, credits: 0, why: 'it is being checked; try again in a minute' };
  const reservation = new BudgetReservation(parts, { ...claim.query, lastResult: undefined }, claim);
  try {
    const refusal = await admit(parts, reservation, { now: clock(), onDemand: true });
    if (refusal !== undefined) return { query, credits: 0, why: refusal.reason };
    const { pageSizes } = config.service;
    const limits = await loadServerLimits(store.db, query, clock());
    const asked = { client, query, pageSizes, ...limits, signal, account: reservation, affordable: () => false };
    const result = await readResult(asked);
    return { query, credits: reservation.credits, result };
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return { query, credits: reservation.credits, why: error.message };
  } finally {
    await reservation.settle();
    await store.queue.checks.release(claim);
  }
}
