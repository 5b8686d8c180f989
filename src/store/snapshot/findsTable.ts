import type { Design } from '../../records/design.ts';
import type { DesignFindsTable, DesignReviewsTable } from '../schema/tables.ts';
import { allOf, countRows, type Db, isAny, putRows } from '../store.ts';
import { heldNow } from './membershipsTable.ts';
import { loadRecords } from './recordsTable.ts';

/** The own design that is most similar to a new design. */
export interface Find {
  readonly own: string;
  readonly likeness: number; // 0 to 1. For sorting only; no proof.
  readonly rank: number; // The likeness plus a bonus for the class.
  readonly picture: string; // The most similar picture, which `ownPicture` resembles.
  readonly ownPicture: string;
}

export type KnownFind = Pick<Find, 'own' | 'likeness'>;

/** `find`: undefined if not compared. */
export type Compared = Readonly<{ find: Find | undefined } & Pick<DesignFindsTable, 'whyNot' | 'waiting'>>;

export type DueFind = Readonly<Pick<DesignFindsTable, 'recordId' | 'changeId' | 'foundAt'>>;

export interface StoredFind extends DueFind, Compared, Readonly<Pick<DesignFindsTable, 'watchId' | 'comparedAt'>> {
  /** What the message of the new design said; null: no own design. Undefined until that message went out. */
  readonly said: KnownFind | null | undefined;
}

const atOnce = 200;

/** Returns new designs of a watch that were not compared yet, in the order they were found. @param since ISO */
export async function newFinds(db: Db, watchId: string, since: string): Promise<DueFind[]> {
  return db
    .selectFrom('changeWatches')
    .innerJoin('changes', 'changes.id', 'changeWatches.changeId')
    .leftJoin('designFinds', (join) =>
      join
        .onRef('designFinds.recordId', '=', 'changes.recordId')
        .onRef('designFinds.watchId', '=', 'changeWatches.watchId'),
    )
    .select(['changes.recordId', 'changes.id as changeId', 'detectedAt as foundAt'])
    .where('changeWatches.watchId', '=', watchId)
    .where('filteredOut', 'is', null)
    .where('kind', '=', 'design.new')
    .where('detectedAt', '>=', since)
    .where('designFinds.recordId', 'is', null)
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
        eb('changedAt', '>', eb.ref('checkedAt')),
        eb.and([eb('ownSeen', '!=', again.ownSeen), eb('foundAt', '>=', again.since)]),
        eb.and([eb('waiting', '>', 0), eb('changedAt', '>=', again.since), eb('checkedAt', '<', again.waitingUntil)]),
      ]),
    )
    .orderBy('checkedAt')
    .orderBy('recordId')
    .limit(atOnce)
    .execute();
}

/** True for a design that only comparing watches found. Most such designs are never shown, so keep no pictures. */
export async function isOnlyCompared(db: Db, recordId: number, comparing: readonly string[]): Promise<boolean> {
  if (!(await isAny(db.selectFrom('designFinds').where('recordId', '=', recordId)))) return false;
  const holding = heldNow(db).select('watchId').distinct().where('recordId', '=', recordId);
  return (await allOf(holding, 'watchId')).every((id) => comparing.includes(id));
}

function selectDue(db: Db, watchId: string) {
  return db
    .selectFrom('designFinds')
    .innerJoin('records', 'records.id', 'designFinds.recordId')
    .select(['recordId', 'changeId', 'foundAt'])
    .where('watchId', '=', watchId);
}

export const waitingAtOnce = 100;

export async function waitingFinds(db: Db, watchId: string, since: string, offset = 0): Promise<DueFind[]> {
  return selectDue(db, watchId)
    .where('changedAt', '>=', since)
    .where('waiting', '>', 0)
    .orderBy('foundAt', 'desc')
    .orderBy('recordId')
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
    ...{ comparedAt, whyNot, waiting, checkedAt: seen.at, ownSeen: seen.own },
  };
  await db
    .insertInto('designFinds')
    .values({ watchId, recordId, changeId, foundAt, ...values })
    .onConflict((conflict) => conflict.columns(['watchId', 'recordId']).doUpdateSet(values))
    .execute();
}

export async function loadFinds(db: Db, watchId: string, recordIds: readonly number[]) {
  const rows = await selectFinds(db, watchId).where('recordId', 'in', recordIds).execute();
  return new Map(rows.map((row) => [row.recordId, findIn(row)]));
}

export async function findsOfKeys(db: Db, watchId: string, keys: readonly string[]): Promise<Map<string, StoredFind>> {
  const designs = selectFinds(db, watchId)
    .innerJoin('records', 'records.id', 'designFinds.recordId')
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
    .$if(since !== undefined, (query) => query.where('foundAt', '>=', since ?? ''))
    .$if(until !== undefined, (query) => query.where('foundAt', '<', until ?? ''))
    .$if(order === 'likeness', (query) => query.orderBy((eb) => eb.fn.coalesce('rank', eb.val(-1)), 'desc'))
    .orderBy('foundAt', 'desc')
    .orderBy('recordId')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(findIn);
}

export async function countBefore(db: Db, watchId: string, rank: number, since: string): Promise<number> {
  const found = db.selectFrom('designFinds').where('watchId', '=', watchId).where('foundAt', '>=', since);
  return countRows(found.where('rank', '>', rank));
}

function selectFinds(db: Db, watchId: string) {
  const finds = db.selectFrom('designFinds').select(['watchId', 'recordId', 'changeId', 'foundAt', 'comparedAt']);
  return finds.select(['find', 'whyNot', 'waiting', 'said']).where('watchId', '=', watchId);
}

function findIn(row: Pick<DesignFindsTable, keyof StoredFind>): StoredFind {
  return {
    ...row,
    find: row.find === null ? undefined : (JSON.parse(row.find) as Find),
    said: row.said === null ? undefined : (JSON.parse(row.said) as KnownFind | null),
  };
}

export type Review = Readonly<DesignReviewsTable>;

export const verdicts = ['alike', 'not alike', 'ask counsel'] as const satisfies readonly Review['verdict'][];

/** Stores a review, which replaces an earlier one of the same pair. */
export async function saveReview(db: Db, review: Review): Promise<void> {
  const set = ['verdict', 'note', 'likeness', 'at', 'who'] as const;
  await putRows(db, 'designReviews', [review], { key: ['watchId', 'recordId', 'own'], set });
}

export async function removeReview(db: Db, pair: Pick<Review, 'watchId' | 'recordId' | 'own'>): Promise<boolean> {
  const reviews = db.deleteFrom('designReviews').where('watchId', '=', pair.watchId);
  const ofPair = reviews.where('recordId', '=', pair.recordId).where('own', '=', pair.own);
  return (await ofPair.executeTakeFirst()).numDeletedRows > 0n;
}

export async function reviewsOf(db: Db, watchId: string, recordIds: readonly number[]): Promise<Review[]> {
  const ofWatch = db.selectFrom('designReviews').selectAll().where('watchId', '=', watchId);
  return ofWatch.where('recordId', 'in', recordIds).orderBy('recordId').execute();
}

export interface ShownFind extends StoredFind {
  readonly design: Design;
  readonly review: Review | undefined;
}

export async function withDesigns(db: Db, watchId: string, finds: readonly StoredFind[]): Promise<ShownFind[]> {
  const ids = finds.map(({ recordId }) => recordId);
  const records = await loadRecords(db, ids);
  const reviews = await reviewsOf(db, watchId, ids);
  return finds.flatMap((one) => {
    const design = records.get(one.recordId)?.record;
    if (design?.type !== 'design') return [];
    const review = reviews.find(({ recordId, own }) => recordId === one.recordId && own === one.find?.own);
    return [{ ...one, design, review }];
  });
}
