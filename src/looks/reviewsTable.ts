import type { Selectable } from 'kysely';
import type { DesignReviewsTable } from '../store/schema/tables.ts';
import { type Db, inParts } from '../store/store.ts';

export const verdicts = [
  'alike',
  'not alike',
  'ask counsel',
] as const satisfies readonly DesignReviewsTable['verdict'][];
export type Verdict = (typeof verdicts)[number];

export interface Review {
  readonly watchId: string;
  readonly recordId: number;
  readonly own: string;
  readonly verdict: Verdict;
  readonly note: string;
  /** 0 to 1, as it was when it was reviewed. */
  readonly likeness: number | undefined;
  readonly at: string;
  readonly who: string;
}

/** The last word on a pair counts. */
export async function saveReview(db: Db, review: Review): Promise<void> {
  const { watchId, recordId, own, likeness, ...said } = review;
  const values = { ...said, likeness: likeness ?? null };
  await db
    .insertInto('design_reviews')
    .values({ watch_id: watchId, record_id: recordId, own, ...values })
    .onConflict((conflict) => conflict.columns(['watch_id', 'record_id', 'own']).doUpdateSet(values))
    .execute();
}

export async function removeReview(db: Db, pair: Pick<Review, 'watchId' | 'recordId' | 'own'>): Promise<boolean> {
  const removed = await db
    .deleteFrom('design_reviews')
    .where('watch_id', '=', pair.watchId)
    .where('record_id', '=', pair.recordId)
    .where('own', '=', pair.own)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

export async function reviewsOf(db: Db, watchId: string, recordIds: readonly number[]): Promise<Review[]> {
  const ofWatch = db.selectFrom('design_reviews').selectAll().where('watch_id', '=', watchId);
  const rows = await inParts([...new Set(recordIds)], (part) =>
    ofWatch.where('record_id', 'in', part).orderBy('record_id').execute(),
  );
  return rows.map(reviewIn);
}

export async function listAskedCounsel(db: Db, recordIds: readonly number[]): Promise<Review[]> {
  const asked = db.selectFrom('design_reviews').selectAll().where('verdict', '=', 'ask counsel');
  const rows = await inParts([...new Set(recordIds)], (part) =>
    asked.where('record_id', 'in', part).orderBy('at').execute(),
  );
  return rows.map(reviewIn);
}

export async function listReviews(db: Db, watchId: string, limit: number): Promise<Review[]> {
  const rows = await db
    .selectFrom('design_reviews')
    .selectAll()
    .where('watch_id', '=', watchId)
    .orderBy('at', 'desc')
    .orderBy('record_id')
    .orderBy('own')
    .limit(limit)
    .execute();
  return rows.map(reviewIn);
}

const counted = 40;

/** `7 of the last 40 that were reviewed were alike.` '' where nothing was reviewed. */
export function precisionWords(reviews: readonly Pick<Review, 'verdict'>[]): string {
  const last = reviews.slice(0, counted);
  if (last.length === 0) return '';
  const alike = last.filter(({ verdict }) => verdict === 'alike').length;
  const asked = last.filter(({ verdict }) => verdict === 'ask counsel').length;
  const counsel = asked === 0 ? '' : `, ${asked} for counsel`;
  const which = last.length === 1 ? 'the one that was reviewed' : `the last ${last.length} that were reviewed`;
  return `${alike} of ${which} ${alike === 1 ? 'was' : 'were'} alike${counsel}.`;
}

function reviewIn({
  watch_id: watchId,
  record_id: recordId,
  likeness,
  ...rest
}: Selectable<DesignReviewsTable>): Review {
  return { watchId, recordId, ...rest, likeness: likeness ?? undefined };
}
