import type { Config } from '../../config/config.ts';
import { Body } from '../../search/http/body.ts';
import { withoutToken } from '../../search/http/quotedToken.ts';
import { SearchError } from '../../search/http/searchError.ts';
import { nameRecognised } from '../../search/namedHit.ts';
import type { SearchResult } from '../../search/paging/searchResult.ts';
import type { StoredQuery } from '../../store/queue/queries.ts';
import { insertRawResponses, type PackedResponse, packResponse } from '../../store/snapshot/rawResponses.ts';
import type { Trx } from '../../store/store.ts';
import type { CheckSummary } from '../parts.ts';
import type { KeptBefore } from './beforeState.ts';

/** Under this page number stands what the answers were compared with; of very many records the first stand under the numbers below. */
export const beforePage = 0;

/**
 * Keeps the answers of a check that found something, was partial or failed, and what they were compared with, for
 * `tipstaff replay`: in the check's own transaction, page by page. Of hits that were known the name is kept.
 */
export async function keepRawResponses(
  trx: Trx,
  config: Config,
  query: StoredQuery,
  read: SearchResult | SearchError,
  { summary, before }: { readonly summary: CheckSummary; readonly before: KeptBefore | undefined },
  now: Date,
): Promise<void> {
  const { checkId } = summary;
  if (checkId === undefined || config.retainRawDays === 0) return;
  if (summary.outcome === 'complete' && summary.changes.length === 0) return;
  await insertRawResponses(trx, checkId, responsesToKeep(config, query, read, before), now.toISOString());
}

/** One at a time: those of a large result take megabytes. */
function* responsesToKeep(
  { service }: Config,
  query: StoredQuery,
  read: SearchResult | SearchError,
  before: KeptBefore | undefined,
): Generator<PackedResponse> {
  const recognised = Map.groupBy(before?.recognised ?? [], (hit) => hit.body);
  for (const { page, request, body } of pagesOf(query, read)) {
    const known = recognised.get(body);
    yield body.packed !== undefined && known === undefined
      ? { page, request: JSON.stringify(request), body: body.packed }
      : packResponse(page, request, withoutToken(nameRecognised(body.bytes, known ?? []), service.token));
  }
  if (before === undefined) return;
  const state = JSON.stringify(before.state).slice(0, -1);
  yield packResponse(beforePage, {}, Buffer.from(`${state},"records":${before.records.unpacked}}`));
  yield* before.records.packed((index) => beforePage - 1 - index);
}

function pagesOf(query: StoredQuery, read: SearchResult | SearchError) {
  const request = { operation: query.operation, ...query.body };
  if (!(read instanceof SearchError)) {
    return read.pages.map(({ from, body }, index) => ({
      page: index + 1,
      request: { ...request, from },
      body,
    }));
  }
  return read.bytes === undefined ? [] : [{ page: 1, request: { ...request, from: 0 }, body: new Body([read.bytes]) }];
}
