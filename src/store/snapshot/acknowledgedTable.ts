import { type Db, inParts } from '../store.ts';

export interface Acknowledgement {
  readonly at: string;
  readonly who: string;
}

/**
 * Acknowledges those of these changes that concern one of these watches. Where a change is acknowledged already, the
 * first one stays.
 * @returns those of the changes that concern the watches
 */
export async function acknowledge(
  db: Db,
  {
    changeIds,
    watchIds,
    at,
    who,
  }: Acknowledgement & { readonly changeIds: readonly number[]; readonly watchIds: readonly string[] },
): Promise<number[]> {
  if (watchIds.length === 0 || changeIds.length === 0) return [];
  const rows = await db
    .selectFrom('change_watches')
    .select('change_id')
    .distinct()
    .where('change_id', 'in', [...changeIds])
    .where('watch_id', 'in', [...watchIds])
    .execute();
  if (rows.length === 0) return [];
  await db
    .insertInto('acknowledged')
    .values(rows.map((row) => ({ change_id: row.change_id, at, who })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return rows.map((row) => row.change_id);
}

/** The newest `limit` changes of these watches that somebody acknowledged since a moment (ISO). */
export async function acknowledgedSince(
  db: Db,
  { watchIds, since, limit }: { readonly watchIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<number[]> {
  if (watchIds.length === 0) return [];
  const rows = await db
    .selectFrom('acknowledged')
    .select('change_id')
    .where('at', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('change_watches')
          .select('watch_id')
          .whereRef('change_watches.change_id', '=', 'acknowledged.change_id')
          .where('watch_id', 'in', watchIds),
      ),
    )
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.change_id);
}

export async function acknowledgedAmong(
  db: Db,
  changeIds: readonly number[],
): Promise<ReadonlyMap<number, Acknowledgement>> {
  const rows = await inParts(changeIds, (part) =>
    db.selectFrom('acknowledged').selectAll().where('change_id', 'in', part).execute(),
  );
  return new Map(rows.map(({ change_id, at, who }) => [change_id, { at, who }]));
}

interface Star {
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
