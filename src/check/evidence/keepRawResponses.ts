import type { Config } from '../../config/config.ts';
import { withoutToken } from '../../search/http/quotedToken.ts';
import type { SearchResult } from '../../search/paging/searchResult.ts';
import type { StoredQuery, WatchQuery } from '../../store/queue/queries.ts';
import type { Member } from '../../store/snapshot/memberships.ts';
import { insertRawResponses, type RawResponse } from '../../store/snapshot/rawResponses.ts';
import { loadRecords } from '../../store/snapshot/records.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckEnd } from '../checkEnd.ts';
import type { CommittedResult } from '../commitResult.ts';
import type { BaselineStep } from '../compare/baseline.ts';
import type { BeforeRecord, CheckMoment } from '../compare/compareRecords.ts';

/** Under this page number stands what the responses were compared with. */
export const beforePage = 0;

/**
 * Keeps the responses of a check that found something, was partial or failed, and what they were compared with, for
 * `tipstaff replay`: in the check's own transaction.
 */
export async function keepRawResponses(
  trx: Trx,
  { service, retainRawDays }: Config,
  query: StoredQuery,
  end: CheckEnd,
  { row, reported, before }: CommittedResult,
  now: Date,
): Promise<void> {
  if (retainRawDays === 0 || (row.outcome === 'complete' && reported.length === 0)) return;
  const pages = pagesOf(query, end).map((page) => ({ ...page, bytes: withoutToken(page.bytes, service.token) }));
  const compared = before && { page: beforePage, request: {}, bytes: Buffer.from(JSON.stringify(before)) };
  await insertRawResponses(trx, row.id, compared === undefined ? pages : [...pages, compared], now.toISOString());
}

function pagesOf(query: StoredQuery, end: CheckEnd): RawResponse[] {
  const request = { operation: query.operation, ...query.body };
  if (end.kind === 'read') {
    return end.result.pages.map(({ from, bytes }, index) => ({
      page: index + 1,
      request: { ...request, from },
      bytes,
    }));
  }
  const bytes = end.kind === 'failed' ? end.error.bytes : undefined;
  return bytes === undefined ? [] : [{ page: 1, request: { ...request, from: 0 }, bytes }];
}

/** The state before a check, as far as the check compared it: with its raw responses, enough to compare again. */
export interface BeforeState {
  readonly lastCheckedOn?: string | undefined;
  /** The largest page known then: where the service does not count, it shows where the result ends. */
  readonly grantedSize?: number | undefined;
  readonly watchQueries: readonly WatchQuery[];
  readonly members: readonly Omit<Member, 'recordId'>[];
  /** The stored records that the result showed otherwise, and those now gone. Those shown as they were stored need no copy. */
  readonly records: readonly BeforeRecord[];
}

interface Prior {
  readonly steps: readonly BaselineStep[];
  readonly members: readonly Member[];
  readonly gone: readonly Member[];
  readonly result: Pick<SearchResult, 'grantedSize'>;
  /** Those that the result showed otherwise. */
  readonly records: readonly BeforeRecord[];
}

export async function beforeState(trx: Trx, prior: Prior, moment: CheckMoment): Promise<BeforeState> {
  const gone = await loadRecords(
    trx,
    prior.gone.map((member) => member.recordId),
  );
  return {
    lastCheckedOn: moment.lastCheckedOn,
    grantedSize: prior.result.grantedSize,
    watchQueries: prior.steps.map((step) => step.before),
    members: prior.members.map(({ recordId: _, ...member }) => member),
    records: [...prior.records, ...[...gone.values()].map(({ record }) => ({ record, entries: [] }))],
  };
}
