import type { Db } from '../store.ts';

export interface Star {
  readonly recordId: number;
  /** ISO time */
  readonly at: string;
  readonly who: string;
}

/** Stars a design for all who may see it, or takes the star away. Where it is starred already, the first one stays. */
export async function setStar(db: Db, { recordId, at, who }: Star, starred: boolean): Promise<void> {
  if (!starred) {
    await db.deleteFrom('stars').where('record_id', '=', recordId).execute();
    return;
  }
  await db
    .insertInto('stars')
    .values({ record_id: recordId, at, who })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The keys of all designs that are starred, whoever may see them. */
export async function starredKeys(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('records')
    .select('key')
    .where('id', 'in', (eb) => eb.selectFrom('stars').select('record_id'))
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** The ids of the designs that were starred last, the last first. */
export async function starredIds(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('stars')
    .select('record_id')
    .orderBy('at', 'desc')
    .orderBy('record_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.record_id);
}
