import { slotsBetween } from '../schedule/nextDue.ts';
import type { SearchClient } from '../service/http/client.ts';
import type { PageRequest, PageResponse } from '../service/http/page.ts';
import type { SearchResult } from '../service/paging/searchResult.ts';
import { loadWatchQueries, type WatchQuery } from '../store/claims/queries.ts';
import { keepAlive, type QueryClaim } from '../store/claims/queue.ts';
import { findKnown } from '../store/snapshot/recordsTable.ts';
import { BudgetReservation } from './admission/budgetReservation.ts';
import type { CheckEnd } from './checkEnd.ts';
import type { CheckParts, CheckSummary } from './checkParts.ts';
import { finishCheck } from './finishCheck.ts';

/** The pages that a check was given, by what it asked for. */
export type GivenPages = Map<string, PageResponse>;

export function keepingPages(client: SearchClient, pages: GivenPages): SearchClient {
  return {
    ...client,
    fetchPage: async (request, options) => {
      const page = await client.fetchPage(request, options);
      pages.set(keyOf(request), page);
      return page;
    },
  };
}

/** A client that asks nobody. */
function givingBack(client: SearchClient, pages: GivenPages): SearchClient {
  return {
    ...client,
    fetchPage: async (request) => {
      const page = pages.get(keyOf(request));
      if (page === undefined) throw notGiven;
      return page;
    },
  };
}

const notGiven = new Error('this page was not asked for');

function keyOf({ operation, body }: PageRequest): string {
  return JSON.stringify([operation, Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

type Read = (
  parts: CheckParts,
  what: { readonly query: QueryClaim['query']; readonly reservation: BudgetReservation },
  signal: undefined,
) => Promise<Extract<CheckEnd, { kind: 'read' }>>;

/** A check that is over, whose pages are what its siblings would be given too. */
export interface Asked {
  readonly queryId: string;
  readonly pages: GivenPages;
  readonly startedAt: Date;
  /** Those of its siblings that are checked now whether they are due or not. */
  readonly also?: ReadonlySet<string> | undefined;
}

/**
 * Checks the queries that send the same request and count other hits of it, where they are due too: each under a claim
 * of its own, by the pages that came, for nothing. What is left out, or cut off by a crash, stays due and is asked for
 * by itself.
 */
export async function answerSiblings(parts: CheckParts, asked: Asked, read: Read): Promise<CheckSummary[]> {
  const ids = parts.siblings?.get(asked.queryId) ?? [];
  const summaries: CheckSummary[] = [];
  for (const queryId of ids) {
    const now = parts.clock();
    const dueAt = lastDue(await loadWatchQueries(parts.store.db, [queryId]), now, parts.config.spreadSeconds);
    if (dueAt === undefined && !asked.also?.has(queryId)) continue;
    const claim = await parts.store.queue.checks.claim(queryId, now);
    if (claim === undefined) continue;
    const kept = keepAlive(parts.store.queue.checks, claim, parts);
    const servesUntil = dueAt !== undefined && dueAt > claim.servesUntil ? dueAt : claim.servesUntil;
    try {
      summaries.push(...(await answer(parts, { ...claim, servesUntil }, asked, read)));
    } catch (error) {
      if (error !== notGiven) throw error;
    } finally {
      kept.end();
      await parts.store.queue.checks.release(claim);
    }
  }
  return summaries;
}

/** The latest due time of watches whose slot has come: those that are spread over the next seconds are due together. */
function lastDue(asking: readonly WatchQuery[], now: Date, spreadSeconds: number): Date | undefined {
  const due = asking.flatMap(({ nextDueAt, isChecked, ...rule }) => {
    if (nextDueAt === null || !isChecked) return [];
    const at = new Date(nextDueAt);
    const earliest = new Date(at.getTime() - spreadSeconds * 1000 - 1);
    const isOfThisSlot = at <= now || (earliest < now && slotsBetween(rule, earliest, now, 1).length > 0);
    return isOfThisSlot ? [at.getTime()] : [];
  });
  return due.length === 0 ? undefined : new Date(Math.max(...due));
}

async function answer(parts: CheckParts, claim: QueryClaim, asked: Asked, read: Read): Promise<CheckSummary[]> {
  // It spends nothing, and no budget is asked.
  const free = { ...parts, config: { ...parts.config, budget: {} } };
  const reservation = new BudgetReservation(free, claim.query, claim);
  const client = givingBack(parts.client, asked.pages);
  const end = await read({ ...free, client }, { query: claim.query, reservation }, undefined);
  if (end.result.outcome !== 'complete' || !(await isStored(parts, end.result))) return [];
  return [await finishCheck(parts, { claim, startedAt: asked.startedAt, reservation }, end)];
}

/** Whether the records are stored as these pages show them: else another check has brought newer ones meanwhile. */
async function isStored({ store }: CheckParts, { records }: SearchResult): Promise<boolean> {
  const found = [...records.values()];
  const [first] = found;
  if (first === undefined) return true;
  const known = await findKnown(
    store.db,
    first.record.type,
    found.map(({ record }) => ({ key: record.key })),
  );
  return found.every(({ record, shownHash }) => known.get(record.key)?.shownHash === shownHash);
}
