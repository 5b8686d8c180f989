import { chunks, type Db } from '../store.ts';

/** Notes that the `report` of a watch leaves a change out, and why. */
export async function noteFilteredOut(db: Db, changeId: number, watchId: string, reason: string): Promise<void> {
  await db
    .updateTable('change_watches')
    .set({ filtered_out: reason })
    .where('change_id', '=', changeId)
    .where('watch_id', '=', watchId)
    .execute();
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
