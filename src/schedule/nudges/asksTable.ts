import { utcDay } from '../../base/time.ts';
import { isHeld } from '../../store/claims/queries.ts';
import type { Db, Trx } from '../../store/store.ts';

/** A check that nudges asked for and that has not ended, as far as is known. */
export interface PendingAsk {
  readonly id: number;
  readonly queryId: string;
  readonly askedAt: string;
}

export async function insertAsk(
  trx: Trx,
  ask: { readonly source: string; readonly recordId: number; readonly queryId: string; readonly credits: number },
  now: Date,
): Promise<number> {
  const { source, recordId, queryId, credits } = ask;
  const row = await trx
    .insertInto('nudge_asks')
    .values({ source, record_id: recordId, query_id: queryId, asked_at: now.toISOString(), credits, check_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The checks that nudges asked for because of a record and that have not ended. */
export async function pendingAsks(db: Db, recordId: number): Promise<PendingAsk[]> {
  return db
    .selectFrom('nudge_asks')
    .select(['id', 'query_id as queryId', 'asked_at as askedAt'])
    .where('record_id', '=', recordId)
    .where('check_id', 'is', null)
    .orderBy('id')
    .execute();
}

export async function isBeingChecked(db: Db, { queryId }: PendingAsk, now: Date): Promise<boolean> {
  const held = await db
    .selectFrom('queries')
    .select('id')
    .where('id', '=', queryId)
    .where(isHeld('queries', now))
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * The first check of a query that began after a moment and read the record, with what it and those that failed before
 * it cost.
 */
export async function checkAfter(db: Db, { queryId, askedAt }: PendingAsk) {
  const checks = await db
    .selectFrom('checks')
    .select(['id', 'ended_at as endedAt', 'outcome', 'credits'])
    .where('query_id', '=', queryId)
    .where('started_at', '>', askedAt)
    .orderBy('id')
    .limit(50)
    .execute();
  const place = checks.findIndex(({ outcome }) => outcome === 'complete' || outcome === 'partial');
  const check = checks[place];
  if (check === undefined) return undefined;
  const credits = checks.slice(0, place + 1).reduce((sum, one) => sum + one.credits, 0);
  return { id: check.id, endedAt: check.endedAt, credits };
}

/** What a check cost counts once, however many asks it served. */
export async function settleAsk(trx: Trx, id: number, check: { readonly id: number; readonly credits: number }) {
  const counted = await trx
    .selectFrom('nudge_asks')
    .select('id')
    .where('check_id', '=', check.id)
    .limit(1)
    .executeTakeFirst();
  await trx
    .updateTable('nudge_asks')
    .set({ check_id: check.id, credits: counted === undefined ? check.credits : 0 })
    .where('id', '=', id)
    .execute();
}

/** When each check of an ask ended, by ask; those that have not are absent. */
export async function endedAsks(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('nudge_asks')
    .innerJoin('checks', 'checks.id', 'nudge_asks.check_id')
    .select(['nudge_asks.id as id', 'checks.ended_at as endedAt'])
    .where('nudge_asks.id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, endedAt }) => [id, endedAt]));
}

/** @param until what a clock asked for that was ahead is left out */
export async function lastAskedAt(db: Db, recordId: number, until: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('nudge_asks')
    .select('asked_at')
    .where('record_id', '=', recordId)
    .where('asked_at', '<=', until.toISOString())
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.asked_at;
}

/**
 * What nudges have caused on the UTC day of a moment, in credits: what is under way counts with what it is expected to
 * cost.
 */
export async function spentByNudges(db: Db, now: Date): Promise<number> {
  const row = await db
    .selectFrom('nudge_asks')
    .select((eb) => eb.fn.sum<number | string | null>('credits').as('credits'))
    .where('asked_at', '>=', utcDay(now))
    .executeTakeFirst();
  return Number(row?.credits ?? 0);
}

export async function lastCheckId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('checks')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}
