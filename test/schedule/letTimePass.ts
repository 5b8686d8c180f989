import type { Db } from '../../src/database/store.ts';

/** Time goes by for the pace of all keys: to the database it is the same when what it holds lies so much further back. */
export async function letTimePass(db: Db, ms: number): Promise<void> {
  for (const row of await db.selectFrom('service_pace').selectAll().execute()) {
    const turns = JSON.parse(row.turns) as { holder: string; endsAtMs: number }[];
    await db
      .updateTable('service_pace')
      .set({
        next_start_ms: row.next_start_ms - ms,
        not_before_ms: row.not_before_ms - ms,
        turns: JSON.stringify(turns.map((turn) => ({ ...turn, endsAtMs: turn.endsAtMs - ms }))),
      })
      .where('service_key', '=', row.service_key)
      .execute();
  }
}
