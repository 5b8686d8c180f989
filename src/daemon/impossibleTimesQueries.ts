import { hasTriedFor } from '../alerts/outbox/alertsTable.ts';
import type { Latest } from '../schedule/impossibleTimes.ts';
import type { Trx } from '../store/store.ts';

/**
 * Leases and pauses that end later than possible were written with a wrong clock. Sets them to the latest possible
 * moment.
 * @returns how many
 */
export async function correctStoredTimes(trx: Trx, latest: Latest): Promise<number> {
  const results = [
    await trx
      .updateTable('queries')
      .set({ lease_until: latest.leaseEnd })
      .where('lease_until', '>', latest.leaseEnd)
      .executeTakeFirst(),
    await trx
      .updateTable('alerts')
      .set({ lease_until: latest.leaseEnd })
      .where('state', '=', 'waiting')
      .where('lease_until', '>', latest.leaseEnd)
      .executeTakeFirst(),
    await trx
      .updateTable('pictures_due')
      .set({ next_at: latest.leaseEnd })
      .where('next_at', '>', latest.pictures)
      .executeTakeFirst(),
  ];
  return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/**
 * Sets the next attempt of a channel, and of its alerts that failed before, to the latest moment that they can wait
 * for, where it is later.
 * @returns how many
 */
export async function correctRetries(trx: Trx, channel: string, latest: Date): Promise<number> {
  const retry = latest.toISOString();
  const alerts = await trx
    .updateTable('alerts')
    .set({ due_at: retry })
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0)
    .where('due_at', '>', retry)
    .executeTakeFirst();
  const channels = await trx
    .updateTable('channels')
    .set({ retry_at: retry })
    .where('id', '=', channel)
    .where('retry_at', '>', retry)
    .executeTakeFirst();
  return Number(alerts.numUpdatedRows + channels.numUpdatedRows);
}

/**
 * Makes alerts of a channel that were never tried, and wait for later than `latest`, due at `dueAt`. Where the
 * digest of that moment has gone out, an empty one is left for later: it would say the same again.
 * @returns how many
 */
export async function correctDeferredAlerts(
  trx: Trx,
  channel: string,
  { latest, dueAt }: { readonly latest: Date; readonly dueAt: Date },
): Promise<number> {
  const result = await trx
    .updateTable('alerts')
    .set({ due_at: dueAt.toISOString() })
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('due_at', '>', latest.toISOString())
    .$if(await hasTriedFor(trx, channel, dueAt), (held) =>
      held.where(({ eb, exists, or, selectFrom }) => {
        const changes = selectFrom('alert_changes').select('alert_id').whereRef('alert_id', '=', 'alerts.id');
        return or([eb('kind', '!=', 'changes'), exists(changes)]);
      }),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
