import type { StoredQuery } from '../../database/claims/queries.ts';
import type { Trx } from '../../database/store.ts';
import { type BriefRecord, filedOn } from '../../records/record.ts';
import { type FoundBy, loadFoundBy } from '../../snapshot/foundByQueries.ts';
import { dayMs } from '../../time.ts';
import { isFiledSince, type Recipient } from './recipients.ts';

/**
 * What the watches of a check know of its records through other queries of theirs: a list makes one query for each
 * value.
 */
export interface FoundOtherwise {
  /** The watch has the record through another query now: for this watch it is not gone, and does not come back. */
  finds(recordId: number, recipient: Recipient): boolean;
  /** The watch knew the record through another query before this check: it is not new to the watch. */
  knew(arrived: { readonly recordId: number; readonly record: BriefRecord }, recipient: Recipient): boolean;
}

export async function foundOtherwise(
  trx: Trx,
  query: Pick<StoredQuery, 'id' | 'lastCompleteCheck'>,
  recordIds: readonly number[],
): Promise<FoundOtherwise> {
  const foundBy = await loadFoundBy(trx, recordIds);
  const byRecord = Map.groupBy(
    foundBy.filter((found) => found.queryId !== query.id && found.goneCheck === null),
    (found) => found.recordId,
  );
  const others = (recordId: number, { watchId, filters }: Recipient) =>
    (byRecord.get(recordId) ?? []).filter((found) => found.watchId === watchId && (found.wholeWord || !filters));
  return {
    finds: (recordId, recipient) => others(recordId, recipient).length > 0,
    knew: ({ recordId, record }, recipient) =>
      others(recordId, recipient).some(
        (found) =>
          wasKnown(found, query.lastCompleteCheck) ||
          (isOneBaseline(found, recipient) && !isFiledSince(filedOn(record), recipient.since.slice(0, 10))),
      ),
  };
}

/**
 * Whether the watch knew a record through this other query. It did if the record was reported as new there, or if that
 * query found it before this query's last complete check. What the other query's baseline took in without a report
 * since then may still be new: a query added to a list takes its baseline before the next check.
 */
function wasKnown({ foundCheck, foundAt, baselineAt }: FoundBy, lastCompleteCheck: number | null): boolean {
  const wasNews = foundAt !== null && baselineAt !== null && foundAt > baselineAt;
  return wasNews || (foundCheck !== null && lastCompleteCheck !== null && foundCheck < lastCompleteCheck);
}

/**
 * Whether the first check of the other query was made less than a day after this one's. Then they are one baseline of
 * the watch: what it took in is known to each of its searches, unless it was filed or registered since the first of
 * them.
 */
function isOneBaseline({ baselineAt }: FoundBy, { since }: Recipient): boolean {
  return baselineAt !== null && Date.parse(baselineAt) < Date.parse(since) + dayMs;
}
