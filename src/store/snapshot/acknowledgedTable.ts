import { type Db, inParts } from '../store.ts';

export interface Acknowledgement {
  readonly at: string;
  readonly who: string;
}

/** The first acknowledgement stays. @returns those of the changes that concern the watches */
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
    .where('change_id', 'in', changeIds)
    .where('watch_id', 'in', watchIds)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.change_id);
  await db
    .updateTable('changes')
    .set({ acknowledged_at: at, acknowledged_by: who })
    .where('id', 'in', ids)
    .where('acknowledged_at', 'is', null)
    .execute();
  return ids;
}

/** The newest `limit`. @param since ISO */
export async function acknowledgedSince(
  db: Db,
  { watchIds, since, limit }: { readonly watchIds: readonly string[]; readonly since: string; readonly limit: number },
): Promise<number[]> {
  if (watchIds.length === 0) return [];
  const rows = await db
    .selectFrom('changes')
    .select('id')
    .where('acknowledged_at', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('change_watches')
          .select('watch_id')
          .whereRef('change_watches.change_id', '=', 'changes.id')
          .where('watch_id', 'in', watchIds),
      ),
    )
    .orderBy('acknowledged_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function acknowledgedAmong(
  db: Db,
  changeIds: readonly number[],
): Promise<ReadonlyMap<number, Acknowledgement>> {
  const rows = await inParts(changeIds, (part) =>
    db
      .selectFrom('changes')
      .select(['id', 'acknowledged_at as at', 'acknowledged_by as who'])
      .where('id', 'in', part)
      .where('acknowledged_at', 'is not', null)
      .$narrowType<{ at: string; who: string }>()
      .execute(),
  );
  return new Map(rows.map(({ id, at, who }) => [id, { at, who }]));
}

/** For all who may see it; the first one stays. @param at ISO; null: takes the star away */
export async function setStar(db: Db, recordId: number, at: string | null): Promise<void> {
  await db
    .updateTable('records')
    .set({ starred_at: at })
    .where('id', '=', recordId)
    .where('starred_at', at === null ? 'is not' : 'is', null)
    .execute();
}

export async function starredKeys(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('records').select('key').where('starred_at', 'is not', null).execute();
  return new Set(rows.map(({ key }) => key));
}

/** The last first. */
export async function starredIds(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('records')
    .select('id')
    .where('starred_at', 'is not', null)
    .orderBy('starred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
