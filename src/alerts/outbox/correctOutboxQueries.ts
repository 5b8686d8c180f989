import { minuteMs } from '../../base/time.ts';
import type { Config } from '../../config/config.ts';
import type { Trx } from '../../store/store.ts';
import { hasTriedFor } from './alertsTable.ts';
import { latestRetry, whenDue } from './whenDue.ts';

/** Longer than alerts wait to be grouped. Clocks of several machines differ by less. */
const slackMs = 10 * minuteMs;

/**
 * No alert, and no channel, waits for longer than the rules of today allow: the next digest, the end of quiet hours,
 * the longest wait for another attempt. A moment beyond comes from a clock that was ahead, or from another config.
 * @returns how many did
 */
export async function correctOutbox(
  trx: Trx,
  { channels, delivery }: Pick<Config, 'channels' | 'delivery'>,
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const failing = trx.updateTable('channels').set({ failing_since: at }).where('failing_since', '>', at);
  let corrected = Number((await failing.executeTakeFirst()).numUpdatedRows);
  for (const channel of Object.values(channels)) {
    const latest = latestRetry(channel, delivery, now);
    corrected += await correctDeferred(trx, channel.name, whenDue(channel, now), latest);
    corrected += await correctRetries(trx, channel.name, at, latest.toISOString());
  }
  return corrected;
}

async function correctRetries(trx: Trx, channel: string, at: string, latest: string): Promise<number> {
  const alerts = trx.updateTable('alerts').set({ due_at: at }).where('channel', '=', channel);
  const tried = alerts.where('state', '=', 'waiting').where('attempts', '>', 0).where('due_at', '>', latest);
  const channels = trx.updateTable('channels').set({ retry_at: at }).where('id', '=', channel);
  const results = [await tried.executeTakeFirst(), await channels.where('retry_at', '>', latest).executeTakeFirst()];
  return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/**
 * Those that were never tried. Where the digest of the right moment has gone out, an empty one is left for later: it
 * would say the same again.
 */
async function correctDeferred(trx: Trx, channel: string, dueAt: Date, latestRetry: Date): Promise<number> {
  const latest = new Date(dueAt.getTime() + slackMs);
  const result = await trx
    .updateTable('alerts')
    .set({ due_at: dueAt.toISOString() })
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    // A digest that waits for the checks of its hour has an hour for them.
    .where((eb) =>
      eb.or([
        eb.and([eb('batch_started_at', 'is', null), eb('due_at', '>', latest.toISOString())]),
        eb('due_at', '>', (latestRetry > latest ? latestRetry : latest).toISOString()),
      ]),
    )
    .$if(await hasTriedFor(trx, channel, dueAt), (held) =>
      held.where(({ eb, exists, or, selectFrom }) => {
        const changes = selectFrom('alert_changes').select('alert_id').whereRef('alert_id', '=', 'alerts.id');
        return or([eb('kind', '!=', 'changes'), exists(changes)]);
      }),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
