import type { Db } from '../store.ts';

/** When the last complete check of any query ended; undefined before the first. */
export async function lastEndOfCheck(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('queries')
    .innerJoin('checks', 'checks.id', 'queries.last_complete_check')
    .select((eb) => eb.fn.max('checks.ended_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? undefined;
}
