import type { Db, Trx } from '../database/store.ts';

/** What somebody does not want reported of a watch any more. It stands beside the config, which stays as it is. */
export interface Quieted {
  readonly watchId: string;
  /** A type of entries (`letter`) or a kind of change (`docket.updated`). */
  readonly kind: string;
  /** ISO time. */
  readonly at: string;
  readonly who: string;
}

/** Ordered by watch and kind; of all watches, or of one. */
export async function listQuieted(db: Db, watchId?: string): Promise<Quieted[]> {
  const query = db.selectFrom('quieted').select(['watch_id as watchId', 'kind', 'at', 'who']);
  const some = watchId === undefined ? query : query.where('watch_id', '=', watchId);
  return some.orderBy('watch_id').orderBy('kind').execute();
}

/** Where it is quiet already, the first one stays. */
export async function quieten(trx: Trx, { watchId, kind, at, who }: Quieted): Promise<void> {
  await trx
    .insertInto('quieted')
    .values({ watch_id: watchId, kind, at, who })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns whether it was quiet */
export async function reportAgain(trx: Trx, watchId: string, kind: string): Promise<boolean> {
  const ended = await trx
    .deleteFrom('quieted')
    .where('watch_id', '=', watchId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}
