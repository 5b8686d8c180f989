import type { ResultReading } from '../search/reading.ts';
import { SearchError } from '../search/searchError.ts';
import type { StoredQuery } from '../store/queries.ts';
import { insertRawAnswers, type PackedAnswer, packAnswer, packNow } from '../store/rawAnswers.ts';
import type { CheckParts, CheckSummary } from './parts.ts';

/** Under this page number stands what the answers were compared with; its records stand under the numbers below. */
export const beforePage = 0;

/** The answers of a check, being packed. */
export type Packing = () => Promise<readonly PackedAnswer[]>;

/**
 * Packs the answers of a check, one after the other: each that is being packed takes megabytes. Where they will probably be
 * kept, since they are not what was known, this begins at once, beside the check's own work.
 */
export function packAnswers(
  { config }: Pick<CheckParts, 'config'>,
  query: StoredQuery,
  read: ResultReading | SearchError,
): Packing {
  const pack = async () => {
    const packed: PackedAnswer[] = [];
    for (const { page, request, bytes } of pagesOf(query, read)) {
      packed.push(await packAnswer(page, request, withoutToken(bytes, config.service.token)));
    }
    return packed;
  };
  if (config.retainRawDays === 0 || query.knownAnswer === undefined || read instanceof SearchError) return pack;
  const begun = pack();
  // Whoever waits for it hears of it; often nobody does.
  begun.catch(() => {});
  return () => begun;
}

/**
 * Keeps the answers of a check that found something, was partial or failed, and what they were compared with, for
 * `tipstaff replay`. After the check's own commit, because compressing takes longer than a transaction may; a crash between
 * loses a means to look back, no news.
 */
export async function keepRawAnswers(
  { store, config }: Pick<CheckParts, 'store' | 'config'>,
  packing: Packing,
  summary: CheckSummary,
  now: Date,
): Promise<void> {
  const { checkId } = summary;
  if (checkId === undefined || config.retainRawDays === 0) return;
  if (summary.outcome === 'complete' && summary.changes.length === 0) return;
  const packed = [...(await packing())];
  if (summary.before !== undefined) {
    const { state, records } = summary.before;
    packed.push({ page: beforePage, request: '{}', body: packNow(Buffer.from(JSON.stringify(state))) });
    packed.push(...records.pack((index) => beforePage - 1 - index));
  }
  if (packed.length === 0) return;
  await store.unsyncedTransaction((trx) => insertRawAnswers(trx, checkId, packed, now.toISOString()));
}

/** Shorter ones are no secrets, and might stand in any answer. */
const shortestToken = 8;

/** A service that refuses a token may quote it; what is kept may end up in a bug report. */
function withoutToken(bytes: Buffer, token: string): Buffer {
  if (token.length < shortestToken || !bytes.includes(token)) return bytes;
  // As latin1 every byte is a character, so that the others stay as they came.
  return Buffer.from(bytes.toString('latin1').replaceAll(token, '[token]'), 'latin1');
}

function pagesOf(query: StoredQuery, read: ResultReading | SearchError) {
  const request = { operation: query.operation, ...query.body };
  if (!(read instanceof SearchError)) {
    return read.pages.map(({ from, body }, index) => ({
      page: index + 1,
      request: { ...request, from },
      bytes: body.bytes,
    }));
  }
  return read.bytes === undefined ? [] : [{ page: 1, request: { ...request, from: 0 }, bytes: read.bytes }];
}
