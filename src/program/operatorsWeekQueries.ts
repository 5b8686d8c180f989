import type { Db } from '../database/store.ts';
import type { Outcome } from '../snapshot/checksTable.ts';

/** Whether anything was checked before that moment: else there is no week to tell of. */
export async function wasCheckedBefore(db: Db, since: string): Promise<boolean> {
  const row = await db.selectFrom('checks').select('id').where('ended_at', '<', since).limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function checksByOutcome(db: Db, since: string): Promise<ReadonlyMap<Outcome, number>> {
  const rows = await db
    .selectFrom('checks')
    .select((eb) => ['outcome', eb.fn.countAll<number | string>().as('checks')])
    .where('ended_at', '>=', since)
    .groupBy('outcome')
    .execute();
  return new Map(rows.map((row) => [row.outcome, Number(row.checks)]));
}

/** For each alert delivered since then: how many milliseconds after it was due, in rising order. */
export async function deliveryDelays(db: Db, since: string): Promise<number[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['due_at', 'ended_at'])
    .where('state', '=', 'sent')
    .where('ended_at', '>=', since)
    .execute();
  const delays = rows.map((row) => Math.max(0, Date.parse(row.ended_at ?? row.due_at) - Date.parse(row.due_at)));
  return delays.sort((a, b) => a - b);
}
