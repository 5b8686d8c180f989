import type { ResultReading } from '../search/reading.ts';
import { SearchError } from '../search/searchError.ts';
import type { StoredQuery } from '../store/queries.ts';
import { insertRawAnswers, packAnswer } from '../store/rawAnswers.ts';
import type { Store } from '../store/store.ts';
import type { CheckSummary } from './parts.ts';

/**
 * Keeps the answers of a check that found something, was partial or failed, for `tipstaff replay`. After the check's own
 * commit, because compressing takes longer than a transaction may; a crash between loses a means to look back, no news.
 */
export async function keepRawAnswers(
  store: Store,
  query: StoredQuery,
  read: ResultReading | SearchError,
  summary: CheckSummary,
  now: Date,
): Promise<void> {
  if (summary.checkId === undefined || (summary.outcome === 'complete' && summary.changes.length === 0)) return;
  const { operation, body } = query;
  const pages =
    read instanceof SearchError
      ? read.bytes === undefined
        ? []
        : [{ request: body, bytes: read.bytes }]
      : read.pages.map((page) => ({ request: { ...body, from: page.from }, bytes: page.bytes }));
  const packed = await Promise.all(
    pages.map(({ request, bytes }, index) => packAnswer(index + 1, { operation, ...request }, bytes)),
  );
  await store.transaction((trx) => insertRawAnswers(trx, summary.checkId ?? 0, packed, now.toISOString()));
}
