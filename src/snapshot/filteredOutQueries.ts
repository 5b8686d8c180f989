import { bulks, chunks, type Db } from '../database/store.ts';

/** A watch that leaves a change out, and the reason. */
export interface FilteredOut {
  readonly changeId: number;
  readonly watchId: string;
  readonly reason: string;
}

/** Stores which changes their watches leave out. */
export async function noteFilteredOut(db: Db, filtered: readonly FilteredOut[]): Promise<void> {
  const rows = filtered.map(({ changeId, watchId, reason }) => ({
    change_id: changeId,
    watch_id: watchId,
    filtered_out: reason,
  }));
  for (const part of bulks(db, rows, 3)) {
    await db
      .insertInto('change_watches')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['change_id', 'watch_id'])
          .doUpdateSet((eb) => ({ filtered_out: eb.ref('excluded.filtered_out') })),
      )
      .execute();
  }
}

/** How many changes of these checks the `report` of each of these watches left out. */
export async function countFilteredOut(
  db: Db,
  checkIds: readonly number[],
  watchIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (watchIds.length === 0) return counts;
  for (const part of chunks(checkIds)) {
    const rows = await db
      .selectFrom('change_watches')
      .innerJoin('changes', 'changes.id', 'change_watches.change_id')
      .select((eb) => ['watch_id', eb.fn.countAll<number | string>().as('changes')])
      .where('check_id', 'in', part)
      .where('watch_id', 'in', [...watchIds])
      .where('filtered_out', 'is not', null)
      .groupBy('watch_id')
      .execute();
    for (const row of rows) counts.set(row.watch_id, (counts.get(row.watch_id) ?? 0) + Number(row.changes));
  }
  return counts;
}
