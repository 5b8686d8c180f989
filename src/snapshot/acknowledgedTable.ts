import { type Db, inParts } from '../database/store.ts';

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

export async function acknowledgedAmong(
  db: Db,
  changeIds: readonly number[],
): Promise<ReadonlyMap<number, Acknowledgement>> {
  const rows = await inParts(changeIds, (part) =>
    db.selectFrom('acknowledged').selectAll().where('change_id', 'in', part).execute(),
  );
  return new Map(rows.map(({ change_id, at, who }) => [change_id, { at, who }]));
}
