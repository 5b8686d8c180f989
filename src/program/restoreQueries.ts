import type { Db } from '../database/store.ts';

/** When the last check of a database ended; undefined: it never made one. */
export async function lastCheckEndedAt(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('checks')
    .select((eb) => eb.fn.max('ended_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** How many changes were found after that moment. */
export async function countChangesSince(db: Db, since: string): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select((eb) => eb.fn.countAll<number | string>().as('changes'))
    .where('detected_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.changes);
}

/** How many alerts of a database wait to be sent. */
export async function countWaitingAlerts(db: Db): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number | string>().as('alerts'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(row.alerts);
}
