import type { Trx } from '../store.ts';
import type { AlertChange } from './alerts.ts';

/** Lets an alert that tells a change already, and has not gone out, name one more watch for it. */
export async function joinWaitingAlert(trx: Trx, channel: string, changes: readonly AlertChange[]): Promise<void> {
  for (const { changeId, watchId } of changes) {
    const waiting = await trx
      .selectFrom('alert_changes')
      .innerJoin('alerts', 'alerts.id', 'alert_changes.alert_id')
      .select('alerts.id')
      .where('change_id', '=', changeId)
      .where('alerts.channel', '=', channel)
      .where('alerts.state', '=', 'waiting')
      .where('alerts.attempts', '=', 0)
      .where('alerts.lease_owner', 'is', null)
      .executeTakeFirst();
    if (waiting === undefined) continue;
    await trx
      .insertInto('alert_changes')
      .values({ alert_id: waiting.id, change_id: changeId, watch_id: watchId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
