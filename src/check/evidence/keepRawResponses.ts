import type { Config } from '../../config/config.ts';
import { withoutToken } from '../../search/http/quotedToken.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import { insertRawResponses, type RawResponse } from '../../store/snapshot/rawResponses.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckEnd } from '../checkEnd.ts';
import type { CommittedResult } from '../commitResult.ts';

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
  const stood = before && { page: beforePage, request: {}, bytes: Buffer.from(JSON.stringify(before)) };
  await insertRawResponses(trx, row.id, stood === undefined ? pages : [...pages, stood], now.toISOString());
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
