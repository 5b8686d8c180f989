import type { SearchResult } from '../search/paging/searchResult.ts';
import type { Query } from '../search/query.ts';
import type { CheckRow } from '../store/ledger/checks.ts';
import { evidenceOf } from './evidence/evidence.ts';

/** The check that a reading was, to be stored. */
export function checkOf(
  query: Query,
  reading: SearchResult,
  found: { suspicion?: string | undefined; filteredOut?: number | undefined },
  times: { startedAt: Date; now: Date },
): Omit<CheckRow, 'id'> {
  return {
    queryId: query.id,
    startedAt: times.startedAt.toISOString(),
    endedAt: times.now.toISOString(),
    outcome: reading.outcome,
    reason: reading.reason ?? found.suspicion ?? null,
    requests: reading.requests,
    credits: reading.credits,
    hits: reading.hits,
    total: reading.total ?? null,
    evidence: evidenceOf(reading, found),
  };
}
