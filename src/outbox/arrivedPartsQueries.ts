import type { Db } from '../database/store.ts';

/** What of an alert has arrived in earlier attempts, by part: null where it was accepted, else why it was refused. */
export async function loadArrived(db: Db, alertId: number): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('arrived_parts')
    .select(['part', 'refusal'])
    .where('alert_id', '=', alertId)
    .execute();
  return new Map(rows.map(({ part, refusal }) => [part, refusal]));
}

export async function noteArrived(db: Db, alertId: number, part: string, refusal: string | null): Promise<void> {
  await db
    .insertInto('arrived_parts')
    .values({ alert_id: alertId, part, refusal })
    .onConflict((conflict) => conflict.columns(['alert_id', 'part']).doNothing())
    .execute();
}

/** The alert is delivered or failed: retried on demand, it is sent whole. */
export async function forgetArrived(db: Db, alertId: number): Promise<void> {
  await db.deleteFrom('arrived_parts').where('alert_id', '=', alertId).execute();
}
