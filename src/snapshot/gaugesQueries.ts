import type { Db } from '../database/store.ts';

/**
 * How many alerts of a channel are not delivered yet (including those held by a digest),
 * or never will be by themselves.
 */
export interface AlertCount {
  readonly channel: string;
  readonly state: 'waiting' | 'failed';
  readonly alerts: number;
}

export async function countUndeliveredAlerts(db: Db): Promise<AlertCount[]> {
  const counts: AlertCount[] = [];
  for (const state of ['waiting', 'failed'] as const) {
    const rows = await db
      .selectFrom('alerts')
      .select((eb) => ['channel', eb.fn.countAll<number | string>().as('alerts')])
      .where('state', '=', state)
      .groupBy('channel')
      .execute();
    counts.push(...rows.map((row) => ({ channel: row.channel, state, alerts: Number(row.alerts) })));
  }
  return counts;
}

/**
 * Since when the oldest undelivered alert has waited for a delivery that works: it is due, or was tried already. An
 * alert that only waits for its digest does not count.
 */
export async function oldestOverdueAlert(db: Db, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('due_at', '<=', now.toISOString())]))
    .executeTakeFirst();
  return row?.at ? new Date(row.at) : undefined;
}

/**
 * When each watch was last checked completely, by watch id. For a watch with several queries this is the oldest of
 * their times, and null when one of them was never checked completely.
 */
export async function lastCompletePerWatch(db: Db): Promise<Map<string, Date | null>> {
  const rows = await db
    .selectFrom('watch_queries')
    .innerJoin('queries', 'queries.id', 'watch_queries.query_id')
    .leftJoin('checks', 'checks.id', 'queries.last_complete_check')
    .select(['watch_queries.watch_id', 'checks.ended_at'])
    .execute();
  const oldest = new Map<string, string | null>();
  for (const { watch_id: watch, ended_at: at } of rows) {
    const before = oldest.get(watch);
    if (before === undefined || (before !== null && (at === null || at < before))) oldest.set(watch, at);
  }
  return new Map([...oldest].map(([watch, at]) => [watch, at === null ? null : new Date(at)]));
}
