import { prepared } from '../prepared.ts';
import type { Db } from '../store.ts';

/** A channel that has new alerts, and the newest of them. */
export interface NewAlerts {
  readonly channel: string;
  readonly newestId: number;
}

/** The channels for which alerts were put into the outbox after this one. Reads the newer ones only. */
export async function alertsSince(db: Db, alertId: number): Promise<readonly NewAlerts[]> {
  return (await selectNewer(db, { alertId })).rows;
}

const selectNewer = prepared<{ readonly alertId: number }, NewAlerts>((db, value) =>
  db
    .selectFrom('alerts')
    .select(({ fn }) => ['channel', fn.max('id').as('newestId')])
    .where('id', '>', value('alertId'))
    .groupBy('channel'),
);

/** The newest alert of all; 0 when there is none. */
export async function newestAlert(db: Db): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}
