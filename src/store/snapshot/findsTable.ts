import type { Selectable } from 'kysely';
import type { DesignFindsTable, DesignReviewsTable } from '../schema/tables.ts';
import { countRows, type Db, isAny } from '../store.ts';
import { heldNow } from './membershipsTable.ts';

/** The own design that is most similar to a new design. */
export interface Find {
  readonly own: string;
  readonly likeness: number; // 0 to 1. For sorting only; no proof.
  readonly rank: number; // The likeness plus a bonus for the class.
  readonly picture: string; // The most similar picture, which `ownPicture` resembles.
  readonly ownPicture: string;
}

export type KnownFind = Pick<Find, 'own' | 'likeness'>;

export interface Compared {
  readonly find: Find | undefined; // Undefined: not compared.
  readonly whyNot: string | undefined; // Why the design was not compared, as a sentence.
  readonly waiting: number;
}

export interface DueFind {
  readonly recordId: number;
  readonly changeId: number; // The change that reported the design as new to the watch.
  readonly foundAt: string;
}

export interface StoredFind extends DueFind, Compared {
  readonly watchId: string;
  readonly comparedAt: string | undefined;
  /** What the message of the new design said; null: no own design. Undefined until that message went out. */
  readonly said: KnownFind | null | undefined;
}

const atOnce = 200;

/** Returns new designs of a watch that were not compared yet, in the order they were found. @param since ISO */
export async function newFinds(db: Db, watchId: string, since: string): Promise<DueFind[]> {
  return db
    .selectFrom('change_watches')
    .innerJoin('changes', 'changes.id', 'change_watches.change_id')
    .leftJoin('design_finds', (join) =>
      join
        .onRef('design_finds.record_id', '=', 'changes.record_id')
        .onRef('design_finds.watch_id', '=', 'change_watches.watch_id'),
    )
    .select(['changes.record_id as recordId', 'changes.id as changeId', 'detected_at as foundAt'])
    .where('change_watches.watch_id', '=', watchId)
    .where('filtered_out', 'is', null)
    .where('kind', '=', 'design.new')
    .where('detected_at', '>=', since)
    .where('design_finds.record_id', 'is', null)
    .orderBy('changes.id')
    .limit(atOnce)
    .execute();
}

/** Which designs are compared again. Times are ISO. */
export interface Again {
  readonly ownSeen: string;
  /** Limits the designs to those found since then, or, while they wait for pictures, changed since then. */
  readonly since: string;
  /** A design that waits for pictures is compared again if its last comparison was before then. */
  readonly waitingUntil: string;
}

export async function findsToCompareAgain(db: Db, watchId: string, again: Again): Promise<DueFind[]> {
  return selectDue(db, watchId)
    .where((eb) =>
      eb.or([
        eb('changed_at', '>', eb.ref('checked_at')),
        eb.and([eb('own_seen', '!=', again.ownSeen), eb('found_at', '>=', again.since)]),
        eb.and([eb('waiting', '>', 0), eb('changed_at', '>=', again.since), eb('checked_at', '<', again.waitingUntil)]),
      ]),
    )
    .orderBy('checked_at')
    .orderBy('record_id')
    .limit(atOnce)
    .execute();
}

/** True for a design that only comparing watches found. Most such designs are never shown, so keep no pictures. */
export async function isOnlyCompared(db: Db, recordId: number, comparing: readonly string[]): Promise<boolean> {
  if (!(await isAny(db.selectFrom('design_finds').where('record_id', '=', recordId)))) return false;
  const rows = await heldNow(db).select('watch_id').distinct().where('record_id', '=', recordId).execute();
  return rows.every((row) => comparing.includes(row.watch_id));
}

function selectDue(db: Db, watchId: string) {
  return db
    .selectFrom('design_finds')
    .innerJoin('records', 'records.id', 'design_finds.record_id')
    .select(['record_id as recordId', 'change_id as changeId', 'found_at as foundAt'])
    .where('watch_id', '=', watchId);
}

export const waitingAtOnce = 100;

export async function waitingFinds(db: Db, watchId: string, since: string, offset = 0): Promise<DueFind[]> {
  return selectDue(db, watchId)
    .where('changed_at', '>=', since)
    .where('waiting', '>', 0)
    .orderBy('found_at', 'desc')
    .orderBy('record_id')
    .limit(waitingAtOnce)
    .offset(offset)
    .execute();
}

export async function saveFind(
  db: Db,
  { watchId, recordId, changeId, foundAt, comparedAt, find, whyNot, waiting, said }: StoredFind,
  seen: { readonly at: string; readonly own: string },
): Promise<void> {
  const values = {
    ...{ find: JSON.stringify(find) ?? null, rank: find?.rank ?? null, said: JSON.stringify(said) ?? null },
    ...{ compared_at: comparedAt ?? null, why_not: whyNot ?? null, waiting },
    ...{ checked_at: seen.at, own_seen: seen.own },
  };
  await db
    .insertInto('design_finds')
    .values({ watch_id: watchId, record_id: recordId, change_id: changeId, found_at: foundAt, ...values })
    .onConflict((conflict) => conflict.columns(['watch_id', 'record_id']).doUpdateSet(values))
    .execute();
}

export async function loadFinds(db: Db, watchId: string, recordIds: readonly number[]) {
  const rows = await selectFinds(db, watchId).where('record_id', 'in', recordIds).execute();
  return new Map(rows.map((row) => [row.record_id, findIn(row)]));
}

export async function findsOfKeys(db: Db, watchId: string, keys: readonly string[]): Promise<Map<string, StoredFind>> {
  const designs = selectFinds(db, watchId)
    .innerJoin('records', 'records.id', 'design_finds.record_id')
    .select('records.key')
    .where('records.type', '=', 'design');
  const rows = await designs.where('records.key', 'in', keys).execute();
  return new Map(rows.map((row) => [row.key, findIn(row)]));
}

export interface FindsAsked {
  readonly since?: string | undefined; // Designs found at or after `since` and before `until`, ISO.
  readonly until?: string | undefined;
  readonly order: 'likeness' | 'newest';
  readonly limit: number;
  readonly offset?: number | undefined;
}

/** Returns the finds of a watch. By likeness, those that could not be compared come last. */
export async function listFinds(db: Db, watchId: string, asked: FindsAsked): Promise<StoredFind[]> {
  const { since, until, order, limit, offset = 0 } = asked;
  const rows = await selectFinds(db, watchId)
    .$if(since !== undefined, (query) => query.where('found_at', '>=', since ?? ''))
    .$if(until !== undefined, (query) => query.where('found_at', '<', until ?? ''))
    .$if(order === 'likeness', (query) => query.orderBy((eb) => eb.fn.coalesce('rank', eb.val(-1)), 'desc'))
    .orderBy('found_at', 'desc')
    .orderBy('record_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(findIn);
}

export async function countBefore(db: Db, watchId: string, rank: number, since: string): Promise<number> {
  const found = db.selectFrom('design_finds').where('watch_id', '=', watchId).where('found_at', '>=', since);
  return countRows(found.where('rank', '>', rank));
}

function selectFinds(db: Db, watchId: string) {
  return db.selectFrom('design_finds').selectAll('design_finds').where('watch_id', '=', watchId);
}

function findIn(row: Selectable<DesignFindsTable>): StoredFind {
  return {
    watchId: row.watch_id,
    recordId: row.record_id,
    changeId: row.change_id,
    foundAt: row.found_at,
    find: row.find === null ? undefined : (JSON.parse(row.find) as Find),
    comparedAt: row.compared_at ?? undefined,
    whyNot: row.why_not ?? undefined,
    waiting: row.waiting,
    said: row.said === null ? undefined : (JSON.parse(row.said) as KnownFind | null),
  };
}

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
  readonly likeness: number | undefined; // 0 to 1, at the time of the review.
  readonly at: string;
  readonly who: string;
}

/** Stores a review, which replaces an earlier one of the same pair. */
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
  const reviews = db.deleteFrom('design_reviews').where('watch_id', '=', pair.watchId);
  const ofPair = reviews.where('record_id', '=', pair.recordId).where('own', '=', pair.own);
  return (await ofPair.executeTakeFirst()).numDeletedRows > 0n;
}

export async function reviewsOf(db: Db, watchId: string, recordIds: readonly number[]): Promise<Review[]> {
  const ofWatch = db.selectFrom('design_reviews').selectAll().where('watch_id', '=', watchId);
  const rows = await ofWatch.where('record_id', 'in', recordIds).orderBy('record_id').execute();
  return rows.map(reviewIn);
}

export async function listAskedCounsel(db: Db, recordIds: readonly number[]): Promise<Review[]> {
  const asked = db.selectFrom('design_reviews').selectAll().where('verdict', '=', 'ask counsel');
  const rows = await asked.where('record_id', 'in', recordIds).orderBy('at').execute();
  return rows.map(reviewIn);
}

function reviewIn(row: Selectable<DesignReviewsTable>): Review {
  const { watch_id: watchId, record_id: recordId, likeness, ...rest } = row;
  return { watchId, recordId, ...rest, likeness: likeness ?? undefined };
}
