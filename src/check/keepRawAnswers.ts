import type { ResultReading } from '../search/reading.ts';
import { SearchError } from '../search/searchError.ts';
import type { StoredQuery } from '../store/queries.ts';
import { insertRawAnswers, packAnswer } from '../store/rawAnswers.ts';
import type { Store } from '../store/store.ts';
import type { CheckSummary } from './parts.ts';

/** Under this page number stands what the answers were compared with. */
export const beforePage = 0;

/**
 * Keeps the answers of a check that found something, was partial or failed, and what they were compared with, for
 * `tipstaff replay`. After the check's own commit, because compressing takes longer than a transaction may; a crash between
 * loses a means to look back, no news.
 */
export async function keepRawAnswers(
  store: Store,
  query: StoredQuery,
  read: ResultReading | SearchError,
  summary: CheckSummary,
  now: Date,
): Promise<void> {
  const { checkId } = summary;
  if (checkId === undefined || (summary.outcome === 'complete' && summary.changes.length === 0)) return;
  const packed = await Promise.all(
    pagesOf(query, read).map(({ page, request, bytes }) => packAnswer(page, request, bytes)),
  );
  if (summary.before !== undefined) {
    packed.push(await packAnswer(beforePage, {}, Buffer.from(JSON.stringify(summary.before))));
  }
  if (packed.length === 0) return;
  await store.transaction((trx) => insertRawAnswers(trx, checkId, packed, now.toISOString()));
}

function pagesOf(query: StoredQuery, read: ResultReading | SearchError) {
  const request = { operation: query.operation, ...query.body };
  if (!(read instanceof SearchError)) {
    return read.pages.map(({ from, bytes }, index) => ({ page: index + 1, request: { ...request, from }, bytes }));
  }
  return read.bytes === undefined ? [] : [{ page: 1, request: { ...request, from: 0 }, bytes: read.bytes }];
}
